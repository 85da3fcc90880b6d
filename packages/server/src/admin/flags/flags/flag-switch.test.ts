import { expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from '../../../../test/support/statements.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { setFlagsEnabled } from './flag-switch.commands.ts';

const FLAG = '/api/admin/projects/default/features/checkout';
const DEVELOPMENT = `${FLAG}/environments/development`;

const typesOf = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events/checkout');
    return body.events.map(({ type }: { type: string }) => type).reverse();
};

test('turning a flag on or off affects only SDKs of that environment and records an event', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { secret } = await app.has.token({ environment: 'production' });

    expect(await app.post(`${DEVELOPMENT}/on`)).toMatchObject({ status: 200, body: '' });

    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'checkout', enabled: true }]);
    expect((await app.clientFeatures(secret)).features).toMatchObject([{ name: 'checkout', enabled: false }]);

    expect(await app.post(`${DEVELOPMENT}/off`)).toMatchObject({ status: 200 });

    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'checkout', enabled: false }]);
    expect(await typesOf(app)).toEqual([
        'feature-created',
        'feature-strategy-add',
        'feature-environment-enabled',
        'feature-environment-disabled',
    ]);
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events[0]).toMatchObject({
        featureName: 'checkout',
        project: 'default',
        environment: 'development',
        data: null,
        preData: null,
    });
});

test('a flag that is turned on without a strategy gets a rollout to all users', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    await app.post(`${DEVELOPMENT}/on`);

    expect(await app.get(DEVELOPMENT)).toMatchObject({
        body: {
            name: 'checkout',
            environment: 'development',
            enabled: true,
            strategies: [
                {
                    name: 'flexibleRollout',
                    disabled: false,
                    parameters: { rollout: '100', stickiness: 'default', groupId: 'checkout' },
                },
            ],
        },
    });
});

test('a flag that is turned on without a strategy gets the default strategy of the environment, if it exists', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.post('/api/admin/projects/default/environments/development/default-strategy', {
        name: 'flexibleRollout',
        title: 'ours',
        disabled: true,
        parameters: { rollout: '10', stickiness: 'userId', groupId: 'ours' },
    });

    await app.post(`${DEVELOPMENT}/on`);
    await app.post(`${FLAG}/environments/production/on`);

    const { body } = await app.get(FLAG);
    expect(body.environments).toMatchObject([
        {
            name: 'development',
            strategies: [{ title: 'ours', disabled: false, parameters: { rollout: '10', stickiness: 'userId' } }],
        },
        { name: 'production', strategies: [{ title: null, parameters: { rollout: '100' } }] },
    ]);
});

test('turning on a flag with an enabled strategy adds no strategy', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { id } = await app.has.strategy({ flag: 'checkout' });

    await app.post(`${DEVELOPMENT}/on`);

    const { body } = await app.get(DEVELOPMENT);
    expect(body.strategies).toMatchObject([{ id }]);
});

test('if all strategies are disabled, one is added, or they are enabled on request', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    for (const environment of ['development', 'production']) {
        await app.has.strategy({
            flag: 'checkout',
            environment,
            disabled: true,
            title: 'mine',
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        });
    }

    await app.post(`${DEVELOPMENT}/on`);
    await app.post(`${FLAG}/environments/production/on?shouldActivateDisabledStrategies=true`);

    const { body } = await app.get(FLAG);
    expect(body.environments).toMatchObject([
        { name: 'development', enabled: true, strategies: [{ disabled: true }, { name: 'flexibleRollout' }] },
        {
            name: 'production',
            enabled: true,
            strategies: [{ title: 'mine', disabled: false, constraints: [{ contextName: 'userId', values: ['7'] }] }],
        },
    ]);
    expect(body.environments[1].strategies).toHaveLength(1);
});

test('a flag in one environment contains the default strategy that it would get there', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    expect((await app.get(DEVELOPMENT)).body).not.toHaveProperty('defaultStrategy');

    const strategy = { name: 'flexibleRollout', parameters: { rollout: '25' } };
    await app.post('/api/admin/projects/default/environments/development/default-strategy', strategy);

    expect((await app.get(DEVELOPMENT)).body).toMatchObject({
        name: 'checkout',
        environment: 'development',
        enabled: false,
        strategies: [],
        defaultStrategy: strategy,
    });
    expect((await app.get(`${FLAG}/environments/production`)).body).not.toHaveProperty('defaultStrategy');
});

test('turning a flag on or off that already is changes nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const nothing = { changesNothing: true };

    expect(await app.post(`${DEVELOPMENT}/on`, undefined, nothing)).toMatchObject({ status: 200 });
    expect(await app.post(`${FLAG}/environments/production/off`, undefined, nothing)).toMatchObject({ status: 200 });
});

test('an unknown flag, a flag of another project and an environment without the flag return 404', async () => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.environment({ name: 'staging' });
    await app.has.flag({ name: 'checkout' });
    const base = `/api/admin/projects/${other.id}/features/checkout`;

    for (const state of ['on', 'off']) {
        for (const path of [
            '/api/admin/projects/default/features/nothing/environments/development',
            `${base}/environments/development`,
            `${FLAG}/environments/staging`,
            `${FLAG}/environments/__proto__`,
        ]) {
            expect(await app.post(`${path}/${state}`)).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
        }
    }
    expect(await app.get(`${FLAG}/environments/staging`)).toMatchObject({ status: 404 });
    expect(await app.get(`${base}/environments/development`)).toMatchObject({ status: 404 });
});

