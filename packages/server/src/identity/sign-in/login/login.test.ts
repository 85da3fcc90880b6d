import { expect, test } from 'vitest';
import { deactivate } from '../../../../test/support/directory.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const credentials = { username: 'admin', password: ADMIN_PASSWORD };
const signIn = (app: TestApp, body: unknown = credentials) => app.post('/auth/simple/login', body, { token: null });
const cookieOf = async (app: TestApp) => (await signIn(app)).headers.get('set-cookie')!.split(';')[0]!;

test('sign-in returns the user and starts a session', async () => {
    const app = await testApp();

    const response = await signIn(app);

    expect(response).toMatchObject({ status: 200, body: { id: 1, username: 'admin', loginAttempts: 0 } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(response.body)).not.toMatch(/password|hash/i);
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
    expect(await app.get('/api/admin/user', { token: null, headers: { cookie } })).toMatchObject({
        status: 200,
        body: { user: { username: 'admin' }, permissions: [{ permission: 'ADMIN' }] },
    });
});

test('the cookie is HttpOnly and SameSite, and expires with the session', async () => {
    const app = await testApp({ environment: { SESSION_TTL_HOURS: '3' } });

    const cookie = (await signIn(app)).headers.get('set-cookie')!;

    expect(cookie).toMatch(/^halyard-session=[\w-]{40,};/);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=10800', 'Path=/', 'SameSite=Lax']);
});

test.each([
    ['the public URL uses https', { UNLEASH_URL: 'https://flags.example.com' }],
    ['secure headers are enabled', { SECURE_HEADERS: 'true' }],
])('the cookie is Secure if %s', async (_what, environment) => {
    const app = await testApp({ environment: environment as unknown as Record<string, string> });

    expect((await signIn(app)).headers.get('set-cookie')).toMatch(/; Secure$/);
});

test('with a base path the cookie has that path', async () => {
    const app = await testApp({ environment: { BASE_URI_PATH: '/flags' } });

    const response = await app.send('POST', '/auth/simple/login', {
        token: null,
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify(credentials),
    });

    expect(response.headers.get('set-cookie')).toContain('; Path=/flags;');
});

test('users can also sign in with their e-mail address in any case', async () => {
    const app = await testApp();
    const { username } = await app.has.user();

    const response = await signIn(app, {
        username: `${username.toUpperCase()}@Example.com`,
        password: 'A-password-of-tests-1',
    });

    expect(response).toMatchObject({ status: 200, body: { username } });
});

test.each([
    ['no password', { username: 'admin' }, '/body/password'],
    ['an empty password', { username: 'admin', password: '' }, '/body/password'],
    ['no name', { password: 'x' }, '/body/username'],
    ['a name that is an object', { username: { $ne: '' }, password: 'x' }, '/body/username'],
    ['a password that is far too long', { username: 'admin', password: 'x'.repeat(100_000) }, '/body/password'],
    ['an unknown property', { ...credentials, remember: true }, '/body/remember'],
])('sign-in with %s is rejected', async (_what, body, path) => {
    const app = await testApp();

    expect(await signIn(app, body)).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', details: [{ path }] },
    });
});

test('a deactivated user gets an explanation after entering the right password', async () => {
    const app = await testApp();
    const ed = { username: 'ed', password: ADMIN_PASSWORD };
    await app.post('/api/admin/user-admin', { ...ed, rootRole: 3 });
    await deactivate(app, 'ed');
    const signIn = (password: string) => app.post('/auth/simple/login', { ...ed, password }, { token: null });

    expect(await signIn('Wrong-password-1')).toMatchObject({ status: 401, body: { name: 'PasswordMismatch' } });
    const refused = await signIn(ADMIN_PASSWORD);
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('deactivated') } });
    expect(refused.headers.get('set-cookie')).toBeNull();
});

test('a form gets 415', async () => {
    const app = await testApp();

    expect(
        await app.send('POST', '/auth/simple/login', {
            token: null,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            rawBody: `username=admin&password=${ADMIN_PASSWORD}`,
        }),
    ).toMatchObject({ status: 415 });
});

