import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createStepTable, doSteps, STEP_NAMES } from '../packages/server/src/storage/migrate.ts';
import { openPostgres } from '../packages/server/src/storage/postgres-database.ts';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

async function connected(url: string, application_name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name });
    await client.connect();
    return client;
}

test('a running node stops when a newer version removes something it needs', async () => {
    const database = await newDatabase('PostgreSQL');
    const node = await startServer(database);
    const client = await connected(database['DATABASE_URL']!, 'newer-version');
    onTestFinished(() => client.end());
    const takeStep = (name: string) =>
        client.query(`insert into kysely_migration (name, timestamp) values ($1, '2030-01-01')`, [name]);

    // A migration that only adds does not affect the node; it checks both.
    await takeStep('9998-something-more');
    expect((await node.request('GET', '/api/admin/projects')).status).toBe(200);
    await takeStep('9999-contract-9998-what-it-needs');

    await until(() =>
        fetch(`${node.url}/health`).then(
            () => false,
            () => true,
        ),
    );
    expect(await node.stop()).toBe(1);
    expect(node.output()).toContain('took away what this version needs');
});

test('a node does not change the schema while services run that are too old for it', async () => {
    const database = await newDatabase('PostgreSQL');
    const options = { poolSize: 1, schema: 'public', applicationName: 'test', onError: () => undefined };
    const rows = openPostgres({ url: database['DATABASE_URL']!, ...options });
    await rows.transaction(async (tx) => {
        await createStepTable(tx);
        await doSteps(
            tx,
            'postgres',
            STEP_NAMES.filter((name) => name < '0025'),
        );
    });
    const steps = () => sql`select name from kysely_migration order by name`.execute(rows.migrator);
    const before = await steps();
    // All versions keep such a connection open while they run.
    const old = await connected(database['DATABASE_URL']!, 'halyard');
    await old.query('listen halyard_changes');

    await expect(startServer(database)).rejects.toThrow(
        /too old to run beside this one uses this database \(halyard at 127\.0\.0\.1\)\. Stop all of its nodes/,
    );
    expect((await steps()).rows).toEqual(before.rows);

    await old.end();
    await rows.close();
    const upgraded = await startServer(database);
    expect((await upgraded.request('POST', '/api/admin/segments', { name: 'new', constraints: [] })).status).toBe(201);
});
