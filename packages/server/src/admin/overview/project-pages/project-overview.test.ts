import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const DAY = 24 * 60 * 60 * 1000;
const overview = async (app: TestApp, project = 'default') => (await app.get(`/api/admin/projects/${project}`)).body;

/** The requirements of the specification for the project overview. */
describe('the overview of a project', () => {
    test('of a new installation has every member, with version 1', async () => {
        const app = await testApp();

        const response = await app.get('/api/admin/projects/default');

        expect(response.status).toBe(200);
        expect(response.body).toEqual({
            stats: {
                avgTimeToProdCurrentWindow: 0,
                createdCurrentWindow: 0,
                createdPastWindow: 0,
                archivedCurrentWindow: 0,
                archivedPastWindow: 0,
                projectActivityCurrentWindow: 0,
                projectActivityPastWindow: 0,
                projectMembersAddedCurrentWindow: 0,
            },
            version: 1,
            name: 'Default',
            description: 'Default project',
            defaultStickiness: 'default',
            mode: 'open',
            featureLimit: null,
            featureNaming: { pattern: null, example: null, description: null },
            members: 0,
            health: 100,
            environments: [
                { environment: 'development', changeRequestsEnabled: false },
                { environment: 'production', changeRequestsEnabled: false },
            ],
            features: [],
            updatedAt: expect.any(String),
            createdAt: expect.any(String),
            favorite: false,
        });
    });

    test.each(['nowhere', '__proto__', '%2e%2e', 'a%20b'])('of the unknown project %s returns 404', async (project) => {
        const app = await testApp();

        const response = await app.get(`/api/admin/projects/${project}`);

        expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    });

    test('description is null if it is not set', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });

        expect((await overview(app, 'shop')).description).toBeNull();
    });

    test('members counts each user with a role in the project once', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.user({ rootRole: 'admin' });
        await app.has.user({ projectRoles: { shop: ['owner', 'member'] } });
        await app.has.user({ projectRoles: { shop: 'reader', default: 'member' } });

        expect((await overview(app, 'shop')).members).toBe(2);
        expect((await overview(app)).members).toBe(1);
    });

    test('members includes users with a role through a group', async () => {
        const app = await testApp();
        const direct = await app.has.user({ projectRoles: { default: 'member' } });
        const other = await app.has.user();
        const group = await app.post('/api/admin/groups', {
            name: 'Team',
            users: [{ user: { id: direct.id } }, { user: { id: other.id } }],
        });
        await app.post('/api/admin/projects/default/access', { roles: [4], groups: [group.body.id], users: [] });

        expect(await overview(app)).toMatchObject({ members: 2, stats: { projectMembersAddedCurrentWindow: 2 } });
        expect((await app.get('/api/admin/projects')).body.projects[0]).toMatchObject({
            memberCount: 2,
            owners: [{ ownerType: 'group', name: 'Team' }],
        });
    });

    test('environments are in display order, with the default strategy if one is set', async () => {
        const app = await testApp();
        await app.has.environment({ name: 'qa' });
        await app.post('/api/admin/projects/default/environments', { environment: 'qa' });
        await app.put('/api/admin/environments/sort-order', { qa: 1 });
        const strategy = { name: 'flexibleRollout', parameters: { rollout: '50' } };
        await app.post('/api/admin/projects/default/environments/qa/default-strategy', strategy);

        const { environments } = await overview(app);

        expect(environments).toEqual([
            {
                environment: 'qa',
                changeRequestsEnabled: false,
                defaultStrategy: { ...strategy, constraints: [], variants: [], segments: [] },
            },
            { environment: 'development', changeRequestsEnabled: false },
            { environment: 'production', changeRequestsEnabled: false },
        ]);
    });

    test('features are all active flags of the project, by name', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.flag({ name: 'elsewhere', project: 'shop' });
        await app.has.flag({ name: 'beta' });
        await app.has.flag({ name: 'archived' });
        await app.delete('/api/admin/projects/default/features/archived');
        await app.has.flag({ name: 'alpha', type: 'experiment', description: 'First', impressionData: true });

        const { features } = await overview(app);

        expect(features).toMatchObject([
            {
                name: 'alpha',
                type: 'experiment',
                description: 'First',
                project: 'default',
                stale: false,
                favorite: false,
                impressionData: true,
                createdAt: expect.any(String),
                lastSeenAt: null,
            },
            { name: 'beta', type: 'release', description: null, impressionData: false },
        ]);
        expect(features[0]).not.toHaveProperty('tags');
    });

    test('the environments of a feature show whether it is on and has strategies', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: ['development'] });
        await app.has.strategy({ flag: name, environment: 'production', disabled: true });

        const [feature] = (await overview(app)).features;

        expect(feature.environments).toEqual([
            {
                name: 'development',
                enabled: true,
                type: 'development',
                sortOrder: 2,
                variantCount: 0,
                lastSeenAt: null,
                hasStrategies: true,
                hasEnabledStrategies: true,
            },
            {
                name: 'production',
                enabled: false,
                type: 'production',
                sortOrder: 3,
                variantCount: 0,
                lastSeenAt: null,
                hasStrategies: true,
                hasEnabledStrategies: false,
            },
        ]);
    });

    test('a feature with tags contains them', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await app.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'team-a' });

        const [feature] = (await overview(app)).features;

        expect(feature.tags).toEqual([{ type: 'simple', value: 'team-a' }]);
    });

    test('updatedAt changes with the project, createdAt does not', async () => {
        const app = await testApp();
        const before = await overview(app);
        app.passTime(DAY);

        await app.put('/api/admin/projects/default', { name: 'Renamed' });

        const after = await overview(app);
        expect(after.createdAt).toBe(before.createdAt);
        expect(after.updatedAt > before.updatedAt).toBe(true);
    });
});

