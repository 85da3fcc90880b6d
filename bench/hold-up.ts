/**
 * How long the longest requests block all others: the longest time in which the event loop of the service could not serve another request.
 * `npm run bench -- hold-up`
 */
import { ADMIN_TOKEN, CLIENT_TOKEN } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';

const ROUNDS = 5;

interface Row {
    name: string;
    method: 'GET' | 'POST';
    path: string;
    token?: string;
    /** Only the first request matters. */
    isOnce?: boolean;
    /** Serialised before the clock starts. */
    body?: (round: number) => object;
}

const file = (round: number, count: number) => ({
    project: 'default',
    environment: 'development',
    data: mixedFlags(count, `new${round}`),
});
const playground = { context: { appName: 'bench', userId: '1,2,3,4,5,6,7,8', country: 'NO' }, projects: ['default'] };

const rows: Row[] = [
    { name: 'nothing', method: 'GET', path: '/health' },
    {
        name: 'the first evaluation',
        method: 'POST',
        path: '/ofrep/v1/evaluate/flags',
        token: CLIENT_TOKEN,
        body: () => ({ context: { targetingKey: '1' } }),
        isOnce: true,
    },
    { name: 'flags of a project', method: 'GET', path: '/api/admin/projects/default/features' },
    { name: 'project overview', method: 'GET', path: '/api/admin/projects/default' },
    { name: 'search, 100 flags', method: 'GET', path: '/api/admin/search/features?limit=100' },
    { name: 'search with a word', method: 'GET', path: '/api/admin/search/features?limit=100&query=flag3-0004' },
    { name: 'events of a project', method: 'GET', path: '/api/admin/events?project=default' },
    {
        name: 'event search',
        method: 'GET',
        path: '/api/admin/search/events?limit=1000&query=flag3',
    },
    {
        name: 'playground, 5,000 flags',
        method: 'POST',
        path: '/api/admin/playground/advanced',
        body: () => ({ ...playground, environments: ['development'], context: { appName: 'bench', userId: '1' } }),
    },
    {
        name: 'export, 5,000 flags',
        method: 'POST',
        path: '/api/admin/features-batch/export',
        body: () => ({ environment: 'development', project: 'default' }),
    },
    {
        name: 'validate, 5,000 flags',
        method: 'POST',
        path: '/api/admin/features-batch/validate',
        body: (round) => file(round, 5_000),
    },
    {
        name: 'import, 1,000 flags',
        method: 'POST',
        path: '/api/admin/features-batch/import',
        body: (round) => file(round, 1_000),
    },
    {
        name: 'import, 5,000 flags',
        method: 'POST',
        path: '/api/admin/features-batch/import',
        body: (round) => file(round + 10, 5_000),
    },
];

async function send(url: string, { method, path, token = ADMIN_TOKEN, body }: Row, round: number): Promise<number> {
    const text = body && JSON.stringify(body(round));
    const started = performance.now();
    const response = await fetch(url + path, {
        method,
        headers: { authorization: token, ...(text && { 'content-type': 'application/json' }) },
        ...(text && { body: text }),
    });
    const bytes = await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${Buffer.from(bytes.slice(0, 500))}`);
    return performance.now() - started;
}

for (const kind of ['embedded', 'PostgreSQL']) {
    const server = await startProcess<HalyardReady>('./halyard-process.ts', '5000', kind);
    console.log(`\n${kind.padEnd(24)} | longest hold-up ms | whole request ms`);
    for (const row of rows) {
        const delays: number[] = [];
        const times: number[] = [];
        for (let round = 0; round < (row.isOnce ? 1 : ROUNDS); round++) {
            await server.longestDelayMs();
            times.push(await send(server.ready.url, row, round));
            delays.push(await server.longestDelayMs());
        }
        console.log(`${row.name.padEnd(24)} | ${median(delays).toFixed(1)} | ${median(times).toFixed(0)}`);
    }
    await server.stop();
}
