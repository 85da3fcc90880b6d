import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const newestEvent = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

describe('creating a project', () => {
    test('a project gets an id derived from its name, and all enabled environments', async () => {
        const app = await testApp();
        await app.has.environment({ name: 'retired', enabled: false });

        const response = await app.post('/api/admin/projects', { name: 'Crème brûlée!' });

        expect(response.status).toBe(201);
        expect(response.headers.get('location')).toBe('projects/creme-brulee');
        expect(response.body).toEqual({
            id: 'creme-brulee',
            name: 'Crème brûlée!',
            mode: 'open',
            defaultStickiness: 'default',
            featureLimit: null,
            featureNaming: { pattern: null, example: null, description: null },
            linkTemplates: [],
            reviewOptional: false,
            environments: ['development', 'production'],
            changeRequestEnvironments: [],
            createdAt: expect.any(String),
            archivedAt: null,
        });
    });

    test('an empty list of environments creates a project without environments: tools add them one by one', async () => {
        const app = await testApp();

        const { body } = await app.post('/api/admin/projects', { id: 'shop', name: 'Shop', environments: [] });
        await app.has.flag({ project: 'shop', name: 'early' });
        const added = await app.post('/api/admin/projects/shop/environments', { environment: 'production' });

        expect(body.environments).toEqual([]);
        expect(added.status).toBe(200);
        expect((await app.get('/api/admin/projects/shop/features/early')).body.environments).toMatchObject([
            { name: 'production', enabled: false },
        ]);
    });

    test('its members are stored as sent', async () => {
        const app = await testApp();

        const { body } = await app.post('/api/admin/projects', {
            id: 'Shop_1.~',
            name: 'Shop',
            description: 'Where people buy',
            mode: 'protected',
            defaultStickiness: 'sessionId',
            environments: ['production', 'production'],
            changeRequestEnvironments: [{ name: 'production', requiredApprovals: 2 }],
        });

        expect(body).toMatchObject({
            id: 'Shop_1.~',
            name: 'Shop',
            description: 'Where people buy',
            mode: 'protected',
            defaultStickiness: 'sessionId',
            environments: ['production'],
            changeRequestEnvironments: [{ name: 'production', requiredApprovals: 2 }],
        });
        expect((await app.get('/api/admin/projects/Shop_1.~')).body).toMatchObject({
            name: 'Shop',
            description: 'Where people buy',
            mode: 'protected',
            defaultStickiness: 'sessionId',
            environments: [{ environment: 'production', changeRequestsEnabled: true }],
        });
    });

    test('an id that is taken or reserved gets a numeric suffix', async () => {
        const app = await testApp();
        const idFor = async (name: string) => (await app.post('/api/admin/projects', { name })).body.id;

        expect(await idFor('My shop')).toBe('my-shop');
        expect(await idFor('my SHOP')).toBe('my-shop-1');
        expect(await idFor('my-shop')).toBe('my-shop-2');
        expect(await idFor('Archive')).toBe('archive-1');
        expect(await idFor('日本')).toBe('project');
        expect(await idFor('__proto__')).toBe('proto');
        expect(await idFor('x'.repeat(200))).toBe('x'.repeat(90));
        expect((await app.post('/api/admin/projects', { id: '', name: 'Empty id' })).body.id).toBe('empty-id');
    });

    test('a taken id returns 409, also if its project is archived', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.post('/api/admin/projects/archive/shop');

        const response = await app.post('/api/admin/projects', { id: 'shop', name: 'Another' });

        expect(response).toMatchObject({ status: 409, body: { name: 'NameExistsError' } });
    });

    test('the event contains the whole project', async () => {
        const app = await testApp();

        const { body } = await app.post('/api/admin/projects', { id: 'shop', name: 'Shop' });
        const { changeRequestEnvironments: _, ...project } = body;

        expect(await newestEvent(app)).toMatchObject({
            type: 'project-created',
            project: 'shop',
            data: project,
            preData: null,
        });
    });

    test('the user who creates it becomes its owner, and an event records it', async () => {
        const app = await testApp();
        const editor = await app.has.user({ rootRole: 'editor' });

        await app.post('/api/admin/projects', { id: 'shop', name: 'Shop' }, editor);

        expect(await newestEvent(app)).toMatchObject({
            type: 'project-access-added',
            project: 'shop',
            createdByUserId: editor.id,
            data: { roles: [{ roleId: 4, groupIds: [], userIds: [editor.id] }] },
        });
        const { body } = await app.get('/api/admin/projects');
        expect(body.projects.find(({ id }: { id: string }) => id === 'shop')).toMatchObject({
            memberCount: 1,
            owners: [
                { ownerType: 'user', name: `Name of ${editor.username}`, email: `${editor.username}@example.com` },
            ],
        });
        expect((await app.put('/api/admin/projects/shop', { name: 'Mine' }, editor)).status).toBe(200);
    });

    test('archived projects do not count towards the limit of projects', async () => {
        const app = await testApp({ environment: { UNLEASH_PROJECTS_LIMIT: '2' } });
        await app.has.project({ id: 'first' });

        const refused = await app.post('/api/admin/projects', { name: 'Second' });

        expect(refused).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } });
        await app.post('/api/admin/projects/archive/first');
        expect((await app.post('/api/admin/projects', { name: 'Second' })).status).toBe(201);
        expect((await app.post('/api/admin/projects/revive/first')).body.name).toBe('ExceedsLimitError');
    });

    test('without an enabled environment, the request must list environments', async () => {
        const app = await testApp();
        await app.post('/api/admin/environments/development/off');
        await app.post('/api/admin/environments/production/off');

        expect((await app.post('/api/admin/projects', { name: 'Shop' })).status).toBe(400);
        expect((await app.post('/api/admin/projects', { name: 'Shop', environments: ['production'] })).status).toBe(
            201,
        );
    });

    describe('invalid values', () => {
        let app: TestApp;
        beforeAll(async () => {
            app = await testApp({ until: 'file' });
        });

        test.each([
            ['no name', {}],
            ['an empty name', { name: '' }],
            ['a blank name', { name: '  ' }],
            ['a name that is not text', { name: 1 }],
            ['a long name', { name: 'x'.repeat(201) }],
            ['an id with a slash', { id: 'a/b', name: 'A' }],
            ['an id with a space', { id: 'a b', name: 'A' }],
            ['an id of one dot', { id: '.', name: 'A' }],
            ['an id that means all projects', { id: '*', name: 'A' }],
            ['an id that addresses need', { id: 'archive', name: 'A' }],
            ['a long id', { id: 'x'.repeat(101), name: 'A' }],
            ['an unknown mode', { name: 'A', mode: 'secret' }],
            ['an unknown environment', { name: 'A', environments: ['nowhere'] }],
            ['too many environments', { name: 'A', environments: Array(1_001).fill('development') }],
            ['an unknown member', { name: 'A', nmae: 'B' }],
            ['a prototype', JSON.parse('{"name":"A","__proto__":{"mode":"private"}}')],
        ])('%s returns 400', async (_what, body) => {
            const response = await app.post('/api/admin/projects', body);

            expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        });
    });
});

