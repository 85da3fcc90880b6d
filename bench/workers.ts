/**
 * What several processes are worth on one machine: the same requests to a service with one process and to one with several, in
 * turns. The load generator needs cores, too: where a response costs less than a request, workers gain nothing.
 * `npm run bench -- workers [processes] [rounds]`
 */
import { cpuMsOf, memoryMbOfAll } from './peers/proc.ts';
import { CLIENT_TOKEN } from './support/app.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { capture, load, type Request } from './support/load.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';
import { toggle } from './support/toggle.ts';

const [processes = '2', rounds = '5'] = process.argv.slice(2);
const CONNECTIONS = 32;
const FLAGS = '1000';
const CHANGES = 20;

const sdk = { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0' };
const get = (path: string, headers: Record<string, string>): Request => ({ method: 'GET', path, headers });

const start = (count: string) => startProcess<HalyardReady>('./halyard-process.ts', FLAGS, 'embedded', count);
// One after the other: starts are work for all cores.
const contestants = [{ count: '1', ...(await start('1')) }];
contestants.push({ count: processes, ...(await start(processes)) });

interface Row {
    name: string;
    count: number;
    request: (index: number, asked: HalyardReady, etag: string) => Request;
}

const rows: Row[] = [
    {
        name: 'GET /api/client/features, 304',
        count: 10_000,
        request: (_, __, etag) => get('/api/client/features', { ...sdk, 'if-none-match': etag }),
    },
    {
        name: 'GET /api/client/features, gzip',
        count: 6_000,
        request: () => get('/api/client/features', { ...sdk, 'accept-encoding': 'gzip' }),
    },
    {
        name: 'GET /api/frontend, a new user each time, gzip',
        count: 3_000,
        request: (index, { frontendToken }) =>
            get(`/api/frontend?userId=${index}&country=NO&age=${index % 60}`, {
                authorization: frontendToken,
                'accept-encoding': 'gzip',
            }),
    },
];

console.log(`row: requests/s and CPU ms a request with 1 process; with ${processes}; how many times as many requests`);
for (const { name, count, request } of rows) {
    const figures = contestants.map(() => ({ perSecond: [] as number[], cpuMs: [] as number[] }));
    const etags = await Promise.all(
        contestants.map(async ({ ready }) => {
            const { headers } = await capture(ready.url, get('/api/client/features', sdk));
            return headers[headers.findIndex((header) => header.toLowerCase() === 'etag') + 1] ?? '';
        }),
    );
    for (let round = -1; round < Number(rounds); round++) {
        for (const [place, { ready, pid }] of contestants.entries()) {
            const before = cpuMsOf(pid);
            const { requests, seconds } = await load(ready.url, {
                count,
                connections: CONNECTIONS,
                request: (index) => request(index, ready, etags[place]!),
            });
            // The first one is to warm up.
            if (round < 0) continue;
            figures[place]!.perSecond.push(requests / seconds);
            figures[place]!.cpuMs.push((cpuMsOf(pid) - before) / requests);
        }
    }
    const [alone, shared] = figures.map(({ perSecond, cpuMs }) => ({
        perSecond: median(perSecond),
        cpuMs: median(cpuMs),
    })) as [Record<'perSecond' | 'cpuMs', number>, Record<'perSecond' | 'cpuMs', number>];
    // Of rounds that ran right after each other, when the machine was equally busy.
    const gain = median(figures[1]!.perSecond.map((value, round) => value / figures[0]!.perSecond[round]!));
    console.log(
        `${name}: ${alone.perSecond.toFixed(0)}/s, ${alone.cpuMs.toFixed(3)} ms; ${shared.perSecond.toFixed(0)}/s, ${shared.cpuMs.toFixed(3)} ms; ${gain.toFixed(2)} times`,
    );
}
for (const { count, ready, pid } of contestants) {
    const toggles: number[] = [];
    const before = cpuMsOf(pid);
    for (let index = 0; index < CHANGES; index++) toggles.push((await toggle(ready.url, index)).ms);
    const cpuMs = (cpuMsOf(pid) - before) / CHANGES;
    console.log(
        `${count} process(es): a toggle ${median(toggles).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms CPU in all; memory ${memoryMbOfAll(pid).toFixed(0)} MB in all`,
    );
}
await Promise.all(contestants.map(({ stop }) => stop()));
