import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { recordPersonalTokenUse } from './personal-token-use.ts';

const tokens = '/api/admin/user/tokens';
const HOUR = 3_600_000;

const inOneHour = (app: TestApp) => new Date(app.services.clock().getTime() + HOUR).toISOString();

const create = async (app: TestApp, user: { token: null; headers: { cookie: string } }, description = 'cli') =>
    app.post(tokens, { description, expiresAt: inOneHour(app) }, user);

test('a personal token is created with a secret that is shown only once', async () => {
    const app = await testApp();
    const user = await app.has.user();

    const created = await create(app, user);
    const list = await app.get(tokens, user);

    expect(created).toMatchObject({
        status: 201,
        body: {
            description: 'cli',
            userId: user.id,
            seenAt: null,
            secret: expect.stringMatching(/^user:[0-9a-f]{56}$/),
        },
    });
    const { secret, ...rest } = created.body;
    expect(list.body).toEqual({ pats: [rest] });
    const rows = await app.services.db.selectFrom('personal_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event).toMatchObject({ type: 'pat-created', data: { description: 'cli', userId: user.id } });
    expect(JSON.stringify(event)).not.toContain(secret);
});

test('a request with the token acts as its owner, with or without Bearer', async () => {
    const app = await testApp();
    const user = await app.has.user({ rootRole: 'editor' });
    const { secret } = (await create(app, user)).body;

    const me = await app.get('/api/admin/user', { token: secret });
    const flag = await app.post('/api/admin/projects/default/features', { name: 'f' }, { token: `Bearer ${secret}` });
    const forbidden = await app.get('/api/admin/events', { token: secret });

    expect(me.body.user).toMatchObject({ id: user.id, username: user.username });
    expect(me.body.permissions).toEqual((await app.get('/api/admin/user', user)).body.permissions);
    expect(flag.status).toBe(201);
    expect(forbidden.status).toBe(403);
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event).toMatchObject({ type: 'feature-created', createdBy: user.username, createdByUserId: user.id });
});

test('the permissions of a token follow the roles of its owner immediately', async () => {
    const app = await testApp();
    const user = await app.has.user();
    const { secret } = (await create(app, user)).body;
    const mayCreate = async () => (await app.send('GET', '/api/admin/groups', { token: secret })).status === 200;

    expect(await mayCreate()).toBe(false);
    await app.put(`/api/admin/user-admin/${user.id}`, { rootRole: 1 });
    expect(await mayCreate()).toBe(true);
    await app.put(`/api/admin/user-admin/${user.id}`, { rootRole: 3 });
    expect(await mayCreate()).toBe(false);
    const { body: group } = await app.post('/api/admin/groups', {
        name: 'admins',
        rootRole: 1,
        users: [{ user: { id: user.id } }],
    });
    expect(await mayCreate()).toBe(true);
    await app.delete(`/api/admin/groups/${group.id}`);
    expect(await mayCreate()).toBe(false);
});

test('the permissions of a token follow changes of custom roles, project access and projects', async () => {
    const app = await testApp();
    const user = await app.has.user();
    const { secret } = (await create(app, user)).body;
    const { body } = await app.post('/api/admin/roles', { name: 'Helper' });
    await app.has.project({ id: 'p2' });
    const flag = async (name: string) =>
        (await app.post('/api/admin/projects/p2/features', { name }, { token: secret })).status;

    expect(await flag('a')).toBe(403);
    await app.put(`/api/admin/projects/p2/users/${user.id}/roles`, { roles: [body.roles.id] });
    expect(await flag('b')).toBe(403);
    await app.put(`/api/admin/roles/${body.roles.id}`, { name: 'Helper', permissions: [{ name: 'CREATE_FEATURE' }] });
    expect(await flag('c')).toBe(201);
    await app.delete(`/api/admin/projects/p2/users/${user.id}/roles`);
    expect(await flag('d')).toBe(403);
});

test('client and frontend APIs reject a personal token', async () => {
    const app = await testApp();
    const { secret } = (await create(app, await app.has.user({ rootRole: 'admin' }))).body;

    expect(await app.get('/api/client/features', { token: secret })).toMatchObject({ status: 403 });
});

test('a token stops working when it expires, or when it or its owner is deleted', async () => {
    const app = await testApp();
    const [expiring, deleted, orphaned] = await Promise.all([app.has.user(), app.has.user(), app.has.user()]);
    const secrets = [];
    for (const user of [expiring, deleted, orphaned]) secrets.push((await create(app, user)).body);
    const status = async (token: string) => (await app.send('GET', '/api/admin/user', { token })).status;
    for (const { secret } of secrets) expect(await status(secret)).toBe(200);

    await app.delete(`${tokens}/${secrets[1].id}`, deleted);
    await app.delete(`/api/admin/user-admin/${orphaned.id}`);
    app.passTime(HOUR);

    for (const { secret } of secrets) expect(await status(secret)).toBe(401);
});

test('an invalid token is rejected', async () => {
    const app = await testApp();

    for (const token of ['user:', 'user:made-up', `user:${'0'.repeat(56)}`]) {
        expect(await app.get('/api/admin/user', { token })).toMatchObject({ status: 401 });
    }
});

