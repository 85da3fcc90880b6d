import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const accounts = '/api/admin/service-account';

const inOneHour = (app: TestApp) => new Date(app.services.clock().getTime() + 3_600_000).toISOString();
const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

test('a service account is created with 201 and its location', async () => {
    const app = await testApp();

    const response = await app.post(accounts, { username: 'robot', name: 'Robot', rootRole: 2 });

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(String(response.body.id));
    expect(response.body).toEqual({
        id: expect.any(Number),
        isAPI: false,
        name: 'Robot',
        username: 'robot',
        imageUrl: expect.any(String),
        rootRole: 2,
        seenAt: null,
        createdAt: expect.any(String),
        tokens: [],
    });
    expect(await newest(app)).toMatchObject({
        type: 'service-account-created',
        data: { username: 'robot', name: 'Robot', rootRole: 2 },
    });
});

test('without a username, one is derived from the name', async () => {
    const app = await testApp();

    const { body } = await app.post(accounts, { name: 'Build Server', rootRole: 3 });

    expect(body).toMatchObject({ name: 'Build Server', username: 'build-server' });
});

test('a token of a service account has the permissions of the account', async () => {
    const app = await testApp();
    const { body: robot } = await app.post(accounts, { username: 'robot', rootRole: 2 });

    const created = await app.post(`${accounts}/${robot.id}/token`, { description: 'ci', expiresAt: inOneHour(app) });
    const { secret, ...token } = created.body;
    const me = await app.get('/api/admin/user', { token: secret });

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`service-account/${robot.id}/token/${token.id}`);
    expect(me.body.user).toMatchObject({ id: robot.id, accountType: 'Service Account' });
    expect(await app.post('/api/admin/projects/default/features', { name: 'f' }, { token: secret })).toMatchObject({
        status: 201,
    });
    expect(await app.get(accounts, { token: secret })).toMatchObject({ status: 403 });
    expect((await app.get(`${accounts}/${robot.id}/token`)).body).toEqual({ pats: [token] });
    expect((await app.get(accounts)).body).toMatchObject({
        serviceAccounts: [{ id: robot.id, tokens: [token] }],
        rootRoles: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
});

test('the permissions of a service account follow its role immediately', async () => {
    const app = await testApp();
    const { body: robot } = await app.post(accounts, { username: 'robot', rootRole: 3 });
    const { body } = await app.post(`${accounts}/${robot.id}/token`, { description: 'ci', expiresAt: inOneHour(app) });
    expect(await app.get(accounts, { token: body.secret })).toMatchObject({ status: 403 });

    const response = await app.put(`${accounts}/${robot.id}`, { name: 'Robot 2', rootRole: 1 });

    expect(response).toMatchObject({ status: 200, body: { name: 'Robot 2', rootRole: 1 } });
    expect(await app.get(accounts, { token: body.secret })).toMatchObject({ status: 200 });
    expect(await newest(app)).toMatchObject({
        type: 'service-account-updated',
        preData: { name: null, rootRole: 3 },
        data: { name: 'Robot 2', rootRole: 1 },
    });
});

test('a deleted token or account stops working immediately', async () => {
    const app = await testApp();
    const { body: robot } = await app.post(accounts, { username: 'robot', rootRole: 1 });
    const create = async (description: string) =>
        (await app.post(`${accounts}/${robot.id}/token`, { description, expiresAt: inOneHour(app) })).body;
    const [first, second] = [await create('a'), await create('b')];

    await app.delete(`${accounts}/${robot.id}/token/${first.id}`);
    const tokenEvent = await newest(app);
    expect(await app.get('/api/admin/user', { token: first.secret })).toMatchObject({ status: 401 });
    expect(await app.get('/api/admin/user', { token: second.secret })).toMatchObject({ status: 200 });
    await app.delete(`${accounts}/${robot.id}`);

    expect(await app.get('/api/admin/user', { token: second.secret })).toMatchObject({ status: 401 });
    expect(tokenEvent).toMatchObject({ type: 'service-account-token-deleted', preData: { description: 'a' } });
    expect(await newest(app)).toMatchObject({ type: 'service-account-deleted', preData: { username: 'robot' } });
    expect(await app.post(accounts, { username: 'robot', rootRole: 3 })).toMatchObject({ status: 201 });
});

test('a service account cannot sign in', async () => {
    const app = await testApp();
    await app.post(accounts, { username: 'robot', rootRole: 1 });

    const response = await app.post('/auth/simple/login', { username: 'robot', password: 'x' }, { token: null });

    expect(response).toMatchObject({ status: 401, body: { name: 'PasswordMismatch' } });
});

describe('a request about service accounts is rejected', () => {
    let app: TestApp;
    let robot: { id: number };
    let other: { id: number };
    let otherToken: { id: number };
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        robot = (await app.post(accounts, { username: 'robot', rootRole: 3 })).body;
        other = (await app.post(accounts, { username: 'other', rootRole: 3 })).body;
        otherToken = (await app.post(`${accounts}/${other.id}/token`, { description: 'x', expiresAt: inOneHour(app) }))
            .body;
    });

    test.each([
        ['without a root role', { username: 'x' }, 400],
        ['without username and name', { rootRole: 3 }, 400],
        ['with the name of a role', { username: 'x', rootRole: 'Admin' }, 400],
        ['with a project role', { username: 'x', rootRole: 4 }, 400],
        ['with a role that does not exist', { username: 'x', rootRole: 99 }, 400],
        ['with a password', { username: 'x', rootRole: 3, password: 'secret' }, 400],
        ['whose username exists', { username: 'Robot', rootRole: 3 }, 409],
        ['whose username is that of a user', { username: 'admin', rootRole: 3 }, 409],
    ])('when created %s', async (_case, body, status) => {
        const name = status === 400 ? 'ValidationError' : 'NameExistsError';
        expect(await app.post(accounts, body)).toMatchObject({ status, body: { name } });
    });

    test('for an account that does not exist, or is a user', async () => {
        for (const id of [999, 1]) {
            expect(await app.put(`${accounts}/${id}`, { name: 'x' })).toMatchObject({ status: 404 });
            expect(await app.delete(`${accounts}/${id}`)).toMatchObject({ status: 404 });
            expect(await app.get(`${accounts}/${id}/token`)).toMatchObject({ status: 404 });
            expect(
                await app.post(`${accounts}/${id}/token`, { description: 'x', expiresAt: inOneHour(app) }),
            ).toMatchObject({ status: 404 });
        }
    });

    test('for a token of another account', async () => {
        expect(await app.delete(`${accounts}/${robot.id}/token/${otherToken.id}`)).toMatchObject({ status: 404 });
        expect((await app.get(`${accounts}/${other.id}/token`)).body.pats).toHaveLength(1);
    });

    test('for a second token with the same description', async () => {
        const body = { description: 'x', expiresAt: inOneHour(app) };

        expect(await app.post(`${accounts}/${other.id}/token`, body)).toMatchObject({ status: 409 });
    });
});
