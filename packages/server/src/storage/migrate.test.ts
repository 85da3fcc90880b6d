import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { UNPUBLISHED_MIGRATIONS } from './unpublished-builds.ts';

/** A database to which a newer version has applied this migration. */
async function withStep(name: string) {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const app = await testApp({ database });
    await app.services.recordObservation((tx) =>
        sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(tx),
    );
    await app.close();
    return database;
}

test.each(['9999-something-more', '9999-contract-0001-what-none-uses'])(
    'a node starts on the database of a newer version that removed nothing it needs: %s',
    async (step) => {
        const app = await testApp({ database: await withStep(step) });

        expect(await app.post('/api/admin/projects/default/features', { name: 'mine' })).toMatchObject({ status: 201 });
    },
);

test('a node does not start on the database of a newer version that removed something it needs', async () => {
    const database = await withStep('9999-contract-9998-old-columns');

    await expect(testApp({ database })).rejects.toThrow(/^A newer version of Halyard wrote this database\./);
});

/** Replaces the recorded schema by the migrations of a build from before the first release. */
const recordUnpublished = (app: TestApp, names: readonly string[]) =>
    app.services.recordObservation(async (tx) => {
        await sql`delete from kysely_migration where name = '0001-schema'`.execute(tx);
        for (const name of names) {
            await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01')`.execute(tx);
        }
    });

test('a database with all migrations of the unpublished builds is current: SDKs keep their state, at every later start too', async () => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const delta = (app: TestApp, etag: string) =>
        app.get('/api/client/delta', { token: CLIENT_TOKEN, headers: { 'if-none-match': etag } });
    const old = await testApp({ database });
    await old.has.flag();
    const etag = (await delta(old, '')).headers.get('etag')!;
    await recordUnpublished(old, UNPUBLISHED_MIGRATIONS);
    await old.close();

    const upgraded = await testApp({ database });
    expect(await delta(upgraded, etag)).toMatchObject({ status: 304 });
    await upgraded.has.flag();
    const next = (await delta(upgraded, etag)).headers.get('etag')!;
    const { rows } = await upgraded.services.recordObservation((tx) =>
        sql<{ name: string }>`select name from kysely_migration`.execute(tx),
    );
    // Nodes of the unpublished builds may restart beside this version.
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['0001-schema', ...UNPUBLISHED_MIGRATIONS]));
    await upgraded.close();

    const restarted = await testApp({ database });
    expect(await delta(restarted, next)).toMatchObject({ status: 304 });
});

test.each([
    ['one', UNPUBLISHED_MIGRATIONS.slice(0, 1)],
    ['all but one', UNPUBLISHED_MIGRATIONS.slice(0, -1)],
])('a database with %s of the migrations of the unpublished builds is refused and named', async (_, names) => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const app = await testApp({ database });
    await recordUnpublished(app, names);
    await app.close();

    await expect(testApp({ database })).rejects.toThrow(/Start build 002b17bf once, .* 0095-running-nodes, then this/);
});
