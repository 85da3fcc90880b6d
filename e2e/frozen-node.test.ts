import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const CREATE = ['POST', '/api/admin/projects/default/features'] as const;
const IDLE_MS = 1_500;
/** An advisory lock of this test. */
const HELD = 19;

test('a node that freezes during a change blocks others only briefly, cannot finish it after waking up, and continues', {
    timeout: 120_000,
}, async () => {
    const database = await newDatabase('PostgreSQL');
    // The other node has a longer timeout: it must not lose its change when the machine stalls briefly.
    const impatient = { ...database, DATABASE_IDLE_IN_TRANSACTION_TIMEOUT: String(IDLE_MS) };
    const [frozen, other] = await Promise.all([startServer(impatient), startServer(database)]);
    const client = new pg.Client({ connectionString: database['DATABASE_URL']! });
    await client.connect();
    onTestFinished(() => client.end());
    // The row of the flag is written under the writer's lock, and COMMIT has not been sent yet. The freeze happens here, until
    // the lock that the row waits for is released.
    await client.query(
        `create function linger() returns trigger language plpgsql as
         $$ begin if new.name = 'half-done' then perform pg_advisory_xact_lock(${HELD}); end if; return new; end $$`,
    );
    await client.query('create trigger linger before insert on flags for each row execute function linger()');
    await client.query('select pg_advisory_lock($1)', [HELD]);

    const halfDone = frozen.request(...CREATE, { name: 'half-done' });
    await until(async () => {
        const { rows } = await client.query(
            `select from pg_locks join pg_database on oid = database and datname = current_database()
             where locktype = 'advisory' and classid = 0 and objid = $1 and not granted`,
            [HELD],
        );
        return rows.length === 1;
    });
    frozen.signal('SIGSTOP');
    const start = performance.now();
    await client.query('select pg_advisory_unlock($1)', [HELD]);
    const written = await other.request(...CREATE, { name: 'written' });
    const waited = performance.now() - start;
    frozen.signal('SIGCONT');

    expect(written.status).toBe(201);
    // It waited for the lock, and only for the timeout and the machine.
    expect(waited).toBeGreaterThan(IDLE_MS);
    expect(waited).toBeLessThan(IDLE_MS + 20_000);
    expect(await halfDone).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/nothing was changed/) },
    });
    await until(async () => (await frozen.clientFlags()).some(({ name }) => name === 'written'));
    expect((await frozen.clientFlags()).map(({ name }) => name)).toEqual(['written']);

    await until(async () => (await frozen.request(...CREATE, { name: 'again' })).status === 201);
    await until(async () => (await other.clientFlags()).length === 2);
    expect(await other.clientFlags()).toEqual(await frozen.clientFlags());
    const { rows } = await client.query(`select feature_name from events where type = 'feature-created' order by id`);
    expect(rows).toEqual([{ feature_name: 'written' }, { feature_name: 'again' }]);
    expect(await frozen.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
});
