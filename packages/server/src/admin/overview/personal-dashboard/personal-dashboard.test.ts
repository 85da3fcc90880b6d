import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/personal-dashboard';
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name);
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

describe('the personal dashboard', () => {
    test('lists the projects in which the user has a role, and favourites', async () => {
        const app = await testApp();
        for (const id of ['joined', 'liked', 'foreign']) await app.has.project({ id });
        const user = await app.has.user({ projectRoles: { joined: 'member' } });
        await app.post('/api/admin/projects/liked/favorites', {}, user);

        const response = await app.get(PATH, user);

        expect(response.status).toBe(200);
        expect(idsOf(response.body.projects)).toEqual(['joined', 'liked']);
        expect(response.body.projects[0]).toMatchObject({
            id: 'joined',
            name: 'joined',
            health: 100,
            memberCount: 1,
            featureCount: 0,
            owners: [{ ownerType: 'system' }],
        });
    });

    test('includes the roles of groups', async () => {
        const app = await testApp();
        await app.has.project({ id: 'joined' });
        const user = await app.has.user();
        const { body: group } = await app.post('/api/admin/groups', {
            name: 'team',
            users: [{ user: { id: user.id } }],
        });
        await app.post('/api/admin/projects/joined/access', { roles: [5], groups: [group.id], users: [] });

        expect(idsOf((await app.get(PATH, user)).body.projects)).toEqual(['joined']);
    });

    test('lists flags created by the user and favourites, newest first, without archived ones', async () => {
        const app = await testApp();
        const user = await app.has.user({ rootRole: 'editor' });
        const create = async (name: string, options = {}) => {
            await app.post('/api/admin/projects/default/features', { name, type: 'experiment' }, options);
            app.passTime(1_000);
        };
        await create('mine', user);
        await create('foreign');
        await create('liked');
        await create('gone', user);
        await app.post('/api/admin/projects/default/features/liked/favorites', {}, user);
        await app.delete('/api/admin/projects/default/features/gone');

        expect((await app.get(PATH, user)).body.flags).toEqual([
            { name: 'liked', project: 'default', type: 'experiment' },
            { name: 'mine', project: 'default', type: 'experiment' },
        ]);
    });

    test('omits flags of a project that became hidden', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret' });
        const { name } = await app.has.flag({ project: 'secret' });
        const user = await app.has.user();
        await app.post('/api/admin/projects/secret/favorites', {}, user);
        await app.post(`/api/admin/projects/secret/features/${name}/favorites`, {}, user);
        expect((await app.get(PATH, user)).body).toMatchObject({ projects: [{ id: 'secret' }], flags: [{ name }] });

        await app.put('/api/admin/projects/secret/settings', { mode: 'private' });

        expect((await app.get(PATH, user)).body).toMatchObject({ projects: [], flags: [] });
        expect((await app.get(`${PATH}/secret`, user)).status).toBe(404);
    });

    test('lists the administrators', async () => {
        const app = await testApp();
        const user = await app.has.user();
        const admin = await app.has.user({ rootRole: 'admin' });

        const { admins } = (await app.get(PATH, user)).body;

        expect(admins).toContainEqual({
            id: admin.id,
            name: `Name of ${admin.username}`,
            username: admin.username,
            email: `${admin.username}@example.com`,
            imageUrl: expect.stringContaining('https://'),
        });
        expect(namesOf(admins)).not.toContain(`Name of ${user.username}`);
    });

    test('requires a user: API tokens are rejected', async () => {
        const app = await testApp();

        expect(await app.get(PATH)).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
        expect((await app.get(`${PATH}/default`)).status).toBe(403);
        expect((await app.get(PATH, { token: null })).status).toBe(401);
    });
});

describe('a project on the personal dashboard', () => {
    test('contains recent events, the onboarding status and the roles of the user', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const user = await app.has.user({ projectRoles: { shop: ['owner', 'member'] } });
        await app.has.flag({ name: 'old', project: 'shop' });
        await app.post('/api/admin/projects/shop/features', { name: 'new' }, user);
        await app.post('/api/admin/projects/shop/stale', { features: ['old'], stale: true });
        await app.has.flag({ name: 'elsewhere' });

        const { body } = await app.get(`${PATH}/shop`, user);

        expect(body).toMatchObject({
            owners: [{ ownerType: 'user', name: `Name of ${user.username}` }],
            roles: [
                { id: 4, name: 'Owner', type: 'project' },
                { id: 5, name: 'Member', type: 'project' },
            ],
            onboardingStatus: { status: 'first-flag-created', feature: 'old' },
            insights: {
                health: 50,
                technicalDebt: 50,
                totalFlags: 2,
                activeFlags: 1,
                staleFlags: 1,
                potentiallyStaleFlags: 0,
            },
        });
        const [marked, , created] = body.latestEvents;
        expect(marked).toMatchObject({ createdByImageUrl: '', summary: expect.stringContaining('stale') });
        expect(created).toMatchObject({
            createdBy: user.username,
            createdByImageUrl: expect.stringContaining('https://'),
            summary: `**${user.username}** created flag **new** in project **shop**`,
        });
        expect(JSON.stringify(body.latestEvents)).not.toContain('elsewhere');
    });

    test('shows the last ten events, newest first', async () => {
        const app = await testApp();
        const user = await app.has.user();
        for (let index = 0; index < 12; index++) await app.has.flag({ name: `flag-${index}` });

        const { latestEvents } = (await app.get(`${PATH}/default`, user)).body;

        expect(latestEvents).toHaveLength(10);
        expect(latestEvents[0].summary).toContain('flag-11');
        expect(latestEvents[9].summary).toContain('flag-2');
    });

    test('that does not exist returns 404', async () => {
        const app = await testApp();

        expect((await app.get(`${PATH}/nowhere`, await app.has.user())).status).toBe(404);
    });
});
