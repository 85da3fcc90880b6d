import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

test('a segment id that an older node assigned beyond the counter does not block new segments', async () => {
    const app = await testApp();
    const first = await app.has.segment({ name: 'first' });
    // Versions without the counter let the database assign ids.
    await app.services.recordObservation(async (tx) => {
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
    await app.services.recordObservation((tx) => tx.updateTable('counters').set({ last: 0 }).execute());

    expect((await app.post(comments, { text: 'two' })).status).toBeLessThan(300);
    expect((await propose()).status).toBeLessThan(300);
});
