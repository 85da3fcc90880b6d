/**
 * Outcomes of a running experiment with 5 metrics and 3 arms: processor time per outcome, database size per user, and the cost of a
 * result over HTTP. `npm run bench -- experiment-outcomes [outcomes] [users] [embedded,PostgreSQL]`
 */
import { sql } from 'kysely';
import { type BenchApp, benchApp, CLIENT_TOKEN, type DatabaseKind } from './support/app.ts';
import { median } from './support/measure.ts';

const [count = '1000000', users = '200000', kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
const AT_ONCE = 1_000;
/** Reports wait in the journal until a node stores them. */
const STORE_EVERY = 50;
/** How often figures are printed, so that an interrupted run has some, too. */
const PRINT_EVERY = 100;
const ROUNDS = 20;
const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/checkout`;
const NAMES = ['seen', 'bought', 'error', 'visit', 'returned'];

for (const kind of kinds.split(',') as DatabaseKind[]) {
    const bench = await benchApp(kind);
    const id = await startExperiment(bench);
    const before = { cpu: process.cpuUsage(), size: await sizeOf(bench, kind), at: performance.now() };
    const report = async (outcomes: number) => {
        const { user, system } = process.cpuUsage(before.cpu);
        const seconds = (performance.now() - before.at) / 1_000;
        const bytes = (await sizeOf(bench, kind)) - before.size;
        console.log(
            `${kind}: ${outcomes} outcomes of ${Math.min(outcomes, Number(users))} users: ` +
                `${((user + system) / outcomes).toFixed(0)} µs CPU per outcome in this process, ` +
                `${Math.round(outcomes / seconds)} outcomes per second, ` +
                `${Math.round(bytes / Math.min(outcomes, Number(users)))} bytes per user`,
        );
    };
    const parts = Math.ceil(Number(count) / AT_ONCE);
    for (let part = 1; part <= parts; part++) {
        await send(bench.url, part - 1);
        if (part % STORE_EVERY === 0 || part === parts) await bench.app.services.reports.store();
        if (part % PRINT_EVERY === 0 || part === parts) await report(part * AT_ONCE);
    }
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
        const start = process.cpuUsage();
        await bench.request('GET', `${PROJECT}/experiments/${id}/results`);
        const cost = process.cpuUsage(start);
        costs.push((cost.user + cost.system) / 1_000);
    }
    const { units } = JSON.parse(await bench.request('GET', `${PROJECT}/experiments/${id}/results`));
    console.log(
        `${kind}: result with 5 metrics and 3 arms of ${units.total} users: median ${median(costs).toFixed(1)} ms CPU`,
    );
    await bench.close();
}

async function startExperiment({ request }: BenchApp): Promise<string> {
    await request('POST', `${PROJECT}/features`, { name: 'checkout' });
    const variants = ['red', 'blue', 'green'].map((name) => ({
        ...{ name, weight: 333, weightType: 'variable', stickiness: 'userId' },
    }));
    await request('POST', `${FLAG}/environments/development/strategies`, {
        ...{ name: 'flexibleRollout', variants },
        parameters: { rollout: '100', stickiness: 'userId', groupId: 'checkout' },
    });
    await request('POST', `${FLAG}/environments/development/on`);
    const kindOf = ['conversion', 'count', 'count', 'mean'];
    const metrics = kindOf.map((kind, index) => ({
        ...{ key: NAMES[index + 1], outcome: NAMES[index + 1], kind, direction: 'up' },
        role: index === 0 ? 'primary' : 'secondary',
    }));
    const ratio = { key: 'ratio', outcome: 'visit', denominator: 'returned', kind: 'ratio', direction: 'up' };
    const created = await request('POST', `${PROJECT}/experiments`, {
        ...{ name: 'bench', feature: 'checkout', environment: 'development', unit: 'userId', population: 'recomputed' },
        metrics: [...metrics, { ...ratio, role: 'secondary' }],
    });
    const { id } = JSON.parse(created) as { id: string };
    await request('POST', `${PROJECT}/experiments/${id}/start`);
    return id;
}

/** Each user sends one outcome of each name, in the order of their names. */
async function send(url: string, part: number): Promise<void> {
    const outcomes = Array.from({ length: AT_ONCE }, (_, index) => {
        const number = part * AT_ONCE + index;
        const name = NAMES[Math.floor(number / Number(users)) % NAMES.length];
        return { name, context: { userId: `user-${number % Number(users)}` }, value: number % 7 };
    });
    const headers = { authorization: CLIENT_TOKEN, 'content-type': 'application/json' };
    for (;;) {
        const body = JSON.stringify({ outcomes });
        const { status } = await fetch(`${url}/api/client/outcomes`, { method: 'POST', headers, body });
        if (status === 202) return;
        if (status !== 503) throw new Error(`status ${status}`);
    }
}

async function sizeOf({ app }: BenchApp, kind: DatabaseKind): Promise<number> {
    const query =
        kind === 'embedded'
            ? 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
            : 'select pg_database_size(current_database()) as bytes';
    const { recordObservation } = app.services;
    const { rows } = await recordObservation((tx) => sql.raw<{ bytes: number }>(query).execute(tx));
    return Number(rows[0]!.bytes);
}
