import { expect, test } from 'vitest';
import { requestsOf } from '../../../../test/support/change-requests.ts';
import {
    createdExperiment,
    EXPERIMENTS,
    FLAG,
    newExperiment,
    variantsFlag,
} from '../../../../test/support/experiments.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const start = (app: TestApp, id: string, options = {}) => app.post(`${EXPERIMENTS}/${id}/start`, undefined, options);
const eventTypes = async (app: TestApp) =>
    (await app.get('/api/admin/events?type=all')).body.events.map(({ type }: { type: string }) => type);

test('an experiment is created as a draft, listed, changed and deleted, with one event for each step', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const created = await app.post(EXPERIMENTS, newExperiment({ hypothesis: 'Blue sells' }));
    expect(created).toMatchObject({
        status: 201,
        body: {
            ...{ name: 'Colour', project: 'default', feature: 'checkout', environment: 'development', unit: 'userId' },
            ...{ state: 'Draft', enrol: ['seen'], control: null, from: null, hypothesis: 'Blue sells', variant: null },
            metrics: [{ key: 'bought', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' }],
        },
    });
    const { id } = created.body;
    expect((await app.get(`${EXPERIMENTS}/${id}`)).body).toEqual(created.body);
    expect((await app.get(EXPERIMENTS)).body.experiments).toEqual([created.body]);
    expect((await app.get(`${EXPERIMENTS}?feature=other`)).body.experiments).toEqual([]);

    const changed = await app.put(`${EXPERIMENTS}/${id}`, { ...created.body, name: 'Colours', control: 'blue' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Colours', control: 'blue' } });

    expect(await app.delete(`${EXPERIMENTS}/${id}`)).toMatchObject({ status: 204 });
    expect(await app.get(`${EXPERIMENTS}/${id}`)).toMatchObject({ status: 404 });
    expect((await eventTypes(app)).slice(0, 3)).toEqual([
        'experiment-deleted',
        'experiment-updated',
        'experiment-created',
    ]);
});

test('an experiment is started once, stopped once, and decided once', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    expect(await app.post(`${EXPERIMENTS}/${id}/stop`)).toMatchObject({ status: 409 });
    expect(await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'blue' })).toMatchObject({ status: 409 });

    expect(await start(app, id)).toMatchObject({ status: 200, body: { state: 'Running', stoppedAt: null } });
    expect(await start(app, id)).toMatchObject({ status: 409 });
    expect(await app.post(`${EXPERIMENTS}/${id}/stop`)).toMatchObject({ status: 200, body: { state: 'Stopped' } });
    expect(await app.post(`${EXPERIMENTS}/${id}/stop`)).toMatchObject({ status: 409 });
    expect(await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'green' })).toMatchObject({ status: 400 });
    expect(await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'blue' })).toMatchObject({
        ...{ status: 200, body: { state: 'Decided', variant: 'blue' } },
    });
    expect(await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'red' })).toMatchObject({ status: 409 });
    const own = (await eventTypes(app)).filter((type: string) => type.startsWith('experiment-'));
    expect(own).toEqual(['experiment-decided', 'experiment-stopped', 'experiment-started', 'experiment-created']);
});

test('only deciding changes what SDKs get: everybody gets the variant', async () => {
    const app = await testApp();
    await variantsFlag(app, { rollout: '20' });
    const { secret: token } = await app.has.token({ environment: 'development' });
    const definition = async () => (await app.get('/api/client/features', { token })).body.features;
    const before = await definition();
    const id = await createdExperiment(app);
    await start(app, id);
    expect(await definition()).toEqual(before);

    await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'blue' });
    expect(await definition()).toMatchObject([
        {
            strategies: [
                {
                    parameters: { rollout: '100' },
                    variants: [{ name: 'blue', weight: 1000, payload: { type: 'string', value: 'b' } }],
                },
            ],
        },
    ]);
});