describe('checking an id', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
    });

    test.each([
        ['a free one', 'shop', 200],
        ['a taken one', 'default', 409],
        ['a bad one', 'a b', 400],
        ['a reserved one', 'revive', 400],
        ['an empty one', '', 400],
    ])('%s gets the same response as a creation', async (_what, id, status) => {
        expect((await app.post('/api/admin/projects/validate', { id })).status).toBe(status);
    });
});

describe('listing projects', () => {
    test('a new installation lists its default project', async () => {
        const app = await testApp();

        const response = await app.get('/api/admin/projects');

        expect(response).toMatchObject({ status: 200, body: { version: 1 } });
        expect(response.body.projects).toEqual([
            {
                id: 'default',
                name: 'Default',
                description: 'Default project',
                mode: 'open',
                defaultStickiness: 'default',
                health: 100,
                technicalDebt: 0,
                favorite: false,
                featureCount: 0,
                memberCount: 0,
                createdAt: expect.any(String),
                updatedAt: expect.any(String),
                archivedAt: null,
                lastUpdatedAt: null,
                lastReportedFlagUsage: null,
                onboardingStatus: { status: 'onboarding-started' },
                owners: [{ ownerType: 'system' }],
            },
        ]);
    });

    test('projects are sorted by name, with their own figures', async () => {
        const app = await testApp();
        await app.has.project({ id: 'z', name: 'Aardvark' });
        await app.has.project({ id: 'a', name: 'Zebra' });
        const used = await app.has.flag({ project: 'z' });
        await app.has.flag({ project: 'z' });
        await app.post('/api/admin/projects/z/stale', { features: [used.name], stale: true });
        const archived = await app.has.flag({ project: 'z' });
        await app.delete(`/api/admin/projects/z/features/${archived.name}`);
        await app.has.user({ projectRoles: { z: ['member', 'reader'] } });
        await app.services.recordObservation((tx) =>
            tx
                .updateTable('flag_environments')
                .set({ last_seen_at: '2026-01-02T03:04:05.000Z' })
                .where('flag', '=', used.name)
                .execute(),
        );

        const { projects } = (await app.get('/api/admin/projects')).body;

        expect(projects.map(({ id }: { id: string }) => id)).toEqual(['z', 'default', 'a']);
        expect(projects[0]).toMatchObject({
            featureCount: 2,
            health: 50,
            technicalDebt: 50,
            memberCount: 1,
            lastReportedFlagUsage: '2026-01-02T03:04:05.000Z',
            lastUpdatedAt: expect.any(String),
        });
        expect(projects[2]).toMatchObject({
            featureCount: 0,
            health: 100,
            memberCount: 0,
            lastReportedFlagUsage: null,
        });
    });

    test('archived projects are listed only on request, without active ones', async () => {
        const app = await testApp();
        await app.has.project({ id: 'old' });
        await app.post('/api/admin/projects/archive/old');
        const idsAt = async (path: string) => (await app.get(path)).body.projects.map(({ id }: { id: string }) => id);

        expect(await idsAt('/api/admin/projects')).toEqual(['default']);
        expect(await idsAt('/api/admin/projects?archived=false')).toEqual(['default']);
        expect(await idsAt('/api/admin/projects?archived=true')).toEqual(['old']);
        expect((await app.get('/api/admin/projects?archived=perhaps')).status).toBe(400);
    });

    test('favourites are those of the current user', async () => {
        const app = await testApp();
        const viewer = await app.has.user();
        await app.services.recordObservation((tx) =>
            tx.insertInto('favorite_projects').values({ user_id: viewer.id, project: 'default' }).execute(),
        );

        expect((await app.get('/api/admin/projects', viewer)).body.projects[0].favorite).toBe(true);
        expect((await app.get('/api/admin/projects/default', viewer)).body.favorite).toBe(true);
        expect((await app.get('/api/admin/projects')).body.projects[0].favorite).toBe(false);
    });
});
