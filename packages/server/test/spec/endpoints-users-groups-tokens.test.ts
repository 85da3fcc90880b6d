import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

const DAY = 86_400_000;

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file', environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000' } });
    viewer = await app.has.user();
});
const inDays = (days: number) => new Date(app.services.clock().getTime() + days * DAY).toISOString();
const isRefused = { status: 400, body: { name: 'ValidationError' } };

describe('POST /api/admin/user-admin', () => {
    const USERS = '/api/admin/user-admin';

    test('returns 201 with the user and its location', async () => {
        const response = await app.post(USERS, {
            username: 'ada',
            email: 'ada@example.com',
            name: 'Ada',
            password: 'A-password-of-tests-1',
            rootRole: 2,
            sendEmail: false,
        });

        expect(response).toMatchObject({
            status: 201,
            body: { username: 'ada', email: 'ada@example.com', name: 'Ada', rootRole: 2, emailSent: false },
        });
        expect(response.headers.get('location')).toBe(String(response.body.id));
    });

    test('the password works immediately, and is not in the response', async () => {
        const { body } = await app.post(USERS, { username: 'bob', password: 'A-password-of-tests-1', rootRole: 3 });
        const login = { username: 'bob', password: 'A-password-of-tests-1' };

        expect(body).not.toHaveProperty('password');
        expect(await app.post('/auth/simple/login', login, { token: null })).toMatchObject({ status: 200 });
    });

    test('a username is sufficient', async () => {
        expect(await app.post(USERS, { username: 'only-name', rootRole: 3 })).toMatchObject({ status: 201 });
    });

    test('an email is sufficient', async () => {
        expect(await app.post(USERS, { email: 'only@example.com', rootRole: 3 })).toMatchObject({ status: 201 });
    });

    test.each(['Admin', 'Editor', 'Viewer', 'Owner', 'Member'])('rootRole may be the name %s', async (rootRole) => {
        expect(await app.post(USERS, { username: `is-${rootRole}`, rootRole })).toMatchObject({
            status: 201,
            body: { rootRole },
        });
    });
});

describe('GET /api/admin/user', () => {
    test('returns 200 with details, permissions and feedback of the caller', async () => {
        expect(await app.get('/api/admin/user', viewer)).toMatchObject({
            status: 200,
            body: { user: { id: viewer.id, username: viewer.username }, permissions: [], feedback: [], splash: {} },
        });
    });

    test('an administrator has the single permission ADMIN', async () => {
        const { body } = await app.get('/api/admin/user', await app.has.user({ rootRole: 'admin' }));

        expect(body.permissions).toEqual([{ permission: 'ADMIN' }]);
    });

    test('an ADMIN token sees its type, but not its secret', async () => {
        const { body } = await app.get('/api/admin/user');

        expect(body.permissions).toEqual([{ permission: 'ADMIN' }]);
        expect(JSON.stringify(body)).not.toContain('admin-token-of-the-tests');
    });
});

describe('GET /api/admin/groups/:groupId', () => {
    test('returns 200 with the group', async () => {
        const { body: group } = await app.post('/api/admin/groups', { name: 'team' });

        expect(await app.get(`/api/admin/groups/${group.id}`)).toMatchObject({ status: 200, body: { name: 'team' } });
    });

    test.each(['team', '1.5', '0'])('an invalid group id returns 400: %s', async (id) => {
        expect(await app.get(`/api/admin/groups/${id}`)).toMatchObject(isRefused);
    });

    test('a group that does not exist returns 404', async () => {
        expect(await app.get('/api/admin/groups/4711')).toMatchObject({
            status: 404,
            body: { name: 'NotFoundError' },
        });
    });
});

describe('POST /api/admin/invite-link/tokens', () => {
    const TOKENS = '/api/admin/invite-link/tokens';

    test('createdBy is the username of the creator, or the email address without a username', async () => {
        const password = 'A-password-of-tests-1';
        const creators = [{ username: 'link-maker', email: 'maker@example.com' }, { email: 'nameless@example.com' }];
        const names: string[] = [];
        for (const person of creators) {
            await app.post('/api/admin/user-admin', { ...person, password, rootRole: 1 });
            const login = await app.post('/auth/simple/login', { username: person.email, password }, { token: null });
            const session = { token: null, headers: { cookie: login.headers.get('set-cookie')!.split(';')[0]! } };
            const { body } = await app.post(TOKENS, { name: 'team', expiresAt: inDays(7) }, session);
            names.push(body.createdBy);
        }

        expect(names).toEqual(['link-maker', 'nameless@example.com']);
    });
});

describe('PUT /api/admin/api-tokens/:token', () => {
    test('returns 200 without a body, and the token has the new expiry', async () => {
        const { id, secret } = await app.has.token();
        const expiresAt = inDays(3);

        const response = await app.put(`/api/admin/api-tokens/${encodeURIComponent(secret)}`, { expiresAt });
        const { tokens } = (await app.get('/api/admin/api-tokens')).body;

        expect(response).toMatchObject({ status: 200, body: '' });
        expect(tokens.find((token: { id: number }) => token.id === id).expiresAt).toBe(expiresAt);
    });

    test('an expired token is rejected', async () => {
        const { secret } = await app.has.token();
        await app.put(`/api/admin/api-tokens/${encodeURIComponent(secret)}`, { expiresAt: inDays(-1) });

        expect(await app.get('/api/client/features', { token: secret })).toMatchObject({ status: 401 });
    });

    test('a token that does not exist returns 200 and changes nothing', async () => {
        const response = await app.put(
            '/api/admin/api-tokens/nothing',
            { expiresAt: inDays(3) },
            { changesNothing: true },
        );

        expect(response).toMatchObject({ status: 200, body: '' });
    });

    test.each([
        ['no expiresAt', {}],
        ['an expiresAt that is no time', { expiresAt: 'soon' }],
        ['an expiresAt that is null', { expiresAt: null }],
    ])('%s returns 400', async (_what, body) => {
        expect(await app.put('/api/admin/api-tokens/nothing', body)).toMatchObject(isRefused);
    });
});
