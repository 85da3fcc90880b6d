import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { protectedProject, type Someone, turnOn } from '../../../test/support/change-requests.ts';
import { emptyDatabase } from '../../../test/support/databases.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../column-types.ts';
import { up } from './0073-people-behind-tokens.ts';

const expiresAt = new Date(Date.now() + 86_400_000).toISOString();

test('tokens from before the upgrade belong to the people who created them according to the audit log', async () => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const before = await testApp({ database });
    const admin: Someone = await before.has.user({ rootRole: 'admin' });
    const adminToken = await before.post('/api/admin/api-tokens', { tokenName: 'ci', type: 'admin' }, admin);
    const account = (await before.post('/api/admin/service-account', { username: 'bot', rootRole: 1 }, admin)).body;
    const path = `/api/admin/service-account/${account.id}/token`;
    const ofAccount = await before.post(path, { description: 'ci', expiresAt }, admin);
    const byUnknown = await before.post(path, { description: 'by a token of the operator', expiresAt });
    const { project, flag, propose, move } = await protectedProject(before);
    const { id } = (await propose(turnOn(flag), admin)).body;
    await move(id, 'In review', admin);
    await before.services.observe(async (tx) => {
        // The schema of the previous release.
        await sql`alter table change_requests drop column people`.execute(tx);
        await sql`alter table api_tokens drop column created_by_user_id`.execute(tx);
        await sql`alter table personal_tokens drop column created_by_user_id`.execute(tx);
        await up(tx, process.env['TEST_DATABASE'] === 'postgres' ? POSTGRES_TYPES : SQLITE_TYPES);
    });
    await before.close();

    const app = await testApp({ database });
    const approveWith = (token: string) =>
        app.put(`/api/admin/projects/${project}/change-requests/${id}/state`, { state: 'Approved' }, { token });
    for (const { body } of [adminToken, ofAccount]) {
        expect(await approveWith(body.secret)).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('review their own requests') },
        });
    }
    expect(await approveWith(byUnknown.body.secret)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('the user who created this token is unknown') },
    });
});
