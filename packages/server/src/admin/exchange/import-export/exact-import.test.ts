import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { reconsiderStaleFlags } from '../../flags/flags/flag-staleness.commands.ts';

const IMPORT = '/api/admin/features-batch/import';
const FLAG = '/api/admin/projects/default/features/checkout';
const STRATEGIES = `${FLAG}/environments/development/strategies`;
const VARIANTS = `${FLAG}/environments/development/variants`;
const DAY = 86_400_000;

const fileOf = (data: Record<string, unknown> = {}) => ({
    project: 'default',
    environment: 'development',
    data: { features: [{ name: 'checkout' }], featureStrategies: [], ...data },
});

const sent = async (app: TestApp) => (await app.clientFeatures()).features[0];

const useTenantByDefault = async (app: TestApp) => {
    await app.post('/api/admin/context', { name: 'tenant', stickiness: true });
    const settings = { name: 'Default', defaultStickiness: 'tenant' };
    expect(await app.put('/api/admin/projects/default', settings)).toMatchObject({ status: 200 });
};

test('a flag that is on without an enabled strategy is on for everybody, whatever the defaults of the project are', async () => {
    const app = await testApp();
    await useTenantByDefault(app);
    const disabled = {
        name: 'remoteAddress',
        featureName: 'checkout',
        disabled: true,
        parameters: { IPs: '10.0.0.7' },
    };

    await app.post(
        IMPORT,
        fileOf({
            features: [{ name: 'checkout' }, { name: 'search' }],
            featureStrategies: [disabled],
            featureEnvironments: ['checkout', 'search'].map((name) => ({ name, enabled: true })),
        }),
    );

    const { features } = await app.clientFeatures();
    for (const flag of features) {
        expect(flag).toMatchObject({
            enabled: true,
            strategies: [{ name: 'default', constraints: [], parameters: {} }],
        });
    }
    expect((await app.get(STRATEGIES)).body).toMatchObject([
        { name: 'remoteAddress', disabled: true },
        { name: 'default', disabled: false },
    ]);
});

test('a rollout without stickiness keeps the stickiness that SDKs assume', async () => {
    const app = await testApp();
    await useTenantByDefault(app);
    const rollout = { name: 'flexibleRollout', featureName: 'checkout', parameters: { rollout: '50' } };

    await app.post(IMPORT, fileOf({ featureStrategies: [rollout] }));

    expect((await app.get(STRATEGIES)).body).toMatchObject([
        { parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout' } },
    ]);
});

const variantsOf = (weights: Record<string, number>) =>
    Object.entries(weights).map(([name, weight]) => ({ name, weight, weightType: 'variable', stickiness: 'default' }));

const withVariants = (weights: Record<string, number>) =>
    fileOf({
        featureStrategies: [
            {
                name: 'flexibleRollout',
                featureName: 'checkout',
                parameters: { rollout: '100', stickiness: 'default', groupId: 'checkout' },
                variants: variantsOf(weights),
            },
        ],
        featureEnvironments: [{ name: 'checkout', enabled: true, variants: variantsOf(weights) }],
    });

test.each([
    ['one more for the last variant', { blue: 333, green: 333, red: 334 }],
    ['unequal weights', { blue: 100, green: 200, red: 700 }],
    ['another total than 1000', { blue: 333, green: 333, red: 333 }],
    ['another order', { red: 500, blue: 500 }],
])('imported weights are stored as they are, with %s', async (_what, weights) => {
    const app = await testApp();

    await app.post(IMPORT, withVariants(weights));

    const flag = await sent(app);
    const expected = Object.entries(weights).map(([name, weight]) => ({ name, weight }));
    expect(flag).toMatchObject({ variants: expected, strategies: [{ variants: expected }] });
});

test('weights of zero are distributed, because they would serve no variant', async () => {
    const app = await testApp();

    await app.post(IMPORT, withVariants({ blue: 0, red: 0 }));

    expect(await sent(app)).toMatchObject({ variants: [{ weight: 500 }, { weight: 500 }] });
});

test('an import replaces strategies that differ only in weights, and does not write equal ones', async () => {
    const app = await testApp();
    await app.post(IMPORT, withVariants({ blue: 334, green: 333, red: 333 }));

    await app.post(IMPORT, withVariants({ blue: 333, green: 333, red: 334 }));

    expect(await sent(app)).toMatchObject({
        strategies: [{ variants: [{ weight: 333 }, { weight: 333 }, { weight: 334 }] }],
    });
    const [before] = (await app.get(STRATEGIES)).body;
    await app.post(IMPORT, withVariants({ blue: 333, green: 333, red: 334 }));
    expect((await app.get(STRATEGIES)).body).toEqual([before]);
});

test('editing something else keeps imported weights, and editing variants distributes them', async () => {
    const app = await testApp();
    const weights = { blue: 333, green: 333, red: 334 };
    await app.post(IMPORT, withVariants(weights));
    const [{ id, ...strategy }] = (await app.get(STRATEGIES)).body;
    const stored = async () => (await sent(app)).strategies[0].variants.map(({ weight }: { weight: number }) => weight);

    await app.put(`${STRATEGIES}/${id}`, { ...strategy, title: 'Colours' });
    expect(await stored()).toEqual([333, 333, 334]);
    await app.put(VARIANTS, variantsOf({ red: 0, green: 0, blue: 0 }), { changesNothing: true });
    expect((await app.get(VARIANTS)).body.variants).toMatchObject([{ weight: 333 }, { weight: 333 }, { weight: 334 }]);

    const edited = variantsOf({ ...weights, violet: 0 });
    await app.put(`${STRATEGIES}/${id}`, { ...strategy, variants: edited });
    expect(await stored()).toEqual([250, 250, 250, 250]);
});

test('unequal weights are kept only until somebody edits them', async () => {
    const app = await testApp();
    await app.post(IMPORT, withVariants({ blue: 100, red: 900 }));

    await app.put(VARIANTS, variantsOf({ blue: 100, red: 900 }), { changesNothing: true });
    expect((await app.get(VARIANTS)).body.variants).toMatchObject([{ weight: 100 }, { weight: 900 }]);
    await app.put(VARIANTS, variantsOf({ blue: 101, red: 899 }));
    expect((await app.get(VARIANTS)).body.variants).toMatchObject([{ weight: 500 }, { weight: 500 }]);
});

test.each([true, false])(
    'an imported flag stays stale: %s whatever its age is, also if it existed before',
    async (stale) => {
        const app = await testApp();
        await app.has.flag({ name: 'known' });
        const features = ['checkout', 'known'].map((name) => ({ name, type: 'release', stale }));

        await app.post(IMPORT, fileOf({ features }));
        app.passTime(400 * DAY);
        await app.services.write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined);

        const { features: received } = await app.clientFeatures();
        expect(received).toMatchObject([{ stale }, { stale }]);
    },
);

test('an imported flag without stale becomes stale by its age', async () => {
    const app = await testApp();

    await app.post(IMPORT, fileOf({ features: [{ name: 'checkout', type: 'release' }] }));
    app.passTime(400 * DAY);
    await app.services.write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined);

    expect(await sent(app)).toMatchObject({ stale: true });
});
