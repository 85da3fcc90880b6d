import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../../../storage/column-types.ts';
import { up } from '../../../storage/migrations/0025-counters.ts';

test.each([0, 3])('after an upgrade from a version that assigned %i ids, new ids are higher', async (given) => {
    const app = await testApp();
    const types = process.env['TEST_DATABASE'] === 'postgres' ? POSTGRES_TYPES : SQLITE_TYPES;
    // Older versions let the database assign ids. The segments are deleted again.
    await app.services.observe(async (tx) => {
        for (let count = 1; count <= given; count++) {
            await sql`insert into segments (name, constraints, created_by, created_at)
                values (${`segment-${count}`}, '[]', 'someone', '2026-01-01T00:00:00.000Z')`.execute(tx);
        }
        await tx.deleteFrom('segments').execute();
        await sql`drop table counters`.execute(tx);
        await up(tx, types);
    });

    expect((await app.has.segment({ name: 'new' })).id).toBe(given + 1);
});

test('a segment id that an older node assigned beyond the counter does not block new segments', async () => {
    const app = await testApp();
    const first = await app.has.segment({ name: 'first' });
    // Versions without the counter let the database assign ids.
    await app.services.observe(async (tx) => {
        await sql`insert into segments (id, name, constraints, created_by, created_at)
            values (${first.id + 1}, 'by-old-node', '[]', 'someone', '2026-01-01T00:00:00.000Z')`.execute(tx);
    });

    expect((await app.has.segment({ name: 'second' })).id).toBe(first.id + 2);
});

test('change requests and comments are numbered after the highest stored id when their counters lag behind', async () => {
    const app = await testApp();
    const project = '/api/admin/projects/default';
    await app.put(`${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { name: feature } = await app.has.flag({});
    const propose = () =>
        app.post(`${project}/environments/production/change-requests`, {
            feature,
            action: 'updateEnabled',
            payload: { enabled: true },
        });
    const { body: request } = await propose();
    const comments = `${project}/change-requests/${request.id}/comments`;
    expect((await app.post(comments, { text: 'one' })).status).toBeLessThan(300);
    await app.services.observe((tx) => tx.updateTable('counters').set({ last: 0 }).execute());

    expect((await app.post(comments, { text: 'two' })).status).toBeLessThan(300);
    expect((await propose()).status).toBeLessThan(300);
});