test('a rejected sign-in sets no cookie', async () => {
    const app = await testApp();

    const response = await signIn(app, { ...credentials, password: 'wrong' });

    expect(response).toMatchObject({ status: 401, body: { name: 'PasswordMismatch' } });
    expect(response.headers.get('set-cookie')).toBeNull();
});

test('sign-out ends the session and clears the site data of the browser', async () => {
    const app = await testApp();
    const cookie = await cookieOf(app);

    const response = await app.post('/logout', undefined, { token: null, headers: { cookie } });

    expect(response.status).toBe(302);
    expect(response.headers.get('set-cookie')).toMatch(/^halyard-session=; .*Max-Age=0/);
    expect(response.headers.get('clear-site-data')).toBe('"cookies", "storage"');
    expect(await app.get('/api/admin/user', { token: null, headers: { cookie } })).toMatchObject({ status: 401 });
});

test('sign-out without a session is not an error', async () => {
    const app = await testApp();

    expect(await app.post('/logout', undefined, { token: null })).toMatchObject({ status: 302 });
    expect(
        await app.post('/logout', undefined, { token: null, headers: { cookie: 'halyard-session=nonsense' } }),
    ).toMatchObject({ status: 302 });
});

test.each(['nonsense', '', 'a'.repeat(4000), '%00'])('the cookie "%s" does not authenticate', async (value) => {
    const app = await testApp();

    expect(
        await app.get('/api/admin/user', { token: null, headers: { cookie: `halyard-session=${value}` } }),
    ).toMatchObject({ status: 401 });
});

test('an invalid token is rejected even with a valid session', async () => {
    const app = await testApp();
    const cookie = await cookieOf(app);

    expect(await app.get('/api/admin/user', { token: 'garbage', headers: { cookie } })).toMatchObject({ status: 401 });
});

const foreign = { origin: 'https://evil.example.com' };

test.each([
    ['another site', foreign],
    ['a page without origin', { origin: 'null' }],
    ['another port of the same host', { origin: 'http://127.0.0.1:1' }],
    ['a site whose name ends with our host name', { origin: 'https://evil-localhost' }],
    ['another site according to Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['the same site but another origin according to Sec-Fetch-Site', { 'sec-fetch-site': 'same-site', ...foreign }],
])('a change with a cookie from %s is rejected', async (_what, from) => {
    const app = await testApp();
    const headers = { cookie: await cookieOf(app), ...from } as Record<string, string>;

    expect(await app.post('/api/admin/tags', { value: 'beta' }, { token: null, headers })).toMatchObject({
        status: 403,
        body: { name: 'NoAccessError', message: expect.stringContaining('another site') },
    });
});

test.each([
    ['our own page', (app: TestApp) => ({ origin: new URL(app.url).origin })],
    ['our own page according to Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'same-origin', ...foreign })],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
    ['a client that is not a browser', () => ({})],
])('a change with a cookie from %s is accepted', async (_what, from) => {
    const app = await testApp();
    const headers = { cookie: await cookieOf(app), ...from(app) } as Record<string, string>;

    expect(await app.post('/api/admin/tags', { value: 'beta' }, { token: null, headers })).toMatchObject({
        status: 201,
    });
});

test('the origin of the public URL is accepted', async () => {
    const app = await testApp({ environment: { UNLEASH_URL: 'https://flags.example.com' } });
    const headers = { cookie: await cookieOf(app), origin: 'https://flags.example.com' };

    expect(await app.post('/api/admin/tags', { value: 'beta' }, { token: null, headers })).toMatchObject({
        status: 201,
    });
});

test('reads with a cookie and changes with a token are accepted from every origin', async () => {
    const app = await testApp();
    const cookie = await cookieOf(app);

    expect(await app.get('/api/admin/tags', { token: null, headers: { cookie, ...foreign } })).toMatchObject({
        status: 200,
    });
    expect(
        await app.post('/api/admin/tags', { value: 'beta' }, { token: ADMIN_TOKEN, headers: foreign }),
    ).toMatchObject({ status: 201 });
});

test('with AUTH_TYPE=none requests of other sites are rejected', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'none' } });

    expect(await app.post('/api/admin/tags', { value: 'beta' }, { token: null })).toMatchObject({ status: 201 });
    expect(await app.post('/api/admin/tags', { value: 'other' }, { token: null, headers: foreign })).toMatchObject({
        status: 403,
    });
});