test('an archived flag cannot be turned on', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    await app.delete(FLAG);

    expect(await app.post(`${DEVELOPMENT}/on`)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('Restore it') },
    });
});

test('several flags can be turned on and off together', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a' });
    await app.has.flag({ name: 'b' });
    const bulk = '/api/admin/projects/default/bulk_features/environments/development';
    const states = async () => (await app.clientFeatures()).features.map((flag: { enabled: boolean }) => flag.enabled);

    expect(await app.post(`${bulk}/on`, { features: ['a', 'b', 'a'] })).toMatchObject({ status: 200 });
    expect(await states()).toEqual([true, true]);
    expect(await app.post(`${bulk}/off`, { features: ['a', 'b'] })).toMatchObject({ status: 200 });
    expect(await states()).toEqual([false, false]);
    expect(await app.post(`${bulk}/on`, { features: [] }, { changesNothing: true })).toMatchObject({ status: 200 });
});

test('none of several flags is turned on if one does not exist, is archived or is in another project', async () => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.flag({ name: 'a' });
    await app.has.flag({ name: 'archived' });
    await app.has.flag({ name: 'foreign', project: other.id });
    await app.delete('/api/admin/projects/default/features/archived');
    const on = (features: unknown) =>
        app.post('/api/admin/projects/default/bulk_features/environments/development/on', { features });

    expect(await on(['a', 'nothing'])).toMatchObject({ status: 404 });
    expect(await on(['a', 'foreign'])).toMatchObject({ status: 404 });
    expect(await on(['a', 'archived'])).toMatchObject({ status: 400 });
    expect(await on('a')).toMatchObject({ status: 400 });
    expect(await on([7])).toMatchObject({ status: 400 });
    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'a', enabled: false }, { name: 'foreign' }]);
});

/** Returns the number of statements required to turn these flags on. */
async function statementsToTurnOn(
    app: TestApp,
    names: string[],
    options: { shouldActivateDisabledStrategies?: boolean },
) {
    const input = { project: 'default', environment: 'development', enabled: true, ...options };
    const statements = watchStatements();
    await app.services.write(SYSTEM_ACTOR, setFlagsEnabled, { names, ...input });
    return statements.executed().length;
}

test.each([
    ['without a strategy', [], {}],
    ['with a disabled strategy beside which one is added', [true], {}],
    ['whose disabled strategies are enabled', [true, true], { shouldActivateDisabledStrategies: true }],
    ['with an enabled strategy', [false], {}],
])('turning on twenty flags %s takes as many statements as turning on two', async (_what, disabled, options) => {
    withoutBackgroundWork();
    const app = await testApp();
    const names = Array.from({ length: 22 }, (_, index) => `flag-${index}`);
    for (const name of names) {
        await app.has.flag({ name });
        for (const each of disabled) await app.has.strategy({ flag: name, disabled: each });
    }

    const two = await statementsToTurnOn(app, names.slice(0, 2), options);
    const twenty = await statementsToTurnOn(app, names.slice(2), options);

    expect(twenty).toBe(two);
    const { features } = await app.clientFeatures();
    expect(features.filter((flag: { enabled: boolean }) => flag.enabled)).toHaveLength(22);
});

test('a thousand flags are turned on at once, each with the default strategy of the environment', async () => {
    const app = await testApp();
    const features = Array.from({ length: 1_000 }, (_, index) => `flag-${index}`);
    await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: { features: features.map((name) => ({ name })), featureStrategies: [] },
    });
    await app.post('/api/admin/projects/default/environments/development/default-strategy', {
        name: 'flexibleRollout',
        title: 'Careful',
        parameters: { rollout: '5' },
    });

    await app.post('/api/admin/projects/default/bulk_features/environments/development/on', { features });

    const seen = (await app.clientFeatures()).features;
    expect(seen).toHaveLength(1_000);
    for (const { name, enabled, strategies } of seen) {
        expect(enabled).toBe(true);
        expect(strategies).toMatchObject([{ name: 'flexibleRollout', parameters: { rollout: '5', groupId: name } }]);
    }
    expect((await app.get('/api/admin/search/events?type=IS:feature-environment-enabled')).body.total).toBe(1_000);
    expect((await app.get('/api/admin/search/events?type=IS:feature-strategy-add')).body.total).toBe(1_000);
});

test('turning on a flag at the limit of strategies, all disabled, is refused', async () => {
    const app = await testApp({ environment: { UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '2' } });
    await app.has.flag({ name: 'checkout' });
    for (let index = 0; index < 2; index++) await app.has.strategy({ flag: 'checkout', disabled: true });

    expect(await app.post(`${DEVELOPMENT}/on`)).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } });
    expect(await app.post(`${DEVELOPMENT}/on?shouldActivateDisabledStrategies=true`)).toMatchObject({ status: 200 });
});
