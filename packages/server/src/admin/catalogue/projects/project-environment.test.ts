import { describe, expect, test } from 'vitest';
import { protect } from '../../../../test/support/protect.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const clientFlags = async (app: TestApp, token?: string) =>
    (await app.clientFeatures(token)).features.map(({ name, enabled }: { name: string; enabled: boolean }) => ({
        name,
        enabled,
    }));
const newestEvent = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

const ofProject = async (app: TestApp, environment: string) =>
    (await app.get('/api/admin/environments/project/default')).body.environments.find(
        ({ name }: { name: string }) => name === environment,
    );

describe('adding an environment to a project', () => {
    test('all flags of the project are off in it, and SDKs receive them', async () => {
        const app = await testApp();
        await app.has.environment({ name: 'qa' });
        const { secret } = await app.has.token({ environment: 'qa' });
        const { name } = await app.has.flag({ enabled: true });
        expect(await clientFlags(app, secret)).toEqual([]);

        const response = await app.post('/api/admin/projects/default/environments', { environment: 'qa' });

        expect(response).toMatchObject({ status: 200, body: '' });
        expect(await clientFlags(app, secret)).toEqual([{ name, enabled: false }]);
        expect(await newestEvent(app)).toMatchObject({
            type: 'project-environment-added',
            project: 'default',
            environment: 'qa',
            data: { environment: 'qa' },
            preData: null,
        });
    });

    test('flags of other projects are not added to it', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop', environments: ['production'] });
        await app.has.flag({ project: 'shop' });

        await app.has.environment({ name: 'qa' });
        await app.post('/api/admin/projects/default/environments', { environment: 'qa' });

        const [flag] = (await app.get('/api/admin/projects/shop')).body.features;
        expect(flag.environments.map(({ name }: { name: string }) => name)).toEqual(['production']);
    });

    test('an archived flag is in it after it is revived', async () => {
        const app = await testApp();
        await app.has.environment({ name: 'qa' });
        const { name } = await app.has.flag();
        await app.delete(`/api/admin/projects/default/features/${name}`);
        await app.post('/api/admin/projects/default/environments', { environment: 'qa' });

        await app.post(`/api/admin/archive/revive/${name}`);

        const [flag] = (await app.get('/api/admin/projects/default')).body.features;
        expect(flag.environments.map((environment: { name: string }) => environment.name)).toContain('qa');
    });

    test('the request can set a default strategy and required approvals', async () => {
        const app = await testApp();
        await app.has.environment({ name: 'qa' });

        await app.post('/api/admin/projects/default/environments', {
            environment: 'qa',
            changeRequestsEnabled: true,
            defaultStrategy: { name: 'flexibleRollout', parameters: { rollout: '10' } },
        });

        const { environments } = (await app.get('/api/admin/projects/default')).body;
        expect(environments.at(-1)).toMatchObject({
            environment: 'qa',
            changeRequestsEnabled: true,
            defaultStrategy: { parameters: { rollout: '10' } },
        });
    });

    test('an existing environment returns 409, an unknown one 400, an unknown project 404', async () => {
        const app = await testApp();
        const add = (project: string, body: unknown) => app.post(`/api/admin/projects/${project}/environments`, body);

        expect((await add('default', { environment: 'production' })).status).toBe(409);
        expect((await add('default', { environment: 'nowhere' })).status).toBe(400);
        expect((await add('default', { environment: '__proto__' })).status).toBe(400);
        expect((await add('default', {})).status).toBe(400);
        expect((await add('nowhere', { environment: 'production' })).status).toBe(404);
    });
});

