import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
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
    const rows = await connected(database['DATABASE_URL']!, 'test');
    onTestFinished(() => rows.end());
    await rows.query('create table kysely_migration (name text primary key, timestamp text not null)');
    await rows.query(`insert into kysely_migration values ('0001-foundation', '2026-01-01')`);
    const steps = async () => (await rows.query('select name from kysely_migration')).rows;
    const before = await steps();
    // All versions keep such a connection open while they run.
    const old = await connected(database['DATABASE_URL']!, 'halyard');
    await old.query('listen halyard_changes');

    await expect(startServer(database)).rejects.toThrow(
        /too old to run beside this one uses this database \(halyard at 127\.0\.0\.1\)\. Stop all of its nodes/,
    );
    expect(await steps()).toEqual(before);

    await old.end();
    await expect(startServer(database)).rejects.toThrow('A build of Halyard from before its first release wrote this');
    expect(await steps()).toEqual(before);
});