test('an experiment with the feature on and off ships by its percentage, or turns the flag off', async () => {
    const app = await testApp();
    for (const [flag, variant] of [
        ['one', 'enabled'],
        ['two', 'disabled'],
    ] as const) {
        await app.has.flag({ name: flag });
        await app.has.strategy({ flag, name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId' } });
        const address = `/api/admin/projects/default/features/${flag}/environments/development`;
        await app.post(`${address}/on`);
        const id = await createdExperiment(app, { feature: flag, control: 'disabled' });
        await start(app, id);
        expect(await app.post(`${EXPERIMENTS}/${id}/decide`, { variant })).toMatchObject({ status: 200 });
        const { body } = await app.get(address);
        expect(body.enabled).toBe(variant === 'enabled');
        expect(body.strategies[0].parameters.rollout).toBe(variant === 'enabled' ? '100' : '50');
    }
});

test('where changes need approval, deciding proposes, and the experiment is decided when that is applied', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    const rules = { changeRequestsEnabled: true, requiredApprovals: 1 };
    await app.put('/api/admin/projects/default/environments/development/change-requests/config', rules);
    expect(await start(app, id)).toMatchObject({ status: 200, body: { state: 'Running' } });
    const author = await app.has.user({ projectRoles: { default: 'member' } });
    const owner = await app.has.user({ projectRoles: { default: 'owner' } });
    const { move, read } = requestsOf(app, 'default');
    const state = async () => (await app.get(`${EXPERIMENTS}/${id}`)).body.state;
    const decide = async () => {
        const { status, body } = await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'blue' }, author);
        expect(status).toBe(202);
        expect(await state()).toBe('Running');
        expect((await move(body.id, 'In review', author)).body.state).toBe('In review');
        return body.id;
    };

    const rejected = await decide();
    expect((await move(rejected, 'Rejected', owner)).body.state).toBe('Rejected');
    expect(await state()).toBe('Running');

    const applied = await decide();
    expect((await read(applied)).body.features[0].changes).toMatchObject([
        { action: 'decideExperiment', payload: { experimentId: id, variant: 'blue' } },
    ]);
    expect((await move(applied, 'Approved', owner)).body.state).toBe('Approved');
    expect(await state()).toBe('Running');
    expect(await move(applied, 'Applied', owner)).toMatchObject({ status: 200 });
    expect((await app.get(`${EXPERIMENTS}/${id}`)).body).toMatchObject({ state: 'Decided', variant: 'blue' });
    const [strategy] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
    expect(strategy.variants).toMatchObject([{ name: 'blue', weight: 1000 }]);
});

test('a step of a proposal cannot decide an experiment of another flag or environment', async () => {
    const app = await testApp();
    await variantsFlag(app);
    await app.has.flag({ name: 'other', enabled: true });
    const id = await createdExperiment(app);
    await start(app, id);
    const step = { action: 'decideExperiment', payload: { experimentId: id, variant: 'blue' } };
    const propose = (where: object) =>
        app.post('/api/admin/projects/default/proposals', { steps: [{ ...step, ...where }] });
    for (const where of [
        { feature: 'other', environment: 'development' },
        { feature: 'checkout', environment: 'production' },
    ]) {
        expect((await propose(where)).body.message).toContain('is not about flag');
    }
    expect(await propose({ feature: 'checkout', environment: 'development' })).toMatchObject({ status: 200 });
});

test('one experiment runs on a flag and environment at a time', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const [one, two] = [await createdExperiment(app), await createdExperiment(app)];
    await start(app, one);
    const refused = await start(app, two);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.message).toContain('Colour');
    await app.post(`${EXPERIMENTS}/${one}/stop`);
    expect(await start(app, two)).toMatchObject({ status: 200 });
});

test.each([
    ['an unknown flag', { feature: 'nowhere' }],
    ['an unknown environment', { environment: 'nowhere' }],
    ['an unknown control', { control: 'green' }],
    ['no unit', { unit: undefined }],
    ['no metrics', { metrics: [] }],
    ['no primary metric', { metrics: [{ ...newExperiment().metrics[0], role: 'guard' }] }],
    ['two primary metrics', { metrics: [newExperiment().metrics[0], { ...newExperiment().metrics[0], key: 'b' }] }],
    ['two metrics with one key', { metrics: [newExperiment().metrics[0], newExperiment().metrics[0]] }],
    ['a metric without an outcome', { metrics: [{ ...newExperiment().metrics[0], outcome: undefined }] }],
    ['a ratio without a denominator', { metrics: [{ ...newExperiment().metrics[0], kind: 'ratio' }] }],
    ['a window of 0', { metrics: [{ ...newExperiment().metrics[0], windowHours: 0 }] }],
    ['a cap beyond all values', { metrics: [{ ...newExperiment().metrics[0], cap: 1e308 }] }],
    ['an enrolling conversion', { enrol: ['bought'] }],
    ['a conversion that enrols by default', { metrics: [{ ...newExperiment().metrics[0], outcome: 'seen' }] }],
    ['a start in the past without kept outcomes', { from: '2026-01-01T00:00:00Z' }],
    ['an unknown population', { population: 'all' }],
])('%s is refused', async (_title, members) => {
    const app = await testApp();
    await variantsFlag(app);
    const { status, body } = await app.post(EXPERIMENTS, newExperiment(members));
    expect({ status, hasMessage: typeof body.message }).toEqual({ status: 400, hasMessage: 'string' });
});

test('a start is refused if the flag splits by something else than the unit, or has one arm', async () => {
    const app = await testApp();
    await variantsFlag(app, { stickiness: 'sessionId' });
    const id = await createdExperiment(app);
    const refused = await start(app, id);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.message).toContain('sessionId');
    const [{ id: strategyId, ...strategy }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
    await app.put(`${FLAG}/environments/development/strategies/${strategyId}`, {
        ...{ parameters: { ...strategy.parameters, stickiness: 'default' }, variants: [] },
    });
    expect(await start(app, id)).toMatchObject({ status: 400 });
    const byDefault = strategy.variants.map((variant: object) => ({ ...variant, stickiness: 'default' }));
    await app.put(`${FLAG}/environments/development/strategies/${strategyId}`, {
        ...{ parameters: { ...strategy.parameters, stickiness: 'default' }, variants: byDefault },
    });
    expect(await start(app, id)).toMatchObject({ status: 200 });
});

