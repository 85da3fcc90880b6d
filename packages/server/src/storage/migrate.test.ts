import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';

/** A database to which a newer version has applied this migration. */
async function withStep(name: string) {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const app = await testApp({ database });
    await app.services.observe((tx) =>
        sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(tx),
    );
    await app.close();
    return database;
}

test.each(['9999-something-more', '9999-contract-0040-what-none-uses'])(
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

test('SDKs of a database from before epochs existed keep their state, after the upgrade and at every later start', async () => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const delta = (app: TestApp, etag: string) =>
        app.get('/api/client/delta', { token: CLIENT_TOKEN, headers: { 'if-none-match': etag } });
    const old = await testApp({ database });
    await old.has.flag();
    await old.services.observe(async (tx) => {
        await sql`update event_head set epoch = ''`.execute(tx);
        await sql`delete from kysely_migration where name >= '0068'`.execute(tx);
        // Later migrations add these again.
        await sql`alter table change_request_changes drop column refs`.execute(tx);
        await sql`alter table change_requests drop column people`.execute(tx);
        await sql`alter table api_tokens drop column created_by_user_id`.execute(tx);
        await sql`alter table personal_tokens drop column created_by_user_id`.execute(tx);
        await sql`drop table change_receipts`.execute(tx);
        await sql`drop table project_applications`.execute(tx);
        await sql`drop table traffic_samples`.execute(tx);
        await sql`alter table change_requests drop column applied_effect`.execute(tx);
        await sql`drop table app_usage`.execute(tx);
        await sql`drop table running_nodes`.execute(tx);
        for (const table of ['metric_charts', 'registered_metrics']) await sql.raw(`drop table ${table}`).execute(tx);
        await sql`drop index app_instances_by_sdk`.execute(tx);
        for (const table of ['report_journal', 'report_deliveries']) await sql.raw(`drop table ${table}`).execute(tx);
        await sql`drop index publications_replaced`.execute(tx);
        await sql`drop index publications_superseded`.execute(tx);
        await sql`drop index users_by_lower_username`.execute(tx);
        await sql`drop index one_open_change_request_by_origin`.execute(tx);
        await sql`alter table change_requests drop column origin`.execute(tx);
        await sql`create unique index one_open_change_request on change_requests (created_by_user_id, project, environment)
            where kind = 'request' and state in ('Draft', 'In review', 'Approved')`.execute(tx);
        await sql`alter table event_head drop column highest_revision`.execute(tx);
    });
    const { eventId } = (await delta(old, '')).body.events[0];
    await old.close();

    const upgraded = await testApp({ database });
    expect(await delta(upgraded, `"${eventId}"`)).toMatchObject({ status: 304 });
    const { name } = await upgraded.has.flag();
    const next = await delta(upgraded, `"${eventId}"`);
    expect(next.body.events).toMatchObject([{ type: 'feature-updated', feature: { name } }]);
    expect(next.headers.get('etag')).toMatch(/^"\d+\.i[0-9a-f]{8}"$/);
    await upgraded.close();

    const restarted = await testApp({ database });
    expect(await delta(restarted, next.headers.get('etag')!)).toMatchObject({ status: 304 });
});
