import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPgBouncer } from '../packages/server/test/support/pgbouncer.ts';
import { newDatabase } from './support/databases.ts';
import { type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';
const SLOWLY = { timeout: 120_000 };

/** A database with the schema `flags`, and a direct connection to it. */
async function databaseWithSchema() {
    const { DATABASE_URL: direct = '' } = await newDatabase('PostgreSQL');
    const client = new pg.Client({ connectionString: direct });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('create schema flags');
    return { direct, client };
}

/** Changes at both nodes at once; each may be refused while the pooler restarts, but never fail otherwise. */
async function changeAt(nodes: readonly OwnProcess[], prefix: string): Promise<void> {
    const names = Array.from({ length: 12 }, (_, index) => `${prefix}-${index}`);
    await Promise.all(
        names.map(async (name, index) => {
            const node = nodes[index % nodes.length]!;
            await until(async () => {
                const { status } = await node.request('POST', FEATURES, { name });
                if (![201, 409, 503].includes(status)) throw new Error(`${name}: ${status}`);
                return status !== 503;
            });
            await Promise.all(nodes.map((each) => each.request('GET', `${FEATURES}/${name}`)));
        }),
    );
}

async function poolerMode(node: OwnProcess): Promise<string> {
    const metrics = await (await fetch(`${node.url}/internal-backstage/prometheus`)).text();
    return /^halyard_database_pooler\{mode="(\w+)"\} 1$/m.exec(metrics)![1]!;
}

/** How often the nodes have reported that they run, every two seconds each. */
async function reportsOf(client: pg.Client): Promise<number> {
    const { rows } = await client.query('select sum(reports)::int as reports from flags.running_nodes');
    return rows[0].reports;
}

/** `options` are ignored as older guides for PgBouncer recommend, or refused as by default. */
test.each<Record<string, string>>([{}, { ignore_startup_parameters: 'options' }])(
    'nodes behind PgBouncer run in session mode, and after its restart in transaction mode, with %o',
    SLOWLY,
    async (settings) => {
        const { direct, client } = await databaseWithSchema();
        // Few connections, so that transactions of both nodes alternate on each of them.
        const pooler = await startPgBouncer(direct, 'session', settings);
        const environment = { DATABASE_URL: pooler.url, DATABASE_SCHEMA: 'flags', DATABASE_LOCK_TIMEOUT: '2000' };
        const first = await startServer(environment);
        const second = await startServer(environment);
        await changeAt([first, second], 'session');

        await pooler.restart('transaction');
        for (const round of ['one', 'two', 'three']) await changeAt([first, second], round);

        const names = async (node: OwnProcess) => (await node.clientFlags()).map(({ name }) => name);
        await until(async () => (await names(first)).length === 48 && (await names(second)).length === 48);
        expect(await first.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
        const { rows } = await client.query(
            `select schemaname, count(*)::int > 50 as many from pg_tables where schemaname in ('flags', 'public') group by 1`,
        );
        expect(rows).toEqual([{ schemaname: 'flags', many: true }]);
        // A change that waits for the lock of another transaction fails after the configured time, not never.
        await client.query('begin');
        await client.query('select from flags.event_head for update');
        expect(await second.request('POST', FEATURES, { name: 'refused' })).toMatchObject({ status: 503 });
        await client.query('rollback');
        await until(async () => /^\{.*transaction mode.*\}$/m.test(first.output()));
        expect(await poolerMode(first)).toBe('transaction');
    },
);

test('an idle node knows the mode of PgBouncer when it is ready, and follows its changes', SLOWLY, async () => {
    const { direct, client } = await databaseWithSchema();
    // Always the same server connection, as long as one is enough.
    const pooler = await startPgBouncer(direct, 'transaction');
    const environment = { DATABASE_URL: pooler.url, DATABASE_SCHEMA: 'flags' };
    const node = await startServer(environment);

    expect(await poolerMode(node)).toBe('transaction');
    expect(node.output()).toContain('transaction mode');

    await pooler.reload('session');
    await until(async () => (await poolerMode(node)) === 'session');
    const other = await startServer(environment);
    expect(await poolerMode(other)).toBe('session');

    await pooler.reload('transaction');
    await until(async () => (await poolerMode(node)) === 'transaction' && (await poolerMode(other)) === 'transaction');
    // The nodes test the mode every two seconds, and find the same each time.
    const found = new Set<string>();
    const before = await reportsOf(client);
    await until(async () => {
        found.add(await poolerMode(node));
        return (await reportsOf(client)) >= before + 10;
    });
    expect([...found]).toEqual(['transaction']);
});
