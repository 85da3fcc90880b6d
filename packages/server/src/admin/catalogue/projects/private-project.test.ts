import { beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_TOKEN, type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { PERMISSIONS, ROLE_ID } from '../../../core/access/permissions.ts';

/** A private project with a flag, a segment, a context field and a token of its own. */
async function appWithCovert(until: 'test' | 'file' = 'test') {
    const app = await testApp({ until });
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'hidden', description: 'covert', project: 'covert', enabled: true });
    await app.has.flag({ name: 'plain', enabled: true });
    await app.has.user({ projectRoles: { covert: 'owner' } });
    await app.has.segment({ name: 'hidden segment', project: 'covert' });
    await app.post('/api/admin/context', { name: 'hiddenField', description: 'covert', project: 'covert' });
    await app.has.token({ tokenName: 'hidden token', projects: ['covert'] });
    await app.has.token({ tokenName: 'hidden shared token', projects: ['covert', 'default'] });
    return app;
}

/** Grants every root permission except ADMIN. */
async function giveAllRootPermissions(app: TestApp, role: keyof typeof ROLE_ID) {
    const permissions = Object.entries(PERMISSIONS).filter(([name, { scope }]) => scope === 'root' && name !== 'ADMIN');
    await app.services.recordObservation((tx) =>
        tx
            .insertInto('role_permissions')
            .values(permissions.map(([permission]) => ({ role_id: ROLE_ID[role], permission, environment: null })))
            .execute(),
    );
}

describe('for a user without a role in it, a private project', () => {
    let app: TestApp;
    let editor: RequestOptions;
    beforeAll(async () => {
        app = await appWithCovert('file');
        await giveAllRootPermissions(app, 'editor');
        editor = await app.has.user({ rootRole: 'editor' });
    });

    test.each([
        '/api/admin/projects',
        '/api/admin/search/features',
        '/api/admin/segments',
        '/api/admin/context?include=project',
        '/api/admin/api-tokens',
        '/api/admin/lifecycle/count',
        '/api/admin/search/events',
    ])('is not in the list %s', async (address) => {
        const response = await app.get(address, editor);

        expect(response.status, JSON.stringify(response.body)).toBe(200);
        expect(JSON.stringify(response.body)).not.toMatch(/covert|hidden/i);
        expect(JSON.stringify((await app.get(address)).body), 'an administrator sees more').not.toBe(
            JSON.stringify(response.body),
        );
    });

    test('does not appear in any response that a user without ADMIN can read', async () => {
        const values: Record<string, string> = {
            projectId: 'default',
            contextField: 'hiddenField',
            environment: 'development',
            id: '1',
            roleId: String(ROLE_ID.owner),
            name: 'hidden',
            featureName: 'hidden',
            toggleName: 'hidden',
        };
        const addresses = app.routes
            .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/'))
            // Event streams do not end.
            .filter(({ responds }) => responds.contentType !== 'text/event-stream')
            .map(({ path }) => path.replace(/:(\w+)/g, (_, param: string) => values[param] ?? '1'));
        expect(addresses.length).toBeGreaterThan(50);

        for (const address of addresses) {
            const { body } = await app.send('GET', address, editor);
            expect(JSON.stringify(body), address).not.toContain('covert');
        }
    });

    test.each([
        ['/api/admin/features/hidden', 404],
        ['/api/admin/events/hidden', 200],
        ['/api/admin/projects/default/features/hidden', 404],
    ])('is not revealed by its flags: %s', async (address, status) => {
        const response = await app.get(address, editor);

        expect(response.status).toBe(status);
        expect(JSON.stringify(response.body)).not.toContain('covert');
        expect(response.body.events ?? []).toEqual([]);
    });

    test('cannot be reached by a token created for it', async () => {
        const create = (project: string) =>
            app.post('/api/admin/api-tokens', { tokenName: 't', type: 'client', projects: [project] }, editor);

        const hidden = await create('covert');
        const missing = await create('nowhere');

        expect(hidden.status).toBe(400);
        expect(missing.body.message).toBe(hidden.body.message.replaceAll('covert', 'nowhere'));
    });
});

