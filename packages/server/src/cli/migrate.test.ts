import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { halyard } from '../../test/support/halyard.ts';
import { run } from '../../test/support/in-process.ts';
import { ownFreshInstall, testApp } from '../../test/support/test-app.ts';
import { findPublicationDifferences } from '../publications/publish.ts';
import { openSqlite } from '../storage/embedded-database.ts';
import { beginCopy } from '../storage/migrate.ts';
import { databaseFile } from '../storage/open-database.ts';

async function ownDatabase(database: TestDatabase) {
    onTestFinished(() => database.remove());
    const { DATABASE_URL, DATA_DIR } = database.environment;
    return { database, address: DATABASE_URL ?? `sqlite:${DATA_DIR}` };
}

test('all data is migrated to the embedded database and back, even after an interruption', async () => {
    const source = await ownDatabase(await ownFreshInstall());
    const environment = { DATABASE_APPLICATION_NAME: 'flags-of-europe' };
    const app = await testApp({ database: source.database, environment });
    await app.has.flag({ name: 'kept', enabled: true, description: 'a\u2028b "c" \\ \u{1F6A9}' });
    const segment = await app.has.segment({ name: 'gone' });
    await app.delete(`/api/admin/segments/${segment.id}`);
    const [flags, events] = [await app.clientFeatures(), (await app.get('/api/admin/events')).body];
    const revision = await app.revision();
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-migrated-'));
    const migrateTo = (...more: string[]) =>
        run(['migrate', '--to', `sqlite:${folder}`, ...more], { environment: source.database.environment });

    expect(await migrateTo()).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') });
    await app.close();
    const tried = await migrateTo('--dry-run');
    expect(tried).toMatchObject({ status: 0, json: { dryRun: true, revision } });
    expect(await readdir(folder)).toEqual([]);
    const first = await migrateTo();
    expect(first).toMatchObject({
        status: 0,
        json: { revision, resumedAfter: 0, chain: { valid: true }, publicationsThatDisagree: 0, rows: tried.json.rows },
    });
    expect(await migrateTo('--dry-run')).toMatchObject({ status: 1, stderr: expect.stringContaining('not empty') });
    expect(await migrateTo()).toMatchObject({ status: 1, stderr: expect.stringContaining('not empty') });

    // The state of a copy that was interrupted within the events.
    const half = openSqlite(databaseFile(folder));
    const last = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(half.migrator);
    await beginCopy(half.migrator, `${revision} ${first.json.hash} ${last.rows[0]!.name}`);
    await sql`delete from events where id > ${revision - 2}`.execute(half.migrator);
    await half.close();
    expect(await halyard(['serve'], { environment: { DATA_DIR: folder } })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('was not finished'),
    });
    const resumed = await migrateTo();
    expect(resumed).toMatchObject({ status: 0, json: { resumedAfter: first.json.rows - 2, chain: { valid: true } } });

    const back = await ownDatabase(await emptyDatabase());
    const returned = await halyard(['migrate', '--to', back.address], { environment: { DATA_DIR: folder } });
    expect(returned).toMatchObject({ status: 0, json: { rows: first.json.rows, hash: first.json.hash } });
    const again = await testApp({ database: back.database });
    expect(await again.clientFeatures()).toEqual(flags);
    expect((await again.get('/api/admin/events')).body).toEqual(events);
    expect((await again.has.segment({ name: 'new' })).id).toBeGreaterThan(segment.id);
}, 240_000);

test('migrate fails if a row of the copy differs', async () => {
    const source = await ownDatabase(await ownFreshInstall());
    const app = await testApp({ database: source.database });
    await app.has.flag({ name: 'kept' });
    const revision = await app.revision();
    // The publications were already inconsistent before: a warning, not a reason to stop.
    await app.services.recordObservation((tx) =>
        tx.updateTable('publications').set({ definition: '{"name":"kept"}' }).where('name', '=', 'kept').execute(),
    );
    const wrong = (await findPublicationDifferences(app.services.db)).length;
    await app.close();
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-migrated-'));
    const copy = (...more: string[]) =>
        run(['migrate', '--to', `sqlite:${folder}`, ...more], { environment: source.database.environment });
    const { json } = await copy();
    expect(wrong).toBeGreaterThan(0);
    expect(json).toMatchObject({ publicationsThatDisagree: wrong });

    const half = openSqlite(databaseFile(folder));
    const last = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(half.migrator);
    await beginCopy(half.migrator, `${revision} ${json.hash} ${last.rows[0]!.name}`);
    await sql`update flags set description = 'another'`.execute(half.migrator);
    await half.close();

    expect(await copy()).toMatchObject({ status: 1, stderr: expect.stringMatching(/table flags differs.*name kept/) });
    expect(await copy('--restart')).toMatchObject({ status: 0, stderr: '', json: { resumedAfter: 0 } });
}, 240_000);

test('migrate rejects an unsupported target and the source itself', async () => {
    const { database, address } = await ownDatabase(await ownFreshInstall());
    await (await testApp({ database })).close();
    const to = (target: string) => run(['migrate', '--to', target], { environment: database.environment });

    const [foreign, same] = [await to('mysql://localhost/x'), await to(address)];

    expect(foreign).toMatchObject({ status: 1, stderr: expect.stringContaining('must be postgres://') });
    expect(same).toMatchObject({ status: 1, stderr: expect.stringContaining('same database') });
}, 60_000);
