/**
 * The cost of SDK requests, compared with a bare `node:http` server that sends the same bytes. The figure that is stable on a busy machine
 * is the CPU time for 1,000 requests, and its ratio.
 * `npm run bench -- delivery [rows]`, e.g. `npm run bench -- delivery 304,frontend-get`
 */
import { ADMIN_TOKEN, CLIENT_TOKEN } from './support/app.ts';
import { flagName } from './support/flags.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { capture, load, type Request } from './support/load.ts';
import { median } from './support/measure.ts';
import { type BenchProcess, startProcess } from './support/server-process.ts';

/** `ROUNDS=3` for a quick run. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
/** Until hot code is compiled. */
const WARM_UP_ROUNDS = Math.min(4, ROUNDS);
const CONNECTIONS = 16;

interface Row {
    name: string;
    /** The number of flags of the instance; default 1,000. */
    flags?: number;
    count: number;
    request: (index: number, server: HalyardReady) => Request;
}

type Halyard = BenchProcess<HalyardReady>;

const only = process.argv[2]?.split(',');
const halyard = await startHalyard(1_000);
const bare = await startProcess<{ url: string }>('./bare-process.ts');

function startHalyard(flags: number): Promise<Halyard> {
    return startProcess<HalyardReady>('./halyard-process.ts', String(flags));
}