describe('for a user without a role in it, a private project is not exposed by', () => {
    test('a token for all projects, whenever it was created', async () => {
        const app = await testApp();
        await giveAllRootPermissions(app, 'editor');
        const editor = await app.has.user({ rootRole: 'editor' });
        const create = (projects: string[] | undefined, as: RequestOptions) =>
            app.post('/api/admin/api-tokens', { tokenName: 't', type: 'client', projects }, as);
        const rejection = { status: 403, body: { message: expect.stringContaining('select projects') } };

        // No private project exists yet, but the token would give access to future ones.
        expect(await create(undefined, editor)).toMatchObject(rejection);
        expect(await create(['default', '*'], editor)).toMatchObject(rejection);
        const { body: token } = await create(['default'], editor);
        expect((await create(['*'], await app.has.user({ rootRole: 'admin' }))).status).toBe(201);

        await app.has.project({ id: 'covert', mode: 'private' });
        await app.has.flag({ name: 'hidden', project: 'covert', enabled: true });
        await app.has.flag({ name: 'plain', enabled: true });
        const { features } = await app.clientFeatures(token.secret);
        expect(features.map(({ name }: { name: string }) => name)).toEqual(['plain']);
    });

    test('a tag or an application, which remain unchanged', async () => {
        const app = await appWithCovert();
        await app.post('/api/admin/features/hidden/tags', { type: 'simple', value: 'covert-tag' });
        const bucket = { start: 1, stop: 1, toggles: { hidden: { yes: 1, no: 0 } } };
        await app.post('/api/client/metrics', { appName: 'covert-app', bucket }, { token: CLIENT_TOKEN });
        await app.services.reports.store();
        await giveAllRootPermissions(app, 'editor');
        const editor = await app.has.user({ rootRole: 'editor' });
        const unchanged = { ...editor, changesNothing: true };
        const application = '/api/admin/metrics/applications/covert-app';

        expect((await app.delete('/api/admin/tags/simple/covert-tag', unchanged)).status).toBe(200);
        expect((await app.post('/api/admin/tags', { value: 'covert-tag' }, editor)).status).toBe(409);
        expect((await app.delete(application, unchanged)).status).toBe(200);
        expect((await app.post(application, { description: 'Mine' }, editor)).status).toBe(409);
        expect((await app.get('/api/admin/tags/simple/covert-tag')).status).toBe(200);
        expect((await app.get(application)).body).toMatchObject({ description: null, usage: [{ project: 'covert' }] });
    });

    test('the own description of an application that nobody runs', async () => {
        const app = await appWithCovert();
        const editor = await app.has.user({ rootRole: 'editor' });
        const address = '/api/admin/metrics/applications/planned';

        await app.post(address, { description: 'To come' }, editor);
        await app.post(address, { url: 'https://example.com' }, editor);

        expect((await app.get(address, editor)).body).toMatchObject({ description: 'To come', usage: [] });
    });

    test('events of tags that are deleted with their type', async () => {
        const app = await appWithCovert();
        await app.post('/api/admin/tag-types', { name: 'team', description: '' });
        await app.post('/api/admin/features/hidden/tags', { type: 'team', value: 'covert-tag' });
        await app.post('/api/admin/features/plain/tags', { type: 'team', value: 'plain-tag' });
        await giveAllRootPermissions(app, 'editor');
        const editor = await app.has.user({ rootRole: 'editor' });

        await app.delete('/api/admin/tag-types/team', editor);

        const { body } = await app.get('/api/admin/events', editor);
        expect(JSON.stringify(body)).not.toContain('covert-tag');
        expect(JSON.stringify(body)).toContain('plain-tag');
        expect((await app.get('/api/admin/features/hidden/tags')).body.tags).toEqual([]);
    });

    test('the list of strategies that use a context field of another project', async () => {
        const app = await appWithCovert();
        const fields = '/api/admin/projects/default/context';
        await app.post(fields, { name: 'region' });
        const constraints = [{ contextName: 'region', operator: 'IN', values: ['eu'] }];
        for (const [flag, project] of [
            ['hidden', 'covert'],
            ['plain', 'default'],
        ] as const) {
            await app.has.strategy({ flag, project, constraints });
        }
        const viewer = await app.has.user();

        const { body } = await app.get(`${fields}/region/strategies`, viewer);
        const { body: field } = await app.get(`${fields}/region`, viewer);

        expect(body.strategies).toMatchObject([{ projectId: 'default', featureName: 'plain' }]);
        expect(field).toMatchObject({ usedInFeatures: 1, usedInProjects: 1 });
    });

    test('the groups of a visible project', async () => {
        const app = await appWithCovert();
        const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [] });
        for (const project of ['covert', 'default']) {
            await app.post(`/api/admin/projects/${project}/access`, { roles: [5], users: [], groups: [group.id] });
        }
        const editor = await app.has.user({ rootRole: 'editor' });

        const { body } = await app.get('/api/admin/projects/default/access', editor);

        expect(body.groups).toMatchObject([{ name: 'team', projects: ['default'] }]);
    });

    test('the export of a flag that uses a context field of the private project', async () => {
        const app = await appWithCovert();
        const constraints = [{ contextName: 'hiddenField', operator: 'IN', values: ['x'] }];
        await app.has.strategy({ flag: 'plain', constraints });
        const viewer = await app.has.user();
        const query = { environment: 'development', features: ['plain'] };

        const { body } = await app.post('/api/admin/features-batch/export', query, viewer);

        expect(body.featureStrategies).toHaveLength(2);
        expect(body.contextFields).toEqual([]);
    });

    test('the event of a segment that leaves the project, and events of applications', async () => {
        const app = await appWithCovert();
        await giveAllRootPermissions(app, 'editor');
        const editor = await app.has.user({ rootRole: 'editor' });
        const { body: all } = await app.get('/api/admin/segments');
        const { id } = all.segments[0];
        const toggles = { hidden: { yes: 1, no: 0 } };
        const bucket = { start: 1, stop: 1, toggles };
        await app.post('/api/client/metrics', { appName: 'shop', bucket }, { token: CLIENT_TOKEN });
        await app.services.reports.store();

        await app.put(`/api/admin/segments/${id}`, { name: 'open segment', constraints: [] });
        await app.post('/api/admin/metrics/applications/shop', { description: 'What customers see' });
        await app.delete('/api/admin/metrics/applications/shop');

        const { body } = await app.get('/api/admin/events', editor);
        const types = body.events.slice(0, 3).map(({ type }: { type: string }) => type);
        expect(types).toEqual(['application-deleted', 'application-updated', 'segment-updated']);
        expect(JSON.stringify(body.events.slice(0, 3))).not.toContain('covert');
    });

    test('the history of the deleted project, even if its id is used again', async () => {
        const app = await appWithCovert();
        await giveAllRootPermissions(app, 'editor');
        const editor = await app.has.user({ rootRole: 'editor' });
        const countEvents = async (as: RequestOptions) =>
            (await app.get('/api/admin/search/events?project=IS:covert&limit=100', as)).body.total;
        await app.delete('/api/admin/projects/covert/features/hidden');
        await app.delete('/api/admin/projects/covert');
        const before = await countEvents({});

        expect(before).toBeGreaterThan(5);
        expect(await countEvents(editor)).toBe(0);
        expect((await app.get('/api/admin/events/hidden', editor)).body.events).toEqual([]);
        expect(JSON.stringify((await app.get('/api/admin/events', editor)).body)).not.toContain('covert');

        await app.post('/api/admin/projects', { id: 'covert', name: 'Open now' }, editor);
        const created = (await countEvents({})) - before;
        expect(created).toBeGreaterThan(0);
        expect(await countEvents(editor)).toBe(created);
    });
});

