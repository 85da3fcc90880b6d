import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const clone = (app: TestApp, body: object, source = 'development') =>
    app.post(`/api/admin/environments/${source}/clone`, body);

/** The configuration of flags in an environment, without ids and similar values. */
async function seenBy(app: TestApp, environment: string) {
    const { secret } = await app.has.token({ environment });
    const { features } = await app.clientFeatures(secret);
    return JSON.parse(JSON.stringify(features), (key, value) => (key === 'id' ? undefined : value));
}

describe('cloning an environment', () => {
    test('provides the same flags to SDKs: state, strategies, segments, variants', async () => {
        const app = await testApp();
        const segment = await app.has.segment({
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        });
        const on = await app.has.flag();
        await app.has.strategy({
            flag: on.name,
            name: 'flexibleRollout',
            title: 'Half',
            parameters: { rollout: '50', stickiness: 'userId', groupId: 'g' },
            constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }],
            variants: [{ name: 'a', weight: 1_000, weightType: 'variable', stickiness: 'default' }],
            segments: [segment.id],
        });
        await app.has.strategy({ flag: on.name, disabled: true });
        await app.post(`/api/admin/projects/default/features/${on.name}/environments/development/on`);
        const off = await app.has.flag();
        await app.has.strategy({ flag: off.name });
        await app.put(`/api/admin/projects/default/features/${off.name}/environments/development/variants`, [
            { name: 'b', weight: 1_000, weightType: 'variable', stickiness: 'default' },
        ]);
        await app.has.flag({ enabled: ['production'] });

        const response = await clone(app, { name: 'staging', type: 'preproduction' });

        expect(response).toMatchObject({
            status: 200,
            body: { name: 'staging', type: 'preproduction', enabled: true, protected: false, sortOrder: 4 },
        });
        const there = await seenBy(app, 'staging');
        expect(there).toEqual(await seenBy(app, 'development'));
        expect(there).toHaveLength(3);
    });

    test('creates independent copies', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        await clone(app, { name: 'staging', type: 'test' });

        await app.post(`/api/admin/projects/default/features/${name}/environments/development/off`);

        expect(await seenBy(app, 'staging')).toMatchObject([{ name, enabled: true }]);
    });

    test('includes the default strategies of projects', async () => {
        const app = await testApp();
        await app.post('/api/admin/projects/default/environments/development/default-strategy', {
            name: 'flexibleRollout',
            parameters: { rollout: '25' },
        });

        await clone(app, { name: 'staging', type: 'test' });

        const { environments } = (await app.get('/api/admin/environments/project/default')).body;
        expect(environments.at(-1)).toMatchObject({
            name: 'staging',
            visible: true,
            defaultStrategy: { name: 'flexibleRollout', parameters: { rollout: '25' } },
        });
    });

    test('includes only the listed projects; without a list, all projects that have the environment', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop', environments: ['development'] });
        await app.has.project({ id: 'bank', environments: ['development'] });
        await app.has.project({ id: 'mill', environments: ['production'] });
        const projectsWith = async (environment: string) =>
            (
                await Promise.all(
                    ['default', 'shop', 'bank', 'mill'].map(async (id) => {
                        const { environments } = (await app.get(`/api/admin/projects/${id}/overview`)).body;
                        return environments.some((known: { environment: string }) => known.environment === environment)
                            ? [id]
                            : [];
                    }),
                )
            ).flat();

        await clone(app, { name: 'some', type: 'test', projects: ['shop', 'bank'] });
        await clone(app, { name: 'none', type: 'test', projects: [] });
        await clone(app, { name: 'all', type: 'test' });

        expect(await projectsWith('some')).toEqual(['shop', 'bank']);
        expect(await projectsWith('none')).toEqual([]);
        expect(await projectsWith('all')).toEqual(['default', 'shop', 'bank']);
    });

    test('creates nothing if a project does not exist or does not have the environment', async () => {
        const app = await testApp();
        await app.has.project({ id: 'mill', environments: ['production'] });

        for (const project of ['mill', 'nowhere']) {
            expect(await clone(app, { name: 'staging', type: 'test', projects: ['default', project] })).toMatchObject({
                status: 400,
                body: { details: [{ path: '/body/projects/1' }] },
            });
        }
        expect((await app.get('/api/admin/environments/staging')).status).toBe(404);
    });

    test('copies the permissions of roles only on request', async () => {
        const app = await testApp();
        const { body } = await app.post('/api/admin/roles', {
            name: 'Switcher',
            permissions: [
                { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
                { name: 'CREATE_FEATURE_STRATEGY', environment: 'production' },
            ],
        });
        const granted = async () =>
            (await app.get(`/api/admin/roles/${body.roles.id}`)).body.permissions.map(
                (permission: { name: string; environment?: string }) =>
                    `${permission.name} ${permission.environment ?? ''}`,
            );
        const before = await granted();

        await clone(app, { name: 'closed', type: 'test' });
        expect(await granted()).toEqual(before);

        await clone(app, { name: 'open', type: 'test', clonePermissions: true });
        expect(await granted()).toEqual([
            'CREATE_FEATURE_STRATEGY production',
            'UPDATE_FEATURE_ENVIRONMENT development',
            'UPDATE_FEATURE_ENVIRONMENT open',
        ]);
    });

    test('is recorded flag by flag in the audit log', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });

        await clone(app, { name: 'staging', type: 'test' });

        const { events } = (await app.get('/api/admin/search/events?environment=IS:staging')).body;
        expect(events.map(({ type }: { type: string }) => type)).toEqual([
            'feature-environment-enabled',
            'feature-strategy-add',
            'project-environment-added',
            'environment-created',
        ]);
        expect(events[1]).toMatchObject({ featureName: name, data: { name: 'flexibleRollout' } });
    });

    test.each([
        ['an unknown environment', 'nowhere', { name: 'staging', type: 'test' }, 404],
        ['a name that is taken', 'development', { name: 'production', type: 'test' }, 409],
        ['a bad name', 'development', { name: 'my env', type: 'test' }, 400],
        ['no type', 'development', { name: 'staging' }, 400],
        ['an unknown member', 'development', { name: 'staging', type: 'test', colour: 'red' }, 400],
    ])('with %s is refused', async (_what, source, body, status) => {
        const app = await testApp();

        expect((await clone(app, body, source)).status).toBe(status);
    });

    test('respects the limit of environments', async () => {
        const app = await testApp({ environment: { UNLEASH_ENVIRONMENTS_LIMIT: '2' } });

        expect(await clone(app, { name: 'staging', type: 'test' })).toMatchObject({
            status: 400,
            body: { name: 'ExceedsLimitError' },
        });
    });

    test('clones thousands of flags within seconds', async () => {
        const app = await testApp();
        const features = Array.from({ length: 2_000 }, (_, index) => ({ name: `flag-${index}` }));
        await app.send('POST', '/api/admin/features-batch/import', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({
                project: 'default',
                environment: 'development',
                data: {
                    features,
                    featureStrategies: features.map(({ name }) => ({ featureName: name, name: 'default' })),
                    featureEnvironments: features.map(({ name }) => ({ featureName: name, name, enabled: true })),
                },
            }),
        });

        await clone(app, { name: 'staging', type: 'test' });

        expect(await app.get('/api/admin/environments/staging')).toMatchObject({ body: { enabledToggleCount: 2_000 } });
    });
});
