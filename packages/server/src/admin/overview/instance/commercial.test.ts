import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const NO_TRENDS = {
    userTrends: [],
    flagTrends: [],
    projectFlagTrends: [],
    metricsSummaryTrends: [],
    environmentTypeTrends: [],
    lifecycleTrends: [],
    creationArchiveTrends: [],
};

test.each<[string, unknown]>([
    ['banners', { banners: [] }],
    ['notifications', []],
    ['license/check', { isValid: true }],
    ['release-plan-templates', []],
    ['projects/default/release-templates', []],
    ['projects/default/flag-creators', []],
    ['insights', NO_TRENDS],
    ['insights?from=2026-01-01&to=2026-02-01', NO_TRENDS],
    ['insights/lifecycle?projects=default,other', NO_TRENDS],
])('every signed-in user gets a response without an error from %s', async (path, answer) => {
    const app = await testApp();
    expect(await app.get(`/api/admin/${path}`, await app.has.user())).toMatchObject({ status: 200, body: answer });
});

test('the number of seats is the number of users without service accounts, and access requests are empty', async () => {
    const app = await testApp();
    const { body: before } = await app.get('/api/admin/licensed-users');
    await app.has.user();
    await app.post('/api/admin/service-account', { name: 'robot', username: 'robot', rootRole: 3 });

    const { body } = await app.get('/api/admin/licensed-users');
    expect(body.seatCount).toBe(before.seatCount + 1);
    expect(body.licensedUsers).toMatchObject({ current: body.seatCount, history: [{ count: body.seatCount }] });
    expect((await app.get('/api/admin/user-access-requests')).body).toEqual([]);
});

test('release templates of a project that does not exist return 404', async () => {
    const app = await testApp();
    expect(await app.get('/api/admin/projects/nowhere/release-templates')).toMatchObject({ status: 404 });
});