describe('a private project is visible', () => {
    test.each(['owner', 'member', 'reader'] as const)('to its %s', async (role) => {
        const app = await appWithCovert();
        const user = await app.has.user({ projectRoles: { covert: role } });

        expect((await app.get('/api/admin/projects/covert', user)).status).toBe(200);
        expect(JSON.stringify((await app.get('/api/admin/projects', user)).body)).toContain('covert');
    });

    test('to administrators and admin tokens', async () => {
        const app = await appWithCovert();
        const administrator = await app.has.user({ rootRole: 'admin' });

        expect((await app.get('/api/admin/projects/covert', administrator)).status).toBe(200);
        expect((await app.get('/api/admin/projects/covert')).status).toBe(200);
    });

    test('to the editor who creates it, immediately', async () => {
        const app = await testApp();
        const editor = await app.has.user({ rootRole: 'editor' });

        await app.post('/api/admin/projects', { id: 'mine', name: 'Mine', mode: 'private' }, editor);

        expect((await app.get('/api/admin/projects/mine', editor)).status).toBe(200);
    });

    test('to editors if it is the default project, in which they have permissions', async () => {
        const app = await testApp();
        await app.put('/api/admin/projects/default/settings', { mode: 'private' });

        expect((await app.get('/api/admin/projects/default', await app.has.user({ rootRole: 'editor' }))).status).toBe(
            200,
        );
        expect((await app.get('/api/admin/projects/default', await app.has.user())).status).toBe(404);
    });

    test('to all users again after it is no longer private', async () => {
        const app = await appWithCovert();
        const viewer = await app.has.user();
        expect((await app.get('/api/admin/projects/covert', viewer)).status).toBe(404);

        await app.put('/api/admin/projects/covert/settings', { mode: 'protected' });

        expect((await app.get('/api/admin/projects/covert', viewer)).status).toBe(200);
    });

    test('to SDKs: their tokens determine the visible projects', async () => {
        const app = await appWithCovert();

        const { features } = await app.clientFeatures();

        expect(features.map(({ name }: { name: string }) => name)).toContain('hidden');
    });
});

