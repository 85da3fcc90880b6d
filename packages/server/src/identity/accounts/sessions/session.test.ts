import { expect, test } from 'vitest';
import { ADMIN_PASSWORD, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const HOUR = 3_600_000;

async function signIn(app: TestApp, userAgent = 'test browser', username = 'admin') {
    const response = await app.post(
        '/auth/simple/login',
        { username, password: ADMIN_PASSWORD },
        { token: null, headers: { 'user-agent': userAgent } },
    );
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
    return { body: response.body, options: { token: null, headers: { cookie } } };
}

test('a user sees their sessions, newest first, with the current one marked', async () => {
    const app = await testApp();
    const { options: first } = await signIn(app, 'phone');
    await signIn(app, 'laptop');

    const { body } = await app.get('/api/admin/user/sessions', first);

    expect(body.sessions).toMatchObject([
        { userAgent: 'laptop', current: false, address: '127.0.0.1' },
        { userAgent: 'phone', current: true },
    ]);
    expect(Object.keys(body.sessions[0]).sort()).toEqual([
        'address',
        'createdAt',
        'current',
        'expiresAt',
        'id',
        'userAgent',
    ]);
});

test('a user can end another of their sessions', async () => {
    const app = await testApp();
    const { options: lost } = await signIn(app, 'lost phone');
    const { options: here } = await signIn(app, 'laptop');
    const { body } = await app.get('/api/admin/user/sessions', here);
    const { id } = body.sessions.find((session: { userAgent: string }) => session.userAgent === 'lost phone');

    const response = await app.delete(`/api/admin/user/sessions/${id}`, here);

    expect(response.status).toBe(200);
    expect(await app.get('/api/admin/user', lost)).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/user', here)).toMatchObject({ status: 200 });
});

test('a user cannot end the session of another user', async () => {
    const app = await testApp();
    const { options: admin } = await signIn(app);
    const { body } = await app.get('/api/admin/user/sessions', admin);
    const viewer = await app.has.user();

    const response = await app.delete(`/api/admin/user/sessions/${body.sessions[0].id}`, viewer);

    expect(response).toMatchObject({ status: 404 });
    expect(await app.get('/api/admin/user', admin)).toMatchObject({ status: 200 });
});

test('an API token has no sessions', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/user/sessions')).toMatchObject({ status: 403 });
});

test('signing in beyond the session limit ends the oldest session and reports it', async () => {
    const app = await testApp({ environment: { MAX_PARALLEL_SESSIONS: '2' } });
    const { options: first } = await signIn(app);
    const { options: second } = await signIn(app);

    const third = await signIn(app);

    expect(third.body).toMatchObject({ deletedSessions: 1, activeSessions: 2 });
    expect(await app.get('/api/admin/user', first)).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/user', second)).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/user', third.options)).toMatchObject({ status: 200 });
});

test('an administrator can list and end the sessions of a user', async () => {
    const app = await testApp();
    const viewer = await app.has.user();

    const list = await app.get(`/api/admin/user-admin/${viewer.id}/sessions`);
    const end = await app.delete(`/api/admin/user-admin/${viewer.id}/sessions`);

    expect(list.body.sessions).toMatchObject([{ current: false }]);
    expect(end.status).toBe(200);
    expect(await app.get('/api/admin/user', viewer)).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/user-admin/999/sessions')).toMatchObject({ status: 404 });
    expect(await app.delete('/api/admin/user-admin/999/sessions')).toMatchObject({ status: 404 });
});

test('an administrator can end one session of a user without ending the others', async () => {
    const app = await testApp();
    const { options: lost } = await signIn(app, 'lost phone');
    const { options: kept } = await signIn(app, 'laptop');
    const { body } = await app.get('/api/admin/user-admin/1/sessions');
    const { id } = body.sessions.find((session: { userAgent: string }) => session.userAgent === 'lost phone');
    const viewer = await app.has.user();

    expect(await app.delete(`/api/admin/user-admin/${viewer.id}/sessions/${id}`)).toMatchObject({ status: 404 });
    expect(await app.delete(`/api/admin/user-admin/1/sessions/${id}`, viewer)).toMatchObject({ status: 403 });
    expect(await app.delete(`/api/admin/user-admin/1/sessions/${id}`)).toMatchObject({ status: 200 });

    expect(await app.get('/api/admin/user', lost)).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/user', kept)).toMatchObject({ status: 200 });
});

test('a change of the root role ends all sessions of the user', async () => {
    const app = await testApp();
    const viewer = await app.has.user();

    await app.put(`/api/admin/user-admin/${viewer.id}`, { rootRole: 'Editor' });

    expect(await app.get('/api/admin/user', viewer)).toMatchObject({ status: 401 });
});

test('a change of the name ends no session', async () => {
    const app = await testApp();
    const viewer = await app.has.user();

    await app.put(`/api/admin/user-admin/${viewer.id}`, { name: 'New Name' });

    expect(await app.get('/api/admin/user', viewer)).toMatchObject({ status: 200 });
});

test('a session ends after its lifetime, even if it is used', async () => {
    const app = await testApp({ environment: { SESSION_TTL_HOURS: '2' } });
    const { options } = await signIn(app);

    app.passTime(2 * HOUR - 60_000);
    expect(await app.get('/api/admin/user', options)).toMatchObject({ status: 200 });
    app.passTime(60_000);
    expect(await app.get('/api/admin/user', options)).toMatchObject({ status: 401 });
});

test('signing in creates a new session, even if the request has a session cookie', async () => {
    const app = await testApp();

    const response = await app.post(
        '/auth/simple/login',
        { username: 'admin', password: ADMIN_PASSWORD },
        { token: null, headers: { cookie: 'halyard-session=chosen-by-an-attacker' } },
    );

    expect(response.headers.get('set-cookie')).toMatch(/^halyard-session=[\w-]{43};/);
    expect(
        await app.get('/api/admin/user', { token: null, headers: { cookie: 'halyard-session=chosen-by-an-attacker' } }),
    ).toMatchObject({ status: 401 });
});

test('only hashes of session secrets are stored', async () => {
    const app = await testApp();
    const { options } = await signIn(app);

    const rows = await app.services.db.selectFrom('sessions').selectAll().execute();

    expect(JSON.stringify(rows)).not.toContain(options.headers.cookie.split('=')[1]);
});