describe('removing an environment from a project', () => {
    test('SDKs no longer receive the flags in it', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        expect(await clientFlags(app)).toEqual([{ name, enabled: true }]);

        expect((await app.delete('/api/admin/projects/default/environments/development')).status).toBe(200);

        expect(await clientFlags(app)).toEqual([]);
        expect(await newestEvent(app)).toMatchObject({
            type: 'project-environment-removed',
            project: 'default',
            environment: 'development',
            preData: { environment: 'development' },
            data: null,
        });
    });

    test('adding it again restores flags: enabled state, strategies, variants and last-seen times', async () => {
        const app = await testApp();
        const pathOf = (flag: string) => `/api/admin/projects/default/features/${flag}/environments/development`;
        for (const name of ['buoy', 'lantern']) await app.has.flag({ name });
        await app.has.strategy({ flag: 'lantern' });
        const variants = [{ name: 'bright', weight: 1000, weightType: 'variable', stickiness: 'default' }];
        await app.put(`${pathOf('lantern')}/variants`, variants);
        await app.post(`${pathOf('lantern')}/on`);
        const before = (await app.get('/api/admin/projects/default/features/lantern')).body.environments;

        await app.delete('/api/admin/projects/default/environments/development');
        await app.has.flag({ name: 'new' });
        expect(await ofProject(app, 'development')).toMatchObject({
            visible: false,
            projectEnabledToggleCount: 0,
            projectWithdrawnToggleCount: 1,
        });
        await app.post('/api/admin/projects/default/environments', { environment: 'development' });

        const { features } = await app.clientFeatures();
        expect(features).toMatchObject([
            { name: 'buoy', enabled: false },
            { name: 'lantern', enabled: true, strategies: [{ name: 'default' }], variants: [{ name: 'bright' }] },
            { name: 'new', enabled: false },
        ]);
        expect((await app.get('/api/admin/projects/default/features/lantern')).body.environments).toEqual(before);
        expect(await ofProject(app, 'development')).toMatchObject({
            projectEnabledToggleCount: 1,
            projectWithdrawnToggleCount: 0,
        });
    });

    test('a flag that is revived in the meantime is off, and a flag that is deleted and created again is new', async () => {
        const app = await testApp();
        for (const name of ['revived', 'remade']) {
            await app.has.flag({ name, enabled: true });
        }
        const features = '/api/admin/projects/default/features';

        await app.delete('/api/admin/projects/default/environments/development');
        for (const name of ['revived', 'remade']) await app.delete(`${features}/${name}`);
        await app.post('/api/admin/archive/revive/revived');
        await app.delete('/api/admin/archive/remade');
        await app.has.flag({ name: 'remade' });
        await app.post('/api/admin/projects/default/environments', { environment: 'development' });

        expect(await clientFlags(app)).toEqual([
            { name: 'remade', enabled: false },
            { name: 'revived', enabled: false },
        ]);
    });

    test('a flag that moved to another project is not restored in either project', async () => {
        const app = await testApp();
        await app.has.project({ id: 'harbour', environments: ['production'] });
        await app.has.flag({ name: 'lantern', enabled: true });

        await app.delete('/api/admin/projects/default/environments/development');
        await app.post('/api/admin/projects/default/features/lantern/changeProject', { newProjectId: 'harbour' });
        await app.post('/api/admin/projects/harbour/environments', { environment: 'development' });

        expect(await clientFlags(app)).toEqual([{ name: 'lantern', enabled: false }]);
    });

    test('an environment that is deleted and created again does not restore flags', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ name: 'lantern' });
        await app.has.environment({ name: 'qa' });
        const add = () => app.post('/api/admin/projects/default/environments', { environment: 'qa' });
        await add();
        await app.post(`/api/admin/projects/default/features/${name}/environments/qa/on`);

        await app.delete('/api/admin/projects/default/environments/qa');
        await app.delete('/api/admin/environments/qa');
        await app.has.environment({ name: 'qa' });
        await add();

        const { secret } = await app.has.token({ environment: 'qa' });
        expect(await clientFlags(app, secret)).toEqual([{ name, enabled: false }]);
    });

    test('flags are not restored without approval if changes need approval', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern', enabled: true });
        const owner = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
        await app.delete('/api/admin/projects/default/environments/development');
        await protect(app);

        const add = (as?: RequestOptions) =>
            app.post('/api/admin/projects/default/environments', { environment: 'development' }, as);
        expect(await add(owner)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
        expect(await clientFlags(app)).toEqual([]);
        expect(await add()).toMatchObject({ status: 200 });
        expect(await clientFlags(app)).toEqual([{ name: 'lantern', enabled: true }]);
    });

    test('past states show when flags were removed', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern', enabled: true });
        await app.delete('/api/admin/projects/default/environments/development');
        const away = (await newestEvent(app)).id;
        await app.post('/api/admin/projects/default/environments', { environment: 'development' });

        const stateAt = async (asOf?: number) => {
            const query = asOf === undefined ? '' : `?asOf=${asOf}`;
            const { body } = await app.get(`/api/admin/projects/default/features/lantern${query}`);
            const development = body.environments.find(({ name }: { name: string }) => name === 'development');
            return development?.enabled;
        };
        expect([await stateAt(away - 1), await stateAt(away), await stateAt()]).toEqual([true, undefined, true]);
    });

    test('flags of other projects are not affected', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const { name } = await app.has.flag({ project: 'shop', enabled: true });

        await app.delete('/api/admin/projects/default/environments/development');

        expect(await clientFlags(app)).toEqual([{ name, enabled: true }]);
    });

    test('removing an environment that the project does not have is not an error', async () => {
        const app = await testApp();

        for (const environment of ['nowhere', '__proto__']) {
            const path = `/api/admin/projects/default/environments/${environment}`;
            expect((await app.delete(path, { changesNothing: true })).status).toBe(200);
        }
        expect((await app.delete('/api/admin/projects/nowhere/environments/development')).status).toBe(404);
    });

    test('the last environment cannot be removed', async () => {
        const app = await testApp();
        await app.delete('/api/admin/projects/default/environments/development');

        expect((await app.delete('/api/admin/projects/default/environments/production')).status).toBe(400);
    });
});