describe('a name that is taken in a private project', () => {
    test.each([
        ['flag', '/api/admin/projects/default/features', { name: 'hidden' }],
        ['segment', '/api/admin/segments', { name: 'hidden segment', constraints: [] }],
        ['context field', '/api/admin/context', { name: 'hiddenField' }],
        ['project', '/api/admin/projects', { id: 'covert', name: 'X' }],
    ])('is rejected for a new %s, and the response reveals nothing else', async (_noun, address, body) => {
        const app = await appWithCovert();
        const editor = await app.has.user({ rootRole: 'editor' });

        const response = await app.post(address, body, editor);

        expect(response).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
        const takenName = 'id' in body ? body.id : body.name;
        expect(response.body.message.replace(takenName, '')).not.toMatch(/covert|hidden/i);
    });
});

test('a flag that is moved out of a private project does not reveal its previous project', async () => {
    const app = await appWithCovert();
    await giveAllRootPermissions(app, 'editor');
    const editor = await app.has.user({ rootRole: 'editor' });

    await app.post('/api/admin/projects/covert/features/hidden/changeProject', { newProjectId: 'default' });

    for (const address of [
        '/api/admin/events?project=default',
        '/api/admin/events/hidden',
        '/api/admin/search/events?feature=IS:hidden',
    ]) {
        const [moved] = (await app.get(address, editor)).body.events;
        expect(moved, address).toMatchObject({ type: 'feature-project-change', data: { newProject: 'default' } });
        expect(JSON.stringify(moved), address).not.toContain('covert');
    }
});
