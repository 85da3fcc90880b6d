/**
 * The cost of reading the past, compared with reading the current state: the playground with 5,000 flags and one context, at a moment since
 * which few or all flags have changed, the first time and again.
 * `npm run bench -- past`
 */
import { ADMIN_TOKEN } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';

const FLAGS = 5_000;
const ROUNDS = 5;
const BULK = '/api/admin/projects/default/bulk_features/environments/development';

for (const kind of ['embedded', 'PostgreSQL']) {
    const server = await startProcess<HalyardReady>('./halyard-process.ts', String(FLAGS), kind);
    const { url } = server.ready;

    async function send(method: string, path: string, body?: object): Promise<{ text: string; ms: number }> {
        const started = performance.now();
        const response = await fetch(url + path, {
            method,
            headers: { authorization: ADMIN_TOKEN, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
        return { text, ms: performance.now() - started };
    }

    const revision = async (): Promise<number> =>
        JSON.parse((await send('GET', '/api/admin/events')).text).events[0].id;

    async function evaluate(asOf?: number) {
        const before = await server.cpuMs();
        await server.longestIteration();
        const { ms } = await send('POST', '/api/admin/playground/advanced', {
            environments: ['development'],
            projects: ['default'],
            context: { appName: 'bench', userId: '1' },
            ...(asOf !== undefined && { asOf: String(asOf) }),
        });
        const { clockMs: delayMs, cpuMs } = await server.longestIteration();
        return { ms, holdUp: delayMs, turn: cpuMs, cpu: (await server.cpuMs()) - before };
    }

    const report = (what: string, results: Awaited<ReturnType<typeof evaluate>>[]) => {
        const middle = (of: 'cpu' | 'ms' | 'holdUp' | 'turn') => median(results.map((each) => each[of])).toFixed(0);
        const row = [middle('cpu'), middle('ms'), middle('holdUp'), middle('turn')];
        console.log(`${what.padEnd(46)} | ${row.join(' | ')}`);
    };

    console.log(`\n${kind.padEnd(46)} | CPU ms | ms | longest hold-up ms | of CPU ms`);
    // The names that the process uses.
    const names = Array.from({ length: FLAGS / 1_000 }, (_, part) => mixedFlags(1_000, `flag${part}`).features)
        .flat()
        .map(({ name }) => name);
    for (const changed of [500, FLAGS]) {
        // A separate moment for every round: each is read for the first time once.
        const moments: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
            moments.push(await revision());
            await send('POST', `${BULK}/${round % 2 === 0 ? 'off' : 'on'}`, { features: names.slice(0, changed) });
        }
        await evaluate();
        const now = [];
        const first = [];
        const again = [];
        for (const moment of moments) {
            now.push(await evaluate());
            first.push(await evaluate(moment));
            again.push(await evaluate(moment));
        }
        report('now', now);
        report(`the past, ${changed} flags have changed since`, first);
        report('the same moment again', again);
    }
    await server.stop();
}