describe('the default strategy of an environment', () => {
    const path = '/api/admin/projects/default/environments/development/default-strategy';

    test('is given to a flag that is turned on without a strategy', async () => {
        const app = await testApp();
        const strategy = {
            name: 'flexibleRollout',
            title: 'Careful',
            parameters: { rollout: '25', stickiness: 'userId', groupId: '' },
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        };

        const response = await app.post(path, strategy);

        expect(response).toMatchObject({
            status: 200,
            body: {
                name: 'flexibleRollout',
                title: 'Careful',
                parameters: { rollout: '25', stickiness: 'userId' },
                constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
                variants: [],
                segments: [],
            },
        });
        const { name } = await app.has.flag({ enabled: true });
        const [flag] = (await app.clientFeatures()).features;
        expect(flag.strategies).toMatchObject([
            { name: 'flexibleRollout', parameters: { rollout: '25', stickiness: 'userId', groupId: name } },
        ]);
    });

    test('is recorded in the event before and after the change', async () => {
        const app = await testApp();
        await app.post(path, { name: 'flexibleRollout', parameters: { rollout: '1' } });
        expect(await newestEvent(app)).toMatchObject({
            type: 'default-strategy-updated',
            project: 'default',
            environment: 'development',
            preData: null,
            data: { parameters: { rollout: '1' } },
        });

        await app.post(path, { name: 'flexibleRollout', parameters: { rollout: '2' } });

        expect(await newestEvent(app)).toMatchObject({
            preData: { parameters: { rollout: '1' } },
            data: { parameters: { rollout: '2' } },
        });
        await app.post(path, { name: 'flexibleRollout', parameters: { rollout: '2' } }, { changesNothing: true });
    });

    test('is deleted when the environment is removed from the project', async () => {
        const app = await testApp();
        await app.post(path, { name: 'flexibleRollout' });
        await app.delete('/api/admin/projects/default/environments/development');
        await app.post('/api/admin/projects/default/environments', { environment: 'development' });

        const { environments } = (await app.get('/api/admin/projects/default')).body;

        expect(environments[0]).not.toHaveProperty('defaultStrategy');
    });

    test('must be a gradual rollout with valid constraints, variants and segments', async () => {
        const app = await testApp();
        const bad = [
            { name: 'default' },
            {},
            { name: 'flexibleRollout', constraints: [{ contextName: 'userId', operator: 'NONSENSE' }] },
            { name: 'flexibleRollout', variants: [{ name: 'a', weight: 2_000, weightType: 'fix', stickiness: 'x' }] },
            { name: 'flexibleRollout', colour: 'red' },
        ];

        for (const body of bad) expect((await app.post(path, body)).status, JSON.stringify(body)).toBe(400);
        expect((await app.post(path, { name: 'flexibleRollout', segments: [12345] })).status).toBe(404);
    });

    test('returns 404 for an environment that the project does not have', async () => {
        const app = await testApp();
        await app.has.environment({ name: 'qa' });
        const set = (project: string, environment: string) =>
            app.post(`/api/admin/projects/${project}/environments/${environment}/default-strategy`, {
                name: 'flexibleRollout',
            });

        expect((await set('default', 'qa')).status).toBe(404);
        expect((await set('default', 'nowhere')).status).toBe(404);
        expect((await set('nowhere', 'development')).status).toBe(404);
    });
});

describe('all environments from the view of a project', () => {
    test('show whether the project has them, and its usage', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop', environments: ['development'] });
        await app.has.flag({ project: 'shop', enabled: true });
        await app.has.flag({ enabled: ['development', 'production'] });
        await app.has.token({ projects: ['shop'] });
        await app.has.token({ projects: ['*'] });
        await app.post('/api/admin/projects/shop/environments/development/default-strategy', {
            name: 'flexibleRollout',
        });

        const response = await app.get('/api/admin/environments/project/shop');

        expect(response).toMatchObject({
            status: 200,
            body: {
                version: 1,
                environments: [
                    {
                        name: 'development',
                        visible: true,
                        enabledToggleCount: 2,
                        projectEnabledToggleCount: 1,
                        projectApiTokenCount: 1,
                        defaultStrategy: { name: 'flexibleRollout' },
                    },
                    {
                        name: 'production',
                        visible: false,
                        enabledToggleCount: 1,
                        projectEnabledToggleCount: 0,
                        projectApiTokenCount: 0,
                    },
                ],
            },
        });
        expect(response.body.environments[1]).not.toHaveProperty('defaultStrategy');
        expect((await app.get('/api/admin/environments/project/nowhere')).status).toBe(404);
    });
});
