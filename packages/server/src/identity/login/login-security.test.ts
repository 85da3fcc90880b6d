import { expect, test } from 'vitest';
import { ADMIN_PASSWORD, type TestApp, testApp } from '../../../test/support/test-app.ts';

const credentials = { username: 'admin', password: ADMIN_PASSWORD };

const signIn = (app: TestApp, headers: Record<string, string> = {}) =>
    app.post('/auth/simple/login', credentials, { token: null, headers });

const signedIn = async (app: TestApp) => (await signIn(app)).headers.get('set-cookie')!.split(';')[0]!;

test.each([
    ['not Secure over http', {}, {}, false],
    ['Secure behind a proxy that speaks https', {}, { 'x-forwarded-proto': 'https' }, true],
    ['Secure when the public address is https', { UNLEASH_URL: 'https://flags.example.com' }, {}, true],
    ['Secure when the operator says so', { SECURE_HEADERS: 'true' }, {}, true],
])(
    'the cookie of a session is HttpOnly, SameSite and %s; so is the one that ends it',
    async (_how, environment, headers, secure) => {
        const app = await testApp({ environment: environment as Record<string, string> });

        const begin = (await signIn(app, headers as Record<string, string>)).headers.get('set-cookie')!;
        const logout = await app.post('/logout', undefined, {
            token: null,
            headers: headers as Record<string, string>,
        });

        for (const cookie of [begin, logout.headers.get('set-cookie')!]) {
            expect(cookie).toContain('HttpOnly; SameSite=Lax');
            expect(cookie.includes('Secure')).toBe(secure);
        }
    },
);

test('signing out ends the session, not only the cookie', async () => {
    const app = await testApp();
    const cookie = await signedIn(app);

    const logout = await app.post('/logout', undefined, { token: null, headers: { cookie } });

    expect(logout.status).toBe(302);
    expect(logout.headers.get('set-cookie')).toContain('halyard-session=; Path=/; Max-Age=0');
    expect(logout.headers.get('clear-site-data')).toBe('"cookies", "storage"');
    expect(await app.get('/api/admin/user', { token: null, headers: { cookie } })).toMatchObject({ status: 401 });
});

test.each(['j:{"$ne":""}', '{"$gt":""}', '%00', "' or '1'='1", '../admin', ''])(
    'the cookie %j lets nobody in',
    async (value) => {
        const app = await testApp();
        await signedIn(app);

        const response = await app.get('/api/admin/user', {
            token: null,
            headers: { cookie: `halyard-session=${encodeURIComponent(value)}` },
        });

        expect(response.status).toBe(401);
    },
);

test.each([
    ['an object as username', { ...credentials, username: { $ne: '' } }],
    ['a list as username', { ...credentials, username: ['admin'] }],
    ['an object as password', { ...credentials, password: { $ne: '' } }],
    ['true as password', { ...credentials, password: true }],
    ['no password', { username: 'admin' }],
    ['an unknown property', { ...credentials, rootRole: 1 }],
    ['a password beyond all bounds', { ...credentials, password: 'x'.repeat(129) }],
])('%s is refused before anyone is looked up', async (_what, body) => {
    const app = await testApp();

    const response = await app.post('/auth/simple/login', body, { token: null });

    expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
    expect((await app.get('/api/admin/logins')).body.events).toEqual([]);
});

test.each([
    ['the page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin of an old browser', { origin: 'https://evil.example' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['our own page', { 'sec-fetch-site': 'same-origin' }, 201],
    ['a program that is no browser', {}, 201],
])('a change with the cookie of a session from %s', async (_from, headers, status) => {
    const app = await testApp();
    const cookie = await signedIn(app);

    const response = await app.post(
        '/api/admin/user-admin',
        { username: 'ed', rootRole: 3 },
        { token: null, headers: { cookie, ...(headers as Record<string, string>) } },
    );

    expect(response.status).toBe(status);
});

test('a header that is no valid token does not fall back to the session', async () => {
    const app = await testApp();
    const cookie = await signedIn(app);

    expect(await app.get('/api/admin/user', { token: 'user:made-up', headers: { cookie } })).toMatchObject({
        status: 401,
    });
});

test('with AUTH_TYPE demo an e-mail address is enough for an Editor', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'demo' } });
    const login = (email: string, changesNothing = false) =>
        app.post('/auth/demo/login', { email }, { token: null, changesNothing });

    const first = await login('Joe@example.com');
    const again = await login('joe@example.com', true);

    expect(first).toMatchObject({ status: 200, body: { email: 'joe@example.com' } });
    expect(again.body.id).toBe(first.body.id);
    const cookie = again.headers.get('set-cookie')!.split(';')[0]!;
    expect((await app.get('/api/admin/user', { token: null, headers: { cookie } })).body.user.rootRole).toBe(2);
    expect((await app.get('/api/admin/logins')).body.events).toMatchObject([
        { username: 'joe@example.com', authType: 'demo', successful: true },
        { authType: 'demo', successful: true },
    ]);
});

test('with AUTH_TYPE demo nobody becomes an administrator or someone who has a password', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'demo' } });
    const { body: ada } = await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 3 });
    await app.post('/api/admin/user-admin', { email: 'root@example.com', rootRole: 1 });
    await app.post('/api/admin/user-admin', { email: 'eve@example.com', password: 'secret-word', rootRole: 3 });
    await app.post('/api/admin/groups', { name: 'admins', rootRole: 1, users: [{ user: { id: ada.id } }] });

    for (const email of ['ada@example.com', 'root@example.com', 'eve@example.com']) {
        expect(await app.post('/auth/demo/login', { email }, { token: null })).toMatchObject({ status: 403 });
    }
    expect(await app.post('/auth/demo/login', { email: 'admin' }, { token: null })).toMatchObject({ status: 400 });
});

test('without AUTH_TYPE demo there is no such door', async () => {
    const app = await testApp();

    const response = await app.send('POST', '/auth/demo/login', {
        token: null,
        headers: { 'content-type': 'application/json' },
        rawBody: '{"email":"joe@example.com"}',
    });

    expect(response.status).toBe(404);
});
