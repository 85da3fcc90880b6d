import { expect, onTestFinished, test } from 'vitest';
import {
    ADMIN_TOKEN,
    CLIENT_TOKEN,
    ownFreshInstall,
    sharedApp,
    type TestApp,
    testApp,
    unchangedApp,
} from '../../../../test/support/test-app.ts';
import type { RootPermission } from '../../../core/access/permissions.ts';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const newestEvent = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];
const statusFor = async (app: TestApp, token: string, path = '/api/client/features') =>
    (await app.send('GET', path, { token })).status;

/** Creates a signed-in user with exactly these permissions. */
async function userWith(app: TestApp, ...permissions: RootPermission[]) {
    const user = await app.has.user();
    await app.services.recordObservation(async (tx) => {
        const { id } = await tx
            .insertInto('roles')
            .values({ name: permissions.join(), type: 'root-custom', description: null })
            .returning('id')
            .executeTakeFirstOrThrow();
        await tx
            .insertInto('role_permissions')
            .values(permissions.map((permission) => ({ role_id: id, permission, environment: null })))
            .execute();
        await tx.updateTable('user_roles').set({ role_id: id }).where('user_id', '=', user.id).execute();
    });
    return user;
}

test('a new token is valid in development and all projects by default', async () => {
    const app = await sharedApp();

    const response = await app.post('/api/admin/api-tokens', { tokenName: 'mobile', type: 'client' });

    expect(response).toMatchObject({
        status: 201,
        body: {
            tokenName: 'mobile',
            type: 'client',
            environment: 'development',
            project: '*',
            projects: ['*'],
            expiresAt: null,
            alias: null,
            secret: expect.stringMatching(/^\*:development\.[0-9a-f]{56}$/),
            createdAt: expect.stringMatching(/Z$/),
        },
    });
    expect(response.headers.get('location')).toBe('api-tokens');
    expect(await statusFor(app, response.body.secret)).toBe(200);
});

test.each([
    ['one project', ['default'], /^default:production\.[0-9a-f]{56}$/, 'default', ['default']],
    ['several projects', ['default', 'shop'], /^\[\]:production\./, '[]', ['default', 'shop']],
    ['a project named twice', ['shop', 'shop'], /^shop:production\./, 'shop', ['shop']],
    ['all projects among others', ['default', '*'], /^\*:production\./, '*', ['*']],
])('the secret of a token for %s contains the scope', async (_what, projects, secret, project, expected) => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });

    const { body } = await app.post('/api/admin/api-tokens', {
        tokenName: 'x',
        type: 'client',
        environment: 'production',
        projects,
    });

    expect(body).toMatchObject({ secret: expect.stringMatching(secret), project, projects: expected });
});

test('the legacy member "project" works, too', async () => {
    const app = await sharedApp();

    const { body } = await app.post('/api/admin/api-tokens', { tokenName: 'x', type: 'client', project: 'default' });

    expect(body.projects).toEqual(['default']);
});

test.each([
    ['CLIENT', 'client', 'client'],
    ['Backend', 'backend', 'client'],
    ['frontEnd', 'frontend', 'frontend'],
    ['admin', 'admin', 'admin'],
])('the type %s is returned as %s and listed as %s', async (given, created, listed) => {
    const app = await testApp();

    const { body } = await app.post('/api/admin/api-tokens', { tokenName: 'the-one', type: given });

    expect(body.type).toBe(created);
    expect((await app.get('/api/admin/api-tokens/the-one')).body.tokens).toMatchObject([{ type: listed }]);
});

test('a secret or an alias in the request is ignored', async () => {
    const app = await sharedApp();

    const { body } = await app.post('/api/admin/api-tokens', {
        tokenName: 'x',
        type: 'client',
        secret: '*:development.chosen-by-the-caller',
        alias: 'x',
    });

    expect(body.secret).not.toContain('chosen');
    expect(body.alias).toBeNull();
});

