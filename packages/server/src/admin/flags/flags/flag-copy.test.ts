import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';

test('a copy has the settings, strategies, variants and dependencies of the original, and is off', async () => {
    const app = await testApp();
    const segment = await app.has.segment();
    await app.has.flag({ name: 'parent' });
    await app.has.flag({ name: 'original', type: 'experiment', description: 'text', impressionData: true });
    await app.has.strategy({
        flag: 'original',
        name: 'flexibleRollout',
        title: 'half',
        parameters: { rollout: '50', stickiness: 'userId', groupId: 'original' },
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        segments: [segment.id],
    });
    await app.has.strategy({ flag: 'original', environment: 'production', disabled: true });
    await app.put(`${FEATURES}/original/environments/production/variants`, [
        { name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' },
    ]);
    await app.post(`${FEATURES}/original/environments/development/on`);
    await app.post(`${FEATURES}/original/dependencies`, { feature: 'parent' });

    const response = await app.post(`${FEATURES}/original/clone`, { name: 'copy' });

    expect(response).toMatchObject({
        status: 201,
        body: { name: 'copy', type: 'experiment', description: 'text', impressionData: true, stale: false },
    });
    expect(await app.get(`${FEATURES}/copy?variantEnvironments=true`)).toMatchObject({
        body: {
            dependencies: [{ feature: 'parent', enabled: true }],
            lifecycle: { stage: 'initial' },
            environments: [
                {
                    name: 'development',
                    enabled: false,
                    strategies: [
                        {
                            title: 'half',
                            parameters: { rollout: '50', stickiness: 'userId', groupId: 'copy' },
                            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
                            segments: [segment.id],
                        },
                    ],
                },
                {
                    name: 'production',
                    enabled: false,
                    strategies: [{ name: 'default', disabled: true }],
                    variants: [{ name: 'red', weight: 1000 }],
                },
            ],
        },
    });
});

test('a copy keeps the groupId of its rollouts on request', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'original', enabled: true });

    await app.post(`${FEATURES}/original/clone`, { name: 'copy', replaceGroupId: false });

    expect(await app.get(`${FEATURES}/copy/environments/development`)).toMatchObject({
        body: { strategies: [{ parameters: { groupId: 'original' } }] },
    });
});

test('copying is refused if the name is taken, the original does not exist or the project is full', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'original', project: id });
    const clone = (name: unknown) => app.post(`/api/admin/projects/${id}/features/original/clone`, { name });

    expect(await clone('original')).toMatchObject({ status: 409 });
    expect(await clone('not a name')).toMatchObject({ status: 400 });
    expect(await app.post(`${FEATURES}/original/clone`, { name: 'copy' })).toMatchObject({ status: 404 });
    await app.put(`/api/admin/projects/${id}/settings`, { featureLimit: 1 });
    expect(await clone('copy')).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
});

test('a moved flag keeps its configuration, and only tokens of the new project receive it', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'checkout', enabled: true, tags: [{ value: 'beta' }] });
    const { secret: old } = await app.has.token({ projects: ['default'] });
    const { secret: fresh } = await app.has.token({ projects: [id] });

    const response = await app.post(`${FEATURES}/checkout/changeProject`, { newProjectId: id });

    expect(response).toMatchObject({ status: 200 });
    expect(await app.get(`${FEATURES}/checkout`)).toMatchObject({ status: 404 });
    expect(await app.get(`/api/admin/projects/${id}/features/checkout`)).toMatchObject({
        body: { project: id, tags: [{ value: 'beta' }], environments: [{ enabled: true, strategies: [{}] }, {}] },
    });
    expect((await app.clientFeatures(old)).features).toEqual([]);
    expect((await app.clientFeatures(fresh)).features).toMatchObject([
        { name: 'checkout', enabled: true, project: id },
    ]);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events[0]).toMatchObject({
        type: 'feature-project-change',
        project: id,
        data: { oldProject: 'default', newProject: id },
    });
});

test('moving a flag to its own project changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    const response = await app.post(
        `${FEATURES}/checkout/changeProject`,
        { newProjectId: 'default' },
        { changesNothing: true },
    );

    expect(response).toMatchObject({ status: 200 });
});

test('moving a flag returns 404 if the target does not exist or the flag is not in the source project', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'checkout' });

    expect(await app.post(`${FEATURES}/checkout/changeProject`, { newProjectId: 'nowhere' })).toMatchObject({
        status: 404,
    });
    expect(
        await app.post(`/api/admin/projects/${id}/features/checkout/changeProject`, { newProjectId: 'default' }),
    ).toMatchObject({ status: 404 });
});

test('a flag cannot be moved to a project with other environments', async () => {
    const app = await testApp();
    const { id } = await app.has.project({ environments: ['development'] });
    await app.has.flag({ name: 'checkout' });

    expect(await app.post(`${FEATURES}/checkout/changeProject`, { newProjectId: id })).toMatchObject({
        status: 403,
        body: { name: 'InvalidOperationError', message: expect.stringContaining('environments') },
    });
});

test('a flag cannot be moved away from its parents, its children or the segments of its project', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    const segment = await app.has.segment({ project: 'default' });
    await app.has.flag({ name: 'parent' });
    await app.has.flag({ name: 'child' });
    await app.post(`${FEATURES}/child/dependencies`, { feature: 'parent' });
    await app.has.flag({ name: 'segmented' });
    await app.has.strategy({ flag: 'segmented', segments: [segment.id] });

    for (const name of ['parent', 'child', 'segmented']) {
        expect(await app.post(`${FEATURES}/${name}/changeProject`, { newProjectId: id })).toMatchObject({
            status: 403,
            body: { name: 'InvalidOperationError' },
        });
    }
});

test('a flag cannot be moved to a project that is full', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.put(`/api/admin/projects/${id}/settings`, { featureLimit: 0 });
    await app.has.flag({ name: 'checkout' });

    expect(await app.post(`${FEATURES}/checkout/changeProject`, { newProjectId: id })).toMatchObject({ status: 403 });
});

test('moving a flag requires MOVE_FEATURE_TOGGLE in both projects', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.has.flag({ name: 'checkout' });
    const here = await app.has.user({ projectRoles: { default: 'owner' } });
    const there = await app.has.user({ projectRoles: { [id]: 'owner' } });
    const both = await app.has.user({ projectRoles: { default: 'owner', [id]: 'owner' } });
    const move = (user: typeof both) => app.post(`${FEATURES}/checkout/changeProject`, { newProjectId: id }, user);

    for (const user of [here, there]) {
        expect(await move(user)).toMatchObject({ status: 403, body: { permissions: ['MOVE_FEATURE_TOGGLE'] } });
    }
    expect(await move(both)).toMatchObject({ status: 200 });
});

test('the configuration in an environment that the project no longer uses is not copied', async () => {
    const app = await testApp();
    const { name: staging } = await app.has.environment();
    await app.post('/api/admin/projects/default/environments', { environment: staging });
    await app.has.flag({ name: 'original' });
    await app.has.strategy({ flag: 'original', environment: staging });
    await app.has.strategy({ flag: 'original' });
    await app.delete(`/api/admin/projects/default/environments/${staging}`);

    expect((await app.post(`${FEATURES}/original/clone`, { name: 'copy' })).status).toBe(201);

    const { body } = await app.get(`${FEATURES}/copy`);
    expect(body.environments.map(({ name }: { name: string }) => name)).toEqual(['development', 'production']);
    expect(body.environments[0].strategies).toHaveLength(1);
});
