import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, ADMIN_TOKEN, type TestApp, testApp } from '../support/test-app.ts';

const WHO = '/api/admin/user';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});
const inAnHour = () => new Date(app.services.clock().getTime() + 3_600_000).toISOString();

describe('Authentication', () => {
    test('1. an ADMIN API token in the Authorization header identifies the caller', async () => {
        expect(await app.get(WHO, { token: ADMIN_TOKEN })).toMatchObject({ status: 200 });
    });

    test('1. the value of the header is the token; a leading Bearer is accepted', async () => {
        expect(await app.get(WHO, { token: `Bearer ${ADMIN_TOKEN}` })).toMatchObject({ status: 200 });
    });

    test('1. an administrator creates ADMIN API tokens, and they work', async () => {
        const ada = await app.has.user({ rootRole: 'admin' });
        const { status, body } = await app.post('/api/admin/api-tokens', { tokenName: 'ops', type: 'admin' }, ada);

        expect(status).toBe(201);
        expect(await app.get('/api/admin/events', { token: body.secret })).toMatchObject({ status: 200 });
    });

    test('1. a user who is not an administrator cannot create ADMIN API tokens', async () => {
        const editor = await app.has.user({ rootRole: 'editor' });

        expect(await app.post('/api/admin/api-tokens', { tokenName: 'ops', type: 'admin' }, editor)).toMatchObject({
            status: 403,
        });
    });

    test('1. when the authentication method is none, no credentials are required', async () => {
        const open = await testApp({ environment: { AUTH_TYPE: 'none' } });

        expect(await open.get('/api/admin/projects/default', { token: null })).toMatchObject({ status: 200 });
    });

    test('2. a login session identifies the caller as well', async () => {
        const login = await app.post(
            '/auth/simple/login',
            { username: 'admin', password: ADMIN_PASSWORD },
            { token: null },
        );
        const cookie = login.headers.get('set-cookie')!.split(';')[0]!;

        expect(await app.get(WHO, { token: null, headers: { cookie } })).toMatchObject({
            status: 200,
            body: { user: { username: 'admin' } },
        });
    });

    test.each([
        ['nothing', null, {}],
        ['a token that nobody issued', '*:*.nothing', {}],
        ['an empty token', '', {}],
        ['a personal token that nobody issued', 'user:nothing', {}],
        ['a session that nobody has', null, { cookie: 'halyard-session=nothing; unleash-session=nothing' }],
    ])('3. %s returns 401 AuthenticationRequired', async (_what, token, headers) => {
        expect(await app.get(WHO, { token, headers })).toMatchObject({
            status: 401,
            body: { id: expect.any(String), name: 'AuthenticationRequired', message: expect.any(String) },
        });
    });

    test('4. a missing permission of the instance returns 403 NoAccessError, and the message names it', async () => {
        const viewer = await app.has.user();
        const response = await app.post('/api/admin/segments', { name: 'a', constraints: [] }, viewer);

        expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
        expect(response.body.message).toContain('CREATE_SEGMENT');
    });

    test('4. a permission is required in the project: the permission in another project is not sufficient', async () => {
        await app.has.project({ id: 'mine' });
        await app.has.project({ id: 'theirs' });
        const ada = await app.has.user({ projectRoles: { mine: 'member' } });

        expect(await app.post('/api/admin/projects/mine/features', { name: 'a' }, ada)).toMatchObject({ status: 201 });
        const refused = await app.post('/api/admin/projects/theirs/features', { name: 'b' }, ada);
        expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
        expect(refused.body.message).toContain('CREATE_FEATURE');
    });

    test('4. a permission is required in the environment: the permission in another environment is not sufficient', async () => {
        await app.has.project({ id: 'careful' });
        await app.has.flag({ name: 'steady', project: 'careful' });
        const { body } = await app.post('/api/admin/roles', {
            name: 'Developer',
            permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
        });
        const ada = await app.has.user();
        await app.post('/api/admin/projects/careful/access', { roles: [body.roles.id], users: [ada.id], groups: [] });
        const turnOn = (environment: string) =>
            app.post(`/api/admin/projects/careful/features/steady/environments/${environment}/on`, undefined, ada);

        expect(await turnOn('development')).toMatchObject({ status: 200 });
        expect(await turnOn('production')).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
        expect((await app.get(WHO, ada)).body.permissions).toEqual([
            { permission: 'UPDATE_FEATURE_ENVIRONMENT', project: 'careful', environment: 'development' },
        ]);
    });

    test('5. the current user sees their permissions with project and environment', async () => {
        const editor = await app.has.user({ rootRole: 'editor' });
        const { permissions } = (await app.get(WHO, editor)).body;

        expect(permissions).toContainEqual({ permission: 'CREATE_SEGMENT' });
        expect(permissions).toContainEqual(
            expect.objectContaining({ permission: 'CREATE_FEATURE', project: 'default' }),
        );
    });

    test('6. authenticationType reports how users sign in', async () => {
        const demo = await testApp({ environment: { AUTH_TYPE: 'demo' } });

        expect((await app.get('/api/admin/ui-config')).body.authenticationType).toBe('open-source');
        expect((await demo.get('/api/admin/ui-config')).body.authenticationType).toBe('demo');
    });

    test('6. disablePasswordAuth reports that passwords are switched off', async () => {
        const other = await testApp();
        await other.post('/api/admin/auth/oidc/settings', {
            enabled: true,
            discoverUrl: 'https://idp.example.com',
            clientId: 'a',
            secret: 'b',
        });
        await other.put('/api/admin/user-admin/1', { email: 'admin@example.com' });
        await other.post('/api/admin/auth/simple/settings', { disabled: true });

        expect((await other.get('/api/admin/ui-config')).body.disablePasswordAuth).toBe(true);
    });

    test('7. public signup links give new users the role Viewer', async () => {
        const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'x', expiresAt: inAnHour() });
        const { body } = await app.post(
            `/invite/${link.secret}/signup`,
            { name: 'New', email: 'new@example.com', password: 'A-password-of-tests-1' },
            { token: null },
        );

        expect((await app.get(`/api/admin/user-admin/${body.id}`)).body.rootRole).toBe(3);
    });

    test('8. a personal access token works until it expires, and its secret is shown once', async () => {
        const own = await testApp();
        const { body: robot } = await own.post('/api/admin/service-account', { username: 'robot', rootRole: 3 });
        const { body: token } = await own.post(`/api/admin/service-account/${robot.id}/token`, {
            description: 'ci',
            expiresAt: new Date(own.services.clock().getTime() + 3_600_000).toISOString(),
        });

        expect(await own.get(WHO, { token: token.secret })).toMatchObject({ status: 200 });
        expect(JSON.stringify((await own.get('/api/admin/service-account')).body)).not.toContain(token.secret);
        own.passTime(3_600_001);
        expect(await own.get(WHO, { token: token.secret })).toMatchObject({ status: 401 });
    });
});