test.each([
    ['no name', { type: 'client' }, '/body/tokenName'],
    ['an empty name', { tokenName: '', type: 'client' }, '/body/tokenName'],
    ['no type', { tokenName: 'x' }, '/body/type'],
    ['an unknown type', { tokenName: 'x', type: 'proxy' }, '/body/type'],
    ['an unknown environment', { tokenName: 'x', type: 'client', environment: 'nowhere' }, '/body/environment'],
    ['all environments', { tokenName: 'x', type: 'frontend', environment: '*' }, '/body/environment'],
    ['an unknown project', { tokenName: 'x', type: 'client', projects: ['default', 'nothing'] }, '/body/projects'],
    ['an oddly named project', { tokenName: 'x', type: 'client', projects: ['__proto__'] }, '/body/projects'],
    ['no projects', { tokenName: 'x', type: 'client', projects: [] }, '/body/projects'],
    ['an expiry that is no time', { tokenName: 'x', type: 'client', expiresAt: 'tomorrow' }, '/body/expiresAt'],
    ['an expiry of null', { tokenName: 'x', type: 'client', expiresAt: null }, '/body/expiresAt'],
])('a token with %s is rejected, and the response names the member', async (_what, body, path) => {
    const app = await unchangedApp();

    expect(await app.post('/api/admin/api-tokens', body)).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', details: [{ path }] },
    });
});

test.each([
    ['a project', { projects: ['default'] }],
    ['an environment', { environment: 'development' }],
])('an admin token is valid everywhere and cannot have %s', async (_what, scope) => {
    const app = await unchangedApp();

    expect(await app.post('/api/admin/api-tokens', { tokenName: 'x', type: 'admin', ...scope })).toMatchObject({
        status: 400,
    });
});

test('an administrator creates an admin token, which works at once', async () => {
    const app = await sharedApp();
    const admin = await app.has.user({ rootRole: 'admin' });

    const { body } = await app.post('/api/admin/api-tokens', { tokenName: 'terraform', type: 'admin' }, admin);

    expect(body).toMatchObject({
        secret: expect.stringMatching(/^\*:\*\.[0-9a-f]{56}$/),
        environment: '*',
        project: '*',
    });
    expect((await app.post('/api/admin/tags', { value: 'beta' }, { token: body.secret })).status).toBe(201);
    expect(await newestEvent(app)).toMatchObject({ createdBy: 'terraform', createdByUserId: -42 });
});

test('the number of tokens is limited', async () => {
    const app = await testApp({ environment: { UNLEASH_API_TOKENS_LIMIT: '3' } });
    await app.has.token();

    expect(await app.post('/api/admin/api-tokens', { tokenName: 'x', type: 'client' })).toMatchObject({
        status: 400,
        body: { name: 'ExceedsLimitError' },
    });
});

test('a secret is shown once: lists show its beginning', async () => {
    const app = await sharedApp();
    const { secret, id } = await app.has.token({ tokenName: 'mobile' });

    const { body } = await app.get('/api/admin/api-tokens');

    const listed = body.tokens.find((token: { id: number }) => token.id === id);
    expect(listed).toMatchObject({ tokenName: 'mobile', seenAt: null, createdBy: 'initial' });
    expect(listed.secret).toBe(`${secret.slice(0, '*:development.'.length + 4)}…`);
    expect(JSON.stringify(body)).not.toContain(secret);
});

