/**
 * The cost of changes: a toggle and a new strategy by eight concurrent administrators, as the instance grows, and imports of a thousand
 * flags. CPU time includes the service and PostgreSQL.
 * `npm run bench -- write-cost [flags,…] [embedded,PostgreSQL]`
 */
import { cpuMsOf } from './peers/proc.ts';
import { ADMIN_TOKEN, type DatabaseKind } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { load, type Request } from './support/load.ts';
import { median } from './support/measure.ts';
import { type BenchProcess, startProcess } from './support/server-process.ts';

const [sizes = '50,1000,5000', kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
const ROUNDS = 5;
const RUNS = 240;
const CONNECTIONS = 8;

const headers = { authorization: ADMIN_TOKEN, 'content-type': 'application/json' };
const flagOf = (index: number) =>
    `/api/admin/projects/default/features/flag0-${String(index % 40).padStart(5, '0')}/environments/development`;
const post = (path: string, body?: unknown): Request => ({
    method: 'POST',
    path,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
});

let isOn = false;
let imported = 0;

/** Each round of one kind of change: the number of changes, and the request. */
const CHANGES: Record<string, { runs: number; connections: number; flags: number; request(index: number): Request }> = {
    toggle: {
        runs: RUNS,
        connections: CONNECTIONS,
        flags: 1,
        request(index) {
            // Every flag once, then every flag back.
            if (index % 40 === 0) isOn = !isOn;
            return post(`${flagOf(index)}/${isOn ? 'on' : 'off'}`);
        },
    },
    'add a strategy': {
        runs: 40,
        connections: CONNECTIONS,
        flags: 1,
        request: (index) => post(`${flagOf(index)}/strategies`, { name: 'flexibleRollout' }),
    },
    'import of 1,000 flags, each': {
        runs: 1,
        connections: 1,
        flags: 1_000,
        request: () =>
            post('/api/admin/features-batch/import', {
                project: 'default',
                environment: 'development',
                data: mixedFlags(1_000, `imported${imported++}`),
            }),
    },
};

interface Round {
    cpuMs: number;
    wallMs: number;
}

async function round(server: BenchProcess<HalyardReady>, change: (typeof CHANGES)[string]): Promise<Round> {
    const before = cpuMsOf(server.pid);
    const { seconds } = await load(server.ready.url, { ...change, count: change.runs });
    const changes = change.runs * change.flags;
    return { cpuMs: (cpuMsOf(server.pid) - before) / changes, wallMs: (seconds * 1000) / changes };
}

for (const kind of kinds.split(',') as DatabaseKind[]) {
    const servers = new Map<string, BenchProcess<HalyardReady>>();
    for (const size of sizes.split(',')) servers.set(size, await startProcess('./halyard-process.ts', size, kind));
    for (const [name, change] of Object.entries(CHANGES)) {
        const rounds = new Map<string, Round[]>([...servers.keys()].map((size) => [size, []]));
        for (let number = 0; number <= ROUNDS; number++) {
            for (const [size, server] of servers) {
                const measured = await round(server, change);
                // The first round warms up.
                if (number > 0) rounds.get(size)?.push(measured);
            }
        }
        for (const [size, measured] of rounds) {
            const cpu = median(measured.map(({ cpuMs }) => cpuMs));
            const wall = median(measured.map(({ wallMs }) => wallMs));
            console.log(
                `${kind}, ${size} flags, ${name}: ${cpu.toFixed(2)} ms CPU, ${wall.toFixed(2)} ms on the clock (${(1000 / wall).toFixed(0)}/s)`,
            );
        }
    }
    for (const server of servers.values()) await server.stop();
}