test('of an experiment that was started, only the name and the hypothesis change', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    await start(app, id);
    const update = (members: Record<string, unknown>) => app.put(`${EXPERIMENTS}/${id}`, newExperiment(members));
    expect(await update({ name: 'New', hypothesis: 'Why' })).toMatchObject({ status: 200, body: { name: 'New' } });
    expect(await update({ unit: 'sessionId' })).toMatchObject({ status: 409 });
    expect(await update({ metrics: [{ ...newExperiment().metrics[0], windowHours: 3 }] })).toMatchObject({
        status: 409,
    });
});

test('a metric that the project saved is used by its key', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const metric = { outcome: 'bought', kind: 'mean', direction: 'up', cap: 100 };
    expect(await app.put(`${EXPERIMENTS}/metrics/revenue`, metric)).toMatchObject({ status: 200, body: metric });
    expect((await app.get(`${EXPERIMENTS}/metrics`)).body.metrics).toMatchObject([{ key: 'revenue', ...metric }]);
    const id = await createdExperiment(app, { metrics: [{ key: 'revenue', role: 'primary' }] });
    await app.put(`${EXPERIMENTS}/metrics/revenue`, { ...metric, cap: 5 });
    expect(await app.delete(`${EXPERIMENTS}/metrics/revenue`)).toMatchObject({ status: 204 });
    expect((await app.get(`${EXPERIMENTS}/${id}`)).body.metrics).toEqual([
        { key: 'revenue', role: 'primary', ...metric },
    ]);
    expect(await app.get(`${EXPERIMENTS}/metrics/revenue`)).toMatchObject({ status: 404 });
});

test('viewers read experiments and change none', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    const viewer = await app.has.user({ rootRole: 'viewer' });
    for (const path of ['', `/${id}`, `/${id}/results`, '/metrics']) {
        expect(await app.get(`${EXPERIMENTS}${path}`, viewer)).toMatchObject({ status: 200 });
    }
    expect(await app.post(EXPERIMENTS, newExperiment(), viewer)).toMatchObject({ status: 403 });
    expect(await start(app, id, viewer)).toMatchObject({ status: 403 });
    expect(await app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'blue' }, viewer)).toMatchObject({ status: 403 });
});

test('a role that decides experiments of one environment decides none of another', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const deciderIn = async (environment: string) => {
        const permissions = [{ name: 'DECIDE_EXPERIMENT', environment }];
        const role = { name: `Decides in ${environment}`, description: '', type: 'custom', permissions };
        const { roles } = (await app.post('/api/admin/roles', role)).body;
        const user = await app.has.user({ rootRole: 'viewer' });
        await app.post('/api/admin/projects/default/access', { roles: [roles.id], groups: [], users: [user.id] });
        return user;
    };
    const [ofProduction, ofDevelopment] = [await deciderIn('production'), await deciderIn('development')];
    const id = await createdExperiment(app);
    await start(app, id);
    const decide = (user: typeof ofProduction) => app.post(`${EXPERIMENTS}/${id}/decide`, { variant: 'blue' }, user);
    expect(await decide(ofProduction)).toMatchObject({ status: 403 });
    expect(await decide(ofDevelopment)).toMatchObject({ status: 200, body: { state: 'Decided' } });
});

test('an experiment cannot start before the outcomes that the project keeps', async () => {
    const app = await testApp();
    await variantsFlag(app);
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 10 });
    const daysAgo = (days: number) => new Date(app.services.clock().getTime() - days * 86_400_000).toISOString();
    const refused = await app.post(EXPERIMENTS, newExperiment({ from: daysAgo(11) }));
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.message).toContain('10 days');
    const { body } = await app.post(EXPERIMENTS, newExperiment({ from: daysAgo(9) }));
    app.passTime(2 * 86_400_000);
    expect(await start(app, body.id)).toMatchObject({ status: 400 });
});

test('an experiment is unknown at the address of another project', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    await app.post(`${EXPERIMENTS}/${id}/start`);
    const { id: other } = await app.has.project();
    const address = `/api/admin/projects/${other}/experiments/${id}`;
    const responses = [
        await app.get(address),
        await app.get(`${address}/results`),
        await app.get(`${address}/results/history`),
        await app.get(`${address}/results/segments`),
        await app.get(`${address}/results/excluded`),
        await app.post(`${address}/results/refresh`),
        await app.put(address, newExperiment()),
        await app.post(`${address}/start`),
        await app.post(`${address}/stop`),
        await app.post(`${address}/decide`, { variant: 'red' }),
        await app.delete(address),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
});