test('the database contains no secret', async () => {
    const app = await sharedApp();
    const { secret } = await app.has.token();
    await app.put(`/api/admin/api-tokens/${encodeURIComponent(secret)}`, { expiresAt: inHours(1) });
    await app.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`);

    const everything = await app.services.recordObservation(async (tx) => {
        // Only tables of the public schema, without the additional tables of the tests; SQLite has no schemas.
        const all = await tx.introspection.getTables();
        const tables = all.filter(({ schema = 'public' }) => schema === 'public');
        expect(tables.length).toBeGreaterThan(20);
        // The check covers every table.
        const rows = tables.map(({ name }) =>
            tx
                .selectFrom(name as 'events')
                .selectAll()
                .execute(),
        );
        return JSON.stringify(await Promise.all(rows));
    });

    for (const token of [secret, ADMIN_TOKEN, CLIENT_TOKEN]) {
        expect(everything).not.toContain(token.slice(token.indexOf('.') + 1));
    }
});

test('events of tokens do not contain secrets', async () => {
    const app = await sharedApp();
    const { secret, id } = await app.has.token({ tokenName: 'mobile', projects: ['default'] });
    const token = { id, tokenName: 'mobile', type: 'client', projects: ['default'], environment: 'development' };

    expect(await newestEvent(app)).toMatchObject({
        type: 'api-token-created',
        project: 'default',
        environment: 'development',
        data: token,
        preData: null,
    });
    const expiresAt = inHours(1);
    await app.put(`/api/admin/api-tokens/${secret}`, { expiresAt });
    expect(await newestEvent(app)).toMatchObject({
        type: 'api-token-updated',
        data: { ...token, expiresAt },
        preData: { ...token, expiresAt: null },
    });
    await app.delete(`/api/admin/api-tokens/${secret}`);
    expect(await newestEvent(app)).toMatchObject({ type: 'api-token-deleted', data: null, preData: token });
});

test('a token stops working when it expires', async () => {
    const app = await testApp();
    const { secret } = await app.has.token({ expiresAt: inHours(2) });

    expect(await statusFor(app, secret)).toBe(200);
    app.passTime(2 * HOUR + 1000);
    expect(await statusFor(app, secret)).toBe(401);
});

test('PUT sets a new expiry and returns no body', async () => {
    const app = await testApp();
    const { secret, id } = await app.has.token({ expiresAt: inHours(1) });

    const response = await app.put(`/api/admin/api-tokens/${encodeURIComponent(secret)}`, {
        expiresAt: '2035-06-01T12:00:00+02:00',
    });

    expect(response).toMatchObject({ status: 200, body: '' });
    const { tokens } = (await app.get('/api/admin/api-tokens')).body;
    expect(tokens.find((token: { id: number }) => token.id === id).expiresAt).toBe('2035-06-01T10:00:00.000Z');
    app.passTime(5 * HOUR);
    expect(await statusFor(app, secret)).toBe(200);
});

test('PUT with a past time ends the token immediately, and a later time makes it valid again', async () => {
    const app = await testApp();
    const { secret } = await app.has.token();

    await app.put(`/api/admin/api-tokens/${secret}`, { expiresAt: '2020-01-01T00:00:00Z' });
    expect(await statusFor(app, secret)).toBe(401);

    await app.put(`/api/admin/api-tokens/${secret}`, { expiresAt: inHours(1) });
    expect(await statusFor(app, secret)).toBe(200);
});

test('PUT with the current expiry changes nothing', async () => {
    const app = await sharedApp();
    const expiresAt = inHours(1);
    const { secret } = await app.has.token({ expiresAt });

    expect(await app.put(`/api/admin/api-tokens/${secret}`, { expiresAt }, { changesNothing: true })).toMatchObject({
        status: 200,
    });
});

test.each(['*:development.there-is-no-such-token', 'nonsense', '999999999', '__proto__', '%2F'])(
    'PUT and DELETE of a token that does not exist (%s) return 200 and change nothing',
    async (token) => {
        const app = await sharedApp();
        const path = `/api/admin/api-tokens/${token}`;

        expect(await app.put(path, { expiresAt: inHours(1) }, { changesNothing: true })).toMatchObject({ status: 200 });
        expect(await app.delete(path, { changesNothing: true })).toMatchObject({ status: 200 });
    },
);

test.each([
    ['missing', {}],
    ['null', { expiresAt: null }],
    ['no time', { expiresAt: 'never' }],
    ['a number', { expiresAt: 4711 }],
])('PUT with an expiry that is %s is rejected, even if the token does not exist', async (_what, body) => {
    const app = await unchangedApp();

    expect(await app.put('/api/admin/api-tokens/nonsense', body)).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', message: expect.stringContaining('expiresAt') },
    });
});

test('a token can be addressed by its id', async () => {
    const app = await sharedApp();
    const { secret, id } = await app.has.token();

    await app.delete(`/api/admin/api-tokens/${id}`);

    expect(await statusFor(app, secret)).toBe(401);
});

test('a deleted token stops working immediately', async () => {
    const app = await sharedApp();
    const { secret } = await app.has.token();
    expect(await statusFor(app, secret)).toBe(200);

    await app.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`);

    expect(await statusFor(app, secret)).toBe(401);
});

test('each API accepts only its own kind of token', async () => {
    const app = await sharedApp();
    const { secret: frontend } = await app.has.token({ type: 'frontend' });
    const apis = ['/api/admin/tags', '/api/client/features', '/api/frontend'];
    const statuses = (token: string) => Promise.all(apis.map((path) => statusFor(app, token, path)));

    expect(await statuses(ADMIN_TOKEN)).toEqual([200, 403, 403]);
    expect(await statuses(CLIENT_TOKEN)).toEqual([403, 200, 403]);
    expect(await statuses(frontend)).toEqual([403, 403, 200]);
});

