import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const tokens = '/api/admin/invite-link/tokens';
const DAY = 86_400_000;

const inDays = (app: TestApp, days: number) => new Date(app.services.clock().getTime() + days * DAY).toISOString();
const events = async (app: TestApp) => (await app.get('/api/admin/events')).body.events;
const create = async (app: TestApp, days = 7) =>
    (await app.post(tokens, { name: 'team', expiresAt: inDays(app, days) })).body;

const joe = { name: 'Joe', email: 'joe@example.com', password: 'A-good-password-1' };
const signUp = (app: TestApp, secret: string, body: unknown = joe) =>
    app.post(`/invite/${secret}/signup`, body, { token: null });

test('a signup token is created with a link, for Viewers', async () => {
    const app = await testApp();
    const admin = await app.has.user({ rootRole: 'admin' });
    const expiresAt = inDays(app, 7);

    const response = await app.post(tokens, { name: 'team', expiresAt }, admin);

    const { secret } = response.body;
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`tokens/${secret}`);
    expect(response.body).toEqual({
        secret: expect.stringMatching(/^[0-9a-f]{32}$/),
        url: expect.stringMatching(new RegExp(`^http://localhost:\\d+/new-user\\?invite=${secret}$`)),
        name: 'team',
        enabled: true,
        expiresAt,
        createdAt: expect.any(String),
        createdBy: admin.username,
        users: [],
        role: { id: 3, name: 'Viewer', type: 'root', description: expect.any(String) },
    });
});

test('the audit log does not contain the secret of a signup token', async () => {
    const app = await testApp();
    const { secret } = await create(app);
    await app.put(`${tokens}/${secret}`, { enabled: false });

    const log = await events(app);

    expect(log).toMatchObject([
        { type: 'public-signup-token-updated', preData: { name: 'team', enabled: true }, data: { enabled: false } },
        { type: 'public-signup-token-created', data: { name: 'team', enabled: true } },
        ...log.slice(2),
    ]);
    expect(JSON.stringify(log)).not.toContain(secret);
});

test('an expiry more than a month in the future is reduced to a month', async () => {
    const app = await testApp();

    const { expiresAt, createdAt } = await create(app, 365);

    const month = new Date(createdAt);
    month.setUTCMonth(month.getUTCMonth() + 1);
    expect(expiresAt).toBe(month.toISOString());
});