const sdk = { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0', 'unleash-appname': 'bench' };
const page = { authorization: halyard.ready.frontendToken };
const json = { 'content-type': 'application/json' };
const get = (path: string, headers: Record<string, string>): Request => ({ method: 'GET', path, headers });
const etag = headerOf(await capture(halyard.ready.url, get('/api/client/features', sdk)), 'etag');
const contextOf = (index: number) => ({
    userId: String(index),
    country: index % 2 ? 'NO' : 'US',
    age: String(index % 60),
    version: '2.0.0',
});
const query = (index: number) => new URLSearchParams(contextOf(index)).toString();
const gzip = { 'accept-encoding': 'gzip' };
const bulk = (index: number, headers: Record<string, string>) =>
    post('/ofrep/v1/evaluate/flags', headers, { context: { targetingKey: String(index), ...contextOf(index) } });
const bulkEtag = headerOf(await capture(halyard.ready.url, bulk(7, page)), 'etag');
const playground = (contexts: number) =>
    post(
        '/api/admin/playground/advanced',
        { authorization: ADMIN_TOKEN },
        {
            environments: ['development'],
            context: {
                appName: 'bench',
                userId: Array.from({ length: contexts }, (_, index) => index + 1).join(','),
                country: 'NO',
            },
        },
    );

const rows: Row[] = [
    { name: 'features', count: 1_500, request: () => get('/api/client/features', sdk) },
    {
        name: 'features-gzip',
        count: 6_000,
        request: () => get('/api/client/features', { ...sdk, 'accept-encoding': 'gzip' }),
    },
    { name: '304', count: 10_000, request: () => get('/api/client/features', { ...sdk, 'if-none-match': etag }) },
    { name: 'frontend-get', count: 3_000, request: (index) => get(`/api/frontend?${query(index)}`, page) },
    {
        name: 'frontend-post',
        count: 3_000,
        request: (index) => post('/api/frontend', page, { context: contextOf(index) }),
    },
    {
        name: 'frontend-gzip',
        count: 3_000,
        request: (index) => get(`/api/frontend?${query(index)}`, { ...page, ...gzip }),
    },
    ...[5_000, 20_000].map((flags) => ({
        name: `frontend-${flags}`,
        flags,
        count: 3_000_000 / flags,
        request: (index: number, { frontendToken }: HalyardReady) =>
            get(`/api/frontend?${query(index)}`, { authorization: frontendToken }),
    })),
    { name: 'ofrep-bulk', count: 2_000, request: (index) => bulk(index, page) },
    { name: 'ofrep-gzip', count: 2_000, request: (index) => bulk(index, { ...page, ...gzip }) },
    { name: 'ofrep-304', count: 4_000, request: () => bulk(7, { ...page, 'if-none-match': bulkEtag }) },
    ...[1, 8].map((contexts) => ({
        name: `playground-${contexts}`,
        count: 64 / contexts,
        request: () => playground(contexts),
    })),
    ...[5_000, 20_000].map((flags) => ({
        name: `playground-${flags}`,
        flags,
        count: 80_000 / flags,
        request: () => playground(1),
    })),
    ...[1_000, 100, 5_000].map((flags) => ({
        name: flags === 1_000 ? 'metrics' : `metrics-${flags}`,
        flags,
        count: 6_000,
        request: (index: number) => post('/api/client/metrics', sdk, metricsOf(index, flags)),
    })),
];

function post(path: string, headers: Record<string, string>, body: unknown): Request {
    return { method: 'POST', path, headers: { ...headers, ...json }, body: JSON.stringify(body) };
}

/** A metrics report of an SDK: one bucket with 20 flags. */
function metricsOf(index: number, total: number) {
    const flags = Array.from({ length: 20 }, (_, flag) => flagName((index * 20 + flag) % total));
    const now = new Date().toISOString();
    return {
        appName: 'bench',
        instanceId: `instance-${index % 100}`,
        bucket: {
            start: now,
            stop: now,
            toggles: Object.fromEntries(flags.map((flag) => [flag, { yes: 5, no: 2, variants: { a: 3, b: 2 } }])),
        },
    };
}

function headerOf({ headers }: { headers: string[] }, name: string): string {
    const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
    return headers[at + 1] ?? '';
}

interface Round {
    cpuMs: number;
    perSecond: number;
    p99: number;
}

async function round(
    server: { cpuMs(): Promise<number> },
    url: string,
    { count, request }: { count: number; request: (index: number) => Request },
): Promise<Round> {
    const before = await server.cpuMs();
    const connections = Math.min(CONNECTIONS, Math.ceil(count / 8));
    const { requests, seconds, p99 } = await load(url, { count, connections, request });
    return { cpuMs: ((await server.cpuMs()) - before) / requests, perSecond: requests / seconds, p99 };
}

const medianOf = (rounds: Round[], figure: keyof Round) => median(rounds.map((each) => each[figure]));

console.log(
    'row             | CPU s per 1,000: Halyard, bare | ratio | requests/s: Halyard, bare | p99 ms: Halyard, bare | bytes',
);
for (const row of rows.filter(({ name }) => only === undefined || only.includes(name))) {
    const { flags = 1_000 } = row;
    const server = flags === 1_000 ? halyard : await startHalyard(flags);
    const request = (index: number) => row.request(index, server.ready);
    const response = await capture(server.ready.url, request(0));
    if (response.status >= 400) throw new Error(`${row.name}: ${response.status}`);
    await bare.send(response);
    const halyardRounds: Round[] = [];
    const bareRounds: Round[] = [];
    for (let i = 0; i < WARM_UP_ROUNDS + ROUNDS; i++) {
        // Alternating, in reverse order every other time, so that other load on the machine affects both.
        const turns = [
            { server: server, rounds: halyardRounds },
            { server: bare, rounds: bareRounds },
        ];
        for (const { server, rounds } of i % 2 === 0 ? turns : turns.reverse()) {
            const figures = await round(server, server.ready.url, { count: row.count, request });
            if (i >= WARM_UP_ROUNDS) rounds.push(figures);
        }
    }
    const figures = (figure: keyof Round, digits: number) =>
        `${medianOf(halyardRounds, figure).toFixed(digits)}, ${medianOf(bareRounds, figure).toFixed(digits)}`;
    // Of consecutive rounds, when the machine was equally busy.
    const ratio = median(halyardRounds.map(({ cpuMs }, i) => cpuMs / bareRounds[i]!.cpuMs));
    console.log(
        `${row.name.padEnd(15)} | ${figures('cpuMs', 3)} | ${ratio.toFixed(2)} | ${figures('perSecond', 0)} | ${figures('p99', 1)} | ${Buffer.from(response.body, 'base64').length}`,
    );
    if (server !== halyard) await server.stop();
}
await Promise.all([halyard.stop(), bare.stop()]);