test('a token is accepted with the prefix Bearer', async () => {
    const app = await sharedApp();

    expect(await statusFor(app, `Bearer ${CLIENT_TOKEN}`)).toBe(200);
    expect(await statusFor(app, `bearer ${CLIENT_TOKEN}`)).toBe(200);
    expect(await statusFor(app, `Basic ${CLIENT_TOKEN}`)).toBe(401);
});

test('the last use of a token, here or at an edge, is stored at the latest when the service stops, without an event', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const app = await testApp({ database });
    const [atEdge, unused] = [await app.has.token({ type: 'frontend' }), await app.has.token()];
    const { id, secret } = await app.has.token();
    await statusFor(app, secret);
    const seenTokens = [atEdge.secret, '*:development.unknown'];
    const report = { applications: [], metrics: [], seenTokens };
    const reported = await app.post('/api/client/metrics/bulk', report, { token: CLIENT_TOKEN });
    expect(reported.status).toBe(202);
    const before = await app.revision();
    await app.close();

    const again = await testApp({ database });

    const { tokens } = (await again.get('/api/admin/api-tokens')).body;
    const seenAt = (wanted: number) => tokens.find((token: { id: number }) => token.id === wanted).seenAt;
    expect([seenAt(id), seenAt(atEdge.id)]).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)]);
    expect(seenAt(unused.id)).toBeNull();
    expect(await again.revision()).toBe(before);
});

test('tokens are found by their name', async () => {
    const app = await testApp();
    await app.has.token({ tokenName: 'mobile' });
    await app.has.token({ tokenName: 'mobile', environment: 'production' });

    const names = async (name: string) =>
        (await app.get(`/api/admin/api-tokens/${name}`)).body.tokens.map(
            ({ environment }: { environment: string }) => environment,
        );
    expect(await names('mobile')).toEqual(['production', 'development']);
    expect(await names('nothing')).toEqual([]);
});

test('a user sees only the kinds of tokens that they may read', async () => {
    const app = await testApp();
    await app.has.token({ type: 'frontend' });
    const types = async (user: Parameters<TestApp['get']>[1]) => {
        const { body } = await app.get('/api/admin/api-tokens', user);
        return body.tokens.map(({ type }: { type: string }) => type).toSorted();
    };

    expect(await types({})).toEqual(['admin', 'client', 'frontend']);
    expect(await types(await app.has.user({ rootRole: 'editor' }))).toEqual(['client', 'frontend']);
    expect(await types(await userWith(app, 'READ_FRONTEND_API_TOKEN'))).toEqual(['frontend']);
    expect(await app.get('/api/admin/api-tokens', await app.has.user())).toMatchObject({ status: 403 });
});

test('a user can create, change and delete only the kinds of tokens that they have permissions for', async () => {
    const app = await sharedApp();
    const { secret: client } = await app.has.token({ type: 'client' });
    const { secret: frontend } = await app.has.token({ type: 'frontend' });
    const user = await userWith(
        app,
        'CREATE_FRONTEND_API_TOKEN',
        'UPDATE_FRONTEND_API_TOKEN',
        'DELETE_FRONTEND_API_TOKEN',
    );
    const create = (type: string, projects?: string[]) =>
        app.post('/api/admin/api-tokens', { tokenName: 'x', type, projects }, user);
    const expire = (token: string) => app.put(`/api/admin/api-tokens/${token}`, { expiresAt: inHours(1) }, user);
    const remove = (token: string) => app.delete(`/api/admin/api-tokens/${token}`, user);
    const refused = (permission: string) => ({
        status: 403,
        body: { name: 'NoAccessError', permissions: [permission] },
    });

    expect(await create('frontend', ['default'])).toMatchObject({ status: 201 });
    expect(await create('client', ['default'])).toMatchObject(refused('CREATE_CLIENT_API_TOKEN'));
    expect(await create('admin')).toMatchObject(refused('ADMIN'));
    expect(await expire(frontend)).toMatchObject({ status: 200 });
    expect(await expire(client)).toMatchObject(refused('UPDATE_CLIENT_API_TOKEN'));
    expect(await expire(encodeURIComponent(ADMIN_TOKEN))).toMatchObject(refused('ADMIN'));
    expect(await remove(client)).toMatchObject(refused('DELETE_CLIENT_API_TOKEN'));
    expect(await remove(frontend)).toMatchObject({ status: 200 });
});
