/**
 * The cost of recording evaluations: CPU time of the same frontend requests to a service without a running comparison, and to one that
 * records the users of its evaluations. `npm run bench -- recording [rounds]`
 */
import { ADMIN_TOKEN } from './support/app.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { load } from './support/load.ts';
import { median } from './support/measure.ts';
import { type BenchProcess, startProcess } from './support/server-process.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const WARM_UP_ROUNDS = 2;
const CONNECTIONS = 16;
const COUNT = 2_000;
const FLAGS = '100';

const start = () => startProcess<HalyardReady>('./halyard-process.ts', FLAGS, 'embedded', '{}');
const [plain, recording] = await Promise.all([start(), start()]);

async function send(method: string, path: string, body?: object): Promise<{ id: string }> {
    const response = await fetch(`${recording.ready.url}/api/admin/projects/default/features${path}`, {
        method,
        headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? { id: '' } : (JSON.parse(text) as { id: string });
}

const environment = '/released/environments/development';
await send('POST', '', { name: 'released' });
const { id } = await send('POST', `${environment}/release-plans`, { gradually: { percentages: [50, 100] } });
await send('POST', `${environment}/on`);
await send('PUT', `${environment}/release-plans/${id}/safeguards`, { comparison: { outcome: 'error' } });

let users = 0;
const ROWS = {
    'every user is new': () => `user-${users++}`,
    'users return': () => `known-${users++ % COUNT}`,
};

async function cost(server: BenchProcess<HalyardReady>, userId: () => string): Promise<number> {
    const before = await server.cpuMs();
    const { requests } = await load(server.ready.url, {
        count: COUNT,
        connections: CONNECTIONS,
        request: () => ({
            method: 'GET',
            path: `/api/frontend?userId=${userId()}&country=NO`,
            headers: { authorization: server.ready.frontendToken },
        }),
    });
    return ((await server.cpuMs()) - before) / requests;
}

console.log('row, CPU ms for each request without a comparison and with one, and the ratio');
for (const [name, userId] of Object.entries(ROWS)) {
    const rounds: { without: number; recorded: number }[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        // Alternating, so that other load on the machine affects both.
        const figures = { without: 0, recorded: 0 };
        const turns = [
            async () => (figures.without = await cost(plain, userId)),
            async () => (figures.recorded = await cost(recording, userId)),
        ];
        for (const turn of round % 2 ? turns : turns.reverse()) await turn();
        if (round >= WARM_UP_ROUNDS) rounds.push(figures);
    }
    const of = (figure: 'without' | 'recorded') => median(rounds.map((each) => each[figure])).toFixed(3);
    const ratio = median(rounds.map(({ without, recorded }) => recorded / without)).toFixed(2);
    console.log(`${name.padEnd(18)} ${of('without')}, ${of('recorded')} (${ratio})`);
}

await Promise.all([plain.stop(), recording.stop()]);
process.exit();
