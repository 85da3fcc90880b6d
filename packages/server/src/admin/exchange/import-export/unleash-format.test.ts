import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const variant = (name: string, weight: number, weightType = 'variable') => ({
    name,
    weight,
    weightType,
    stickiness: 'default',
});

/** Unleash gives each variable variant the same share, and one more to the first ones in the file. */
test.each([
    [
        'an additional unit comes first',
        [variant('a', 333), variant('b', 333), variant('c', 334)],
        [variant('c', 334), variant('a', 333), variant('b', 333)],
    ],
    [
        'unequal variable weights become fixed, except for one',
        [variant('a', 100), variant('b', 200), variant('c', 700)],
        [variant('c', 700), variant('b', 200, 'fix'), variant('a', 100, 'fix')],
    ],
    [
        'fixed weights stay fixed',
        [variant('a', 500, 'fix'), variant('b', 250), variant('c', 250)],
        [variant('b', 250), variant('c', 250), variant('a', 500, 'fix')],
    ],
])('in the format of Unleash, variants keep their weights: %s', async (_what, variants, expected) => {
    const app = await testApp();
    await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: {
            features: [{ name: 'checkout' }],
            featureStrategies: [{ name: 'default', featureName: 'checkout', variants }],
            featureEnvironments: [{ name: 'checkout', enabled: true, variants }],
        },
    });

    const query = { environment: 'development', project: 'default', format: 'unleash' };
    const { body } = await app.post('/api/admin/features-batch/export', query);

    expect(body.featureStrategies[0].variants).toEqual(expected);
    expect(body.featureEnvironments[0].variants).toEqual(expected);
});

test('an export in the format of Unleash contains segments by name only', async () => {
    const app = await testApp();
    const segment = await app.has.segment({ name: 'beta' });
    await app.has.flag({ name: 'checkout' });
    await app.has.strategy({ flag: 'checkout', segments: [segment.id] });
    const query = { environment: 'development', project: 'default' };

    const own = await app.post('/api/admin/features-batch/export', query);
    const { body } = await app.post('/api/admin/features-batch/export', { ...query, format: 'unleash' });

    expect(own.body.segments).toMatchObject([{ name: 'beta', constraints: expect.any(Array) }]);
    expect(body.segments).toEqual([{ id: segment.id, name: 'beta' }]);
});