test('a user cannot delete the token of another user', async () => {
    const app = await testApp();
    const [owner, other] = [await app.has.user(), await app.has.user({ rootRole: 'admin' })];
    const { id, secret } = (await create(app, owner)).body;

    const response = await app.delete(`${tokens}/${id}`, { ...other, changesNothing: true });

    expect(response.status).toBe(200);
    expect(await app.get('/api/admin/user', { token: secret })).toMatchObject({ status: 200 });
});

test('an administrator can list and delete the tokens of a user', async () => {
    const app = await testApp();
    const user = await app.has.user();
    const other = await app.has.user();
    const { body: token } = await create(app, user);
    const path = `/api/admin/user-admin/${user.id}/tokens`;

    const { secret, ...shown } = token;
    expect(await app.get(path)).toMatchObject({ status: 200, body: { pats: [shown] } });
    expect(JSON.stringify((await app.get(path)).body)).not.toContain(secret);
    expect((await app.get(path, other)).status).toBe(403);
    expect((await app.delete(`${path}/${token.id}`, other)).status).toBe(403);
    expect((await app.delete(`/api/admin/user-admin/${other.id}/tokens/${token.id}`)).status).toBe(404);
    expect((await app.get('/api/admin/user', { token: secret })).status).toBe(200);

    expect((await app.delete(`${path}/${token.id}`)).status).toBe(200);

    expect((await app.get('/api/admin/user', { token: secret })).status).toBe(401);
    expect((await app.get(path)).body).toEqual({ pats: [] });
    expect((await app.get('/api/admin/user-admin/999/tokens')).status).toBe(404);
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event).toMatchObject({ type: 'pat-deleted', preData: { description: 'cli', userId: user.id } });
});

test('deleting a token creates an event; deleting one that does not exist changes nothing', async () => {
    const app = await testApp();
    const user = await app.has.user();
    const { id } = (await create(app, user)).body;

    expect(await app.delete(`${tokens}/${id}`, user)).toMatchObject({ status: 200 });
    const [event] = (await app.get('/api/admin/events')).body.events;
    expect(event).toMatchObject({ type: 'pat-deleted', preData: { id, description: 'cli' }, data: null });
    expect(await app.delete(`${tokens}/${id}`, { ...user, changesNothing: true })).toMatchObject({ status: 200 });
});

test.each([
    ['that expired already', { description: 'x', expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['without an expiry', { description: 'x' }],
    ['without a description', { expiresAt: '2090-01-01T00:00:00.000Z' }],
    ['with a blank description', { description: ' ', expiresAt: '2090-01-01T00:00:00.000Z' }],
    ['with an invalid date', { description: 'x', expiresAt: 'tomorrow' }],
    ['for another user', { description: 'x', expiresAt: '2090-01-01T00:00:00.000Z', userId: 1 }],
    ['with a secret of their choice', { description: 'x', expiresAt: '2090-01-01T00:00:00.000Z', secret: 'user:x' }],
])('a token %s is rejected', async (_what, body) => {
    const app = await testApp();

    expect(await app.post(tokens, body, await app.has.user())).toMatchObject({ status: 400 });
});

test('the description of a token is unique per user', async () => {
    const app = await testApp();
    const [a, b] = [await app.has.user(), await app.has.user()];
    await create(app, a);

    expect(await create(app, a)).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
    expect(await create(app, b)).toMatchObject({ status: 201 });
});

test('a user has at most ten tokens', async () => {
    const app = await testApp();
    const user = await app.has.user();
    for (let number = 1; number <= 10; number++) await create(app, user, `token ${number}`);

    expect(await create(app, user, 'one more')).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
});

test('an API token has no personal tokens', async () => {
    const app = await testApp();

    expect(await app.get(tokens)).toMatchObject({ status: 403 });
    expect(await app.post(tokens, { description: 'x', expiresAt: inOneHour(app) })).toMatchObject({ status: 403 });
    expect(await app.delete(`${tokens}/1`)).toMatchObject({ status: 403 });
});

test('the last use of a token is stored without an event', async () => {
    const app = await testApp();
    const user = await app.has.user();
    const { id } = (await create(app, user)).body;
    const { recordObservation } = app.services;
    const before = await app.revision();

    await recordPersonalTokenUse(recordObservation, [id], '2026-01-02T03:04:05.678Z');

    expect((await app.get(tokens, user)).body.pats).toMatchObject([{ seenAt: '2026-01-02T03:04:05.678Z' }]);
    expect(await app.revision()).toBe(before);
});

test('after the first request of an owner, a personal token is authenticated without SQL', async () => {
    const app = await testApp();
    const { secret } = (await create(app, await app.has.user({ rootRole: 'admin' }))).body;
    const request = () => app.send('GET', '/api/admin/auth/simple/settings', { token: secret });
    await request();
    const selectFrom = vi.spyOn(app.services.db, 'selectFrom');

    const response = await request();

    expect(response.status).toBe(200);
    expect(selectFrom).not.toHaveBeenCalled();
});