test('an expired token is not enabled, even if it was created or updated with an expiry in the past', async () => {
    const app = await testApp();
    const expiring = await create(app, 7);
    const past = await create(app, -1);

    app.passTime(7 * DAY);
    const switchedOn = await app.put(`${tokens}/${past.secret}`, { enabled: true }, { changesNothing: true });

    expect(past.enabled).toBe(false);
    expect(switchedOn.body.enabled).toBe(false);
    expect((await app.get(`${tokens}/${expiring.secret}`)).body.enabled).toBe(false);
    expect((await app.get(tokens)).body.tokens.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([
        false,
        false,
    ]);
});

test('users who sign up with the link become Viewers and can sign in', async () => {
    const app = await testApp();
    const { secret } = await create(app);

    const validation = await app.get(`/invite/${secret}/validate`, { token: null });
    const response = await signUp(app, secret);
    const login = await app.post(
        '/auth/simple/login',
        { username: 'joe@example.com', password: joe.password },
        { token: null },
    );

    expect(validation.status).toBe(200);
    expect(response).toMatchObject({ status: 201, body: { name: 'Joe', email: 'joe@example.com', rootRole: 3 } });
    expect(login.status).toBe(200);
    expect((await app.get(`${tokens}/${secret}`)).body.users).toMatchObject([{ id: response.body.id, name: 'Joe' }]);
    expect(await events(app)).toMatchObject([
        { type: 'public-signup-token-user-added', data: { name: 'team', userId: response.body.id } },
        { type: 'user-created', data: { email: 'joe@example.com', rootRole: 3 } },
        {},
        ...(await events(app)).slice(3),
    ]);
});

test('a sign-up cannot choose a role or an id', async () => {
    const app = await testApp();
    const { secret } = await create(app);

    for (const extra of [{ rootRole: 1 }, { id: 1 }, { permissions: ['ADMIN'] }]) {
        expect(await signUp(app, secret, { ...joe, ...extra })).toMatchObject({ status: 400 });
    }
    expect((await app.get('/api/admin/user-admin')).body.users).toHaveLength(1);
});

describe('a link does not work', () => {
    async function refused(app: TestApp, secret: string) {
        expect(await app.get(`/invite/${secret}/validate`, { token: null })).toMatchObject({ status: 400 });
        expect(await signUp(app, secret)).toMatchObject({ status: 400 });
        expect((await app.get('/api/admin/user-admin')).body.users).toHaveLength(1);
    }

    test('if it does not exist', async () => {
        await refused(await testApp(), 'made-up');
    });

    test('after it has expired', async () => {
        const app = await testApp();
        const { secret } = await create(app, 1);
        app.passTime(DAY - 60_000);
        expect(await app.get(`/invite/${secret}/validate`, { token: null })).toMatchObject({ status: 200 });

        app.passTime(60_000);

        await refused(app, secret);
    });

    test('while it is disabled, and works again after it is enabled', async () => {
        const app = await testApp();
        const { secret } = await create(app);
        const off = await app.put(`${tokens}/${secret}`, { enabled: false });
        await refused(app, secret);

        await app.put(`${tokens}/${secret}`, { enabled: true });

        expect(off).toMatchObject({ status: 200, body: { secret, enabled: false, role: { id: 3 }, users: [] } });
        expect(await signUp(app, secret)).toMatchObject({ status: 201 });
    });

    test('in maintenance mode', async () => {
        const app = await testApp();
        const { secret } = await create(app);
        await app.post('/api/admin/maintenance', { enabled: true });

        expect(await signUp(app, secret)).toMatchObject({ status: 503 });
    });
});

describe('a signup is rejected', () => {
    let app: TestApp;
    let secret: string;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        secret = (await create(app)).secret;
        await app.post('/api/admin/user-admin', { username: 'taken', email: 'taken@example.com', rootRole: 3 });
    });

    test.each([
        ['without a name', { name: undefined }],
        ['without an e-mail address', { email: undefined }],
        ['with an empty e-mail address and no username', { email: '' }],
        ['with an invalid e-mail address', { email: 'joe' }],
        ['without a password', { password: undefined }],
        ['with a weak password', { password: 'weak' }],
        ['with an e-mail address that exists', { email: 'Taken@example.com' }],
        ['with a username that exists', { username: 'taken' }],
        ['with the e-mail address of another user as username', { username: 'taken@example.com' }],
    ])('%s', async (_case, change) => {
        expect(await signUp(app, secret, { ...joe, ...change })).toMatchObject({ status: 400 });
        expect((await app.get('/api/admin/user-admin')).body.users).toHaveLength(2);
    });
});

describe('a signup token is rejected', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
    });

    test.each([
        ['without a name', { expiresAt: '2090-01-01T00:00:00Z' }],
        ['without an expiry', { name: 'x' }],
        ['with an invalid date', { name: 'x', expiresAt: 'soon' }],
        ['with null as expiry', { name: 'x', expiresAt: null }],
        ['with a name of 256 characters', { name: 'x'.repeat(256), expiresAt: '2090-01-01T00:00:00Z' }],
        ['with a chosen secret', { name: 'x', expiresAt: '2090-01-01T00:00:00Z', secret: 'x' }],
        ['with a chosen role', { name: 'x', expiresAt: '2090-01-01T00:00:00Z', role: { id: 1 } }],
    ])('%s', async (_case, body) => {
        expect(await app.post(tokens, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        expect((await app.get(tokens)).body.tokens).toEqual([]);
    });

    test('if an update is empty, or the token does not exist', async () => {
        expect(await app.put(`${tokens}/x`, {})).toMatchObject({ status: 400 });
        expect(await app.put(`${tokens}/x`, { enabled: true })).toMatchObject({ status: 404 });
        expect(await app.get(`${tokens}/x`)).toMatchObject({ status: 404 });
    });
});
