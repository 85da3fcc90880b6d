import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';
const BOUND_MS = 5_000;

/** All processes of the server, the postmaster first. */
async function processesOf(client: pg.Client): Promise<number[]> {
    const { rows: files } = await client.query(`select pg_read_file('postmaster.pid') as text`);
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
    return [Number.parseInt(files[0].text, 10), ...rows.map(({ pid }) => pid)];
}

async function timed(node: OwnProcess, method: string, path: string, body?: unknown) {
    const start = performance.now();
    const { status } = await node.request(method, path, body);
    return { status, milliseconds: performance.now() - start };
}

test('while PostgreSQL is frozen, requests that need it are rejected within five seconds', async () => {
    const database = await newDatabase('durable PostgreSQL');
    const node = await startServer(database);
    expect((await node.request('POST', FEATURES, { name: 'before' })).status).toBe(201);
    const client = new pg.Client({ connectionString: database['DATABASE_URL']! });
    await client.connect();
    onTestFinished(() => client.end());
    const processes = await processesOf(client);
    let areStopped = true;
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    const proceed = () => {
        if (areStopped) for (const pid of processes) process.kill(pid, 'SIGCONT');
        areStopped = false;
    };
    onTestFinished(proceed);

    const responses = await Promise.all([
        timed(node, 'POST', FEATURES, { name: 'during' }),
        timed(node, 'POST', FEATURES, { name: 'during-too' }),
        timed(node, 'GET', '/api/admin/search/events?query=before'),
        timed(node, 'GET', `${FEATURES}/before`),
    ]);
    const next = await timed(node, 'POST', FEATURES, { name: 'later' });
    proceed();

    for (const { status, milliseconds } of responses) {
        expect(status).toBe(503);
        expect(milliseconds).toBeLessThan(BOUND_MS);
    }
    // By then the node has detected it.
    expect(next).toMatchObject({ status: 503 });
    expect(next.milliseconds).toBeLessThan(1_000);
    await until(async () => (await node.request('POST', FEATURES, { name: 'after' })).status === 201);
    expect((await node.request('GET', `${FEATURES}/during`)).status).toBe(404);
});

test('a long statement is not interrupted', async () => {
    const database = await newDatabase('PostgreSQL');
    const node = await startServer(database);
    const client = new pg.Client({ connectionString: database['DATABASE_URL']! });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(
        `create function linger() returns trigger language plpgsql as
         $$ begin if new.name = 'slow' then perform pg_sleep(6); end if; return new; end $$`,
    );
    await client.query('create trigger linger before insert on flags for each row execute function linger()');

    const slow = await timed(node, 'POST', FEATURES, { name: 'slow' });

    expect(slow.status).toBe(201);
    expect(slow.milliseconds).toBeGreaterThan(BOUND_MS);
});
