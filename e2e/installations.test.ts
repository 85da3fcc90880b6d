import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../packages/server/test/support/halyard.ts';
import { startPgBouncer } from '../packages/server/test/support/pgbouncer.ts';
import { newDatabase } from './support/databases.ts';
import { type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';
const SLOWLY = { timeout: 120_000 };

async function databaseWith(...schemas: string[]) {
    const { DATABASE_URL: url = '' } = await newDatabase('PostgreSQL');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    for (const schema of schemas) await client.query(`create schema ${pg.escapeIdentifier(schema)}`);
    return { url, client };
}

async function newFile(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-installations-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return path.join(folder, 'flags.jsonl.gz');
}

const flagNames = async (node: OwnProcess) => (await node.clientFlags()).map(({ name }) => name);

test('two installations share a database, and one is restored while the other runs', SLOWLY, async () => {
    const { url } = await databaseWith('a', 'MyFlags');
    const a = { DATABASE_URL: url, DATABASE_SCHEMA: 'a' };
    const b = { DATABASE_URL: url, DATABASE_SCHEMA: 'MyFlags' };
    const [nodeOfA, nodeOfB] = [await startServer(a), await startServer(b)];
    await nodeOfA.request('POST', FEATURES, { name: 'of-a' });
    await nodeOfB.request('POST', FEATURES, { name: 'of-b' });
    expect(await flagNames(nodeOfA)).toEqual(['of-a']);
    expect(await flagNames(nodeOfB)).toEqual(['of-b']);

    const file = await newFile();
    expect(await halyard(['backup', file], { environment: a })).toMatchObject({ status: 0 });
    expect(await halyard(['restore', file, '--replace'], { environment: b })).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/A service runs on this database \(halyard at .*\)\. Stop it first/),
    });
    await nodeOfB.stop();
    expect(await halyard(['restore', file, '--replace'], { environment: b })).toMatchObject({ status: 0 });

    expect((await nodeOfA.request('POST', FEATURES, { name: 'later' })).status).toBe(201);
    expect(await flagNames(await startServer(b))).toEqual(['of-a']);
});

test('an installation runs beside another application that uses Kysely, but not in its schema', SLOWLY, async () => {
    const { url, client } = await databaseWith('flags');
    await client.query('create table kysely_migration (name text primary key, timestamp text)');
    await client.query('create table kysely_migration_lock (id text primary key, is_locked integer)');
    await client.query(`insert into kysely_migration values ('2024-users', '2024-01-01')`);

    const node = await startServer({ DATABASE_URL: url, DATABASE_SCHEMA: 'flags' });
    expect((await node.request('POST', FEATURES, { name: 'first' })).status).toBe(201);
    await expect(startServer({ DATABASE_URL: url })).rejects.toThrow(
        /^The server did not start:\nThe schema of DATABASE_SCHEMA belongs to another application that uses Kysely\. .*\n$/,
    );
    const { rows } = await client.query('select name from public.kysely_migration');
    expect(rows).toEqual([{ name: '2024-users' }]);
});

test.each(['session', 'transaction'] as const)(
    'behind a pooler in %s mode, a restore is refused while a node runs, and only then',
    SLOWLY,
    async (mode) => {
        const { url } = await databaseWith();
        const pooler = await startPgBouncer(url, mode);
        const environment = { DATABASE_URL: pooler.url };
        const node = await startServer({ ...environment, DATABASE_APPLICATION_NAME: 'flags-of-europe' });
        const file = await newFile();
        expect(await halyard(['backup', file], { environment })).toMatchObject({ status: 0 });
        const restore = () => halyard(['restore', file, '--replace'], { environment });

        const refused = { status: 1, stderr: expect.stringContaining('(flags-of-europe at ') };
        expect(await restore()).toMatchObject(refused);
        // Replaces the server connections with their locks and names.
        await pooler.command('RECONNECT');
        expect(await restore()).toMatchObject(refused);

        await node.stop();
        expect(await restore()).toMatchObject({ status: 0 });
        const next = await startServer(environment);
        await next.stop('SIGKILL');
        expect(await restore()).toMatchObject({ status: 0 });
    },
);

test('a node that was frozen during a restore stops when it wakes up', SLOWLY, async () => {
    const { url: DATABASE_URL } = await databaseWith();
    const node = await startServer({ DATABASE_URL });
    const file = await newFile();
    expect(await halyard(['backup', file], { environment: { DATABASE_URL } })).toMatchObject({ status: 0 });

    node.signal('SIGSTOP');
    const restored = await halyard(['restore', file, '--replace'], { environment: { DATABASE_URL } });
    node.signal('SIGCONT');

    expect(restored).toMatchObject({ status: 0 });
    await until(() => node.output().includes('The content of the database was replaced'));
    expect(await node.stop()).toBe(1);
});