describe('health', () => {
    test('decreases with each flag that a user marked as stale', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await app.has.flag();
        await app.has.flag();

        await app.post('/api/admin/projects/default/stale', { features: [name], stale: true });

        expect((await overview(app)).health).toBe(67);
    });

    test('decreases with each flag that exceeds the lifetime of its type, counted once', async () => {
        const app = await testApp();
        const operational = await app.has.flag({ type: 'operational' });
        await app.has.flag({ type: 'kill-switch' });
        await app.services.recordObservation((tx) =>
            tx.updateTable('flags').set({ potentially_stale: true }).where('name', '=', operational.name).execute(),
        );
        expect((await overview(app)).health).toBe(50);

        const report = async () => (await app.get('/api/admin/projects/default/health-report')).body;
        expect(await report()).toMatchObject({ activeCount: 2, potentiallyStaleCount: 1, staleCount: 0 });
        await app.services.recordObservation((tx) =>
            tx.updateTable('flags').set({ stale: true }).where('name', '=', operational.name).execute(),
        );

        expect(await report()).toMatchObject({
            health: 50,
            technicalDebt: 50,
            activeCount: 1,
            potentiallyStaleCount: 0,
            staleCount: 1,
        });
    });

    test('does not decrease for an old flag that a user marked as not stale', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await app.services.recordObservation((tx) =>
            tx.updateTable('flags').set({ potentially_stale: true, stale: false }).where('name', '=', name).execute(),
        );

        expect((await overview(app)).health).toBe(100);
    });

    test('archived flags do not count', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await app.post('/api/admin/projects/default/stale', { features: [name], stale: true });
        expect((await overview(app)).health).toBe(0);

        await app.delete(`/api/admin/projects/default/features/${name}`);

        expect((await overview(app)).health).toBe(100);
    });
});

describe('stats', () => {
    test('created and archived flags count in windows of 30 days', async () => {
        const app = await testApp();
        const old = await app.has.flag();
        await app.has.flag();
        app.passTime(31 * DAY);
        await app.delete(`/api/admin/projects/default/features/${old.name}`);
        await app.has.flag();

        expect((await overview(app)).stats).toMatchObject({
            createdCurrentWindow: 1,
            createdPastWindow: 2,
            archivedCurrentWindow: 1,
            archivedPastWindow: 0,
        });
        app.passTime(31 * DAY);
        expect((await overview(app)).stats).toMatchObject({
            createdCurrentWindow: 0,
            createdPastWindow: 1,
            archivedCurrentWindow: 0,
            archivedPastWindow: 1,
        });
    });

    test('activity counts the events of the project', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.flag({ project: 'shop' });
        app.passTime(31 * DAY);
        await app.has.flag({ project: 'shop' });
        await app.has.flag();

        expect((await overview(app, 'shop')).stats).toMatchObject({
            projectActivityCurrentWindow: 1,
            projectActivityPastWindow: 2,
        });
    });

    test('members added counts users whose first role in the project is at most 30 days old', async () => {
        const app = await testApp();
        await app.has.user({ projectRoles: { default: 'member' } });
        app.passTime(31 * DAY);
        await app.has.user({ projectRoles: { default: ['member', 'owner'] } });
        await app.has.user({ rootRole: 'editor' });

        const { stats, members } = await overview(app);

        expect(stats.projectMembersAddedCurrentWindow).toBe(1);
        expect(members).toBe(2);
    });
});

describe('the average time to production', () => {
    const turnOn = (app: TestApp, name: string, environment = 'production') =>
        app.post(`/api/admin/projects/default/features/${name}/environments/${environment}/on`);
    const average = async (app: TestApp) => (await overview(app)).stats.avgTimeToProdCurrentWindow;

    test('is the average of whole days from creation until first on in production, with one decimal', async () => {
        const app = await testApp();
        const first = await app.has.flag();
        const second = await app.has.flag();
        const third = await app.has.flag();
        app.passTime(2 * DAY + 1000);
        await turnOn(app, first.name);
        app.passTime(DAY);
        await turnOn(app, second.name);
        await turnOn(app, third.name);

        expect(await average(app)).toBe(2.7);
        expect((await app.get('/api/admin/projects/default/dora')).body).toEqual({
            features: [
                { name: first.name, timeToProduction: 2 },
                { name: second.name, timeToProduction: 3 },
                { name: third.name, timeToProduction: 3 },
            ],
            projectAverage: 2.7,
        });
    });

    test('is 0 if no flag was on in production, and at least 0.1 if one was', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await turnOn(app, name, 'development');
        expect(await average(app)).toBe(0);

        await turnOn(app, name);

        expect(await average(app)).toBe(0.1);
    });

    test('counts the first time only, and release flags only', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        const killSwitch = await app.has.flag({ type: 'kill-switch' });
        await turnOn(app, name);
        app.passTime(10 * DAY);
        await app.post(`/api/admin/projects/default/features/${name}/environments/production/off`);
        await turnOn(app, name);
        await turnOn(app, killSwitch.name);

        expect(await average(app)).toBe(0.1);
    });

    test('does not count a deleted flag of the same name', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await turnOn(app, name);
        await app.delete(`/api/admin/projects/default/features/${name}`);
        await app.delete(`/api/admin/archive/${name}`);
        app.passTime(DAY);
        await app.has.flag({ name });
        app.passTime(DAY);

        expect(await average(app)).toBe(0);
        await turnOn(app, name);
        expect(await average(app)).toBe(1);
    });
});
