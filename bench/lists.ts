/**
 * The cost of lists of the admin API, compared with a bare `node:http` server that sends the same bytes.
 * `npm run bench -- lists [flags] [rows] [database]`, e.g. `npm run bench -- lists 20000 project,search embedded`
 */
import { ADMIN_TOKEN, type DatabaseKind } from './support/app.ts';
import { flagName } from './support/flags.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { capture, load, type Request } from './support/load.ts';
import { median } from './support/measure.ts';
import { type BenchProcess, startProcess } from './support/server-process.ts';

const ROUNDS = 3;
/** Until hot code is compiled. */
const WARM_UP_ROUNDS = 2;
const CONNECTIONS = 8;

interface Row {
    name: string;
    /** For 1,000 flags; fewer requests with more flags. */
    count: number;
    path: string;
    /** A change precedes every request. */
    afterChange?: boolean;
}

const [flags = '1000', selected, database] = process.argv.slice(2);
const only = selected?.split(',');
const PROJECT = '/api/admin/projects/default';

const rows: Row[] = [
    { name: 'project', count: 400, path: PROJECT },
    { name: 'project changed', count: 60, path: PROJECT, afterChange: true },
    { name: 'flags', count: 400, path: `${PROJECT}/features` },
    { name: 'search', count: 1_500, path: '/api/admin/search/features?limit=50' },
    { name: 'word', count: 1_500, path: '/api/admin/search/features?limit=50&query=flag0-0004' },
    { name: 'sorted', count: 1_500, path: '/api/admin/search/features?limit=50&sortBy=name&sortOrder=desc&offset=100' },
    { name: 'events', count: 1_500, path: '/api/admin/events' },
    { name: 'event search', count: 1_500, path: '/api/admin/search/events?limit=100' },
    { name: 'events by type', count: 1_500, path: '/api/admin/search/events?limit=100&type=IS:feature-strategy-add' },
    { name: 'projects', count: 1_500, path: '/api/admin/projects' },
];

const headers = { authorization: ADMIN_TOKEN };
const requestFor = (path: string): Request => ({ method: 'GET', path, headers });

/** Toggles a flag; its own cost is measured too, and subtracted. */
function toggle(index: number): Request {
    const state = index % 2 === 0 ? 'off' : 'on';
    return {
        method: 'POST',
        path: `${PROJECT}/features/${flagName(index % 100)}/environments/development/${state}`,
        headers,
    };
}

async function cpuOf(server: BenchProcess<{ url: string }>, count: number, request: (index: number) => Request) {
    const before = await server.cpuMs();
    // Requests after a change must run after it.
    await load(server.ready.url, { count, connections: request(1).method === 'GET' ? CONNECTIONS : 1, request });
    return ((await server.cpuMs()) - before) / count;
}

async function costAfterChange(halyard: BenchProcess<{ url: string }>, { count, path }: Row): Promise<number> {
    const changes = await cpuOf(halyard, count, toggle);
    const before = await halyard.cpuMs();
    await load(halyard.ready.url, {
        count: 2 * count,
        connections: 1,
        request: (index) => (index % 2 === 0 ? toggle(index / 2) : requestFor(path)),
    });
    return ((await halyard.cpuMs()) - before) / count - changes;
}

const kinds: DatabaseKind[] = ['embedded', 'PostgreSQL'];
for (const kind of kinds.filter((each) => database === undefined || each === database)) {
    const halyard = await startProcess<HalyardReady>('./halyard-process.ts', flags, kind);
    const bare = await startProcess<{ url: string }>('./bare-process.ts');
    console.log(`\n${kind}, ${flags} flags\nrow | CPU ms: Halyard, bare | ratio | bytes`);
    for (const row of rows.filter(({ name }) => only === undefined || only.includes(name))) {
        const response = await capture(halyard.ready.url, requestFor(row.path));
        await bare.send(response);
        const count = Math.max(10, Math.ceil((row.count * 1_000) / Math.max(1_000, Number(flags))));
        const halyardCosts: number[] = [];
        const bareCosts: number[] = [];
        for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            const our = row.afterChange
                ? await costAfterChange(halyard, { ...row, count })
                : await cpuOf(halyard, count, () => requestFor(row.path));
            const their = await cpuOf(bare, count, () => requestFor(row.path));
            if (round < WARM_UP_ROUNDS) continue;
            halyardCosts.push(our);
            bareCosts.push(their);
        }
        const ratio = median(halyardCosts.map((our, round) => our / bareCosts[round]!));
        console.log(
            `${row.name} | ${median(halyardCosts).toFixed(3)}, ${median(bareCosts).toFixed(3)} | ${ratio.toFixed(2)} | ${Buffer.from(response.body, 'base64').length}`,
        );
    }
    await Promise.all([halyard.stop(), bare.stop()]);
}
