import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({
        until: 'file',
        environment: {
            UNLEASH_SEGMENT_VALUES_LIMIT: '3',
            UNLEASH_STRATEGY_SEGMENTS_LIMIT: '2',
            UNLEASH_ACTION_SET_ACTIONS_LIMIT: '11',
            UNLEASH_ACTION_SETS_PER_PROJECT_LIMIT: '12',
            UNLEASH_ACTION_SET_FILTERS_LIMIT: '13',
            UNLEASH_ACTION_SET_FILTER_VALUES_LIMIT: '14',
            UNLEASH_SIGNAL_ENDPOINTS_LIMIT: '15',
            UNLEASH_SIGNAL_TOKENS_PER_ENDPOINT_LIMIT: '16',
        },
    });
    await app.has.flag({ name: 'checkout' });
});
const limits = async () => (await app.get('/api/admin/ui-config')).body.resourceLimits;

describe('Limits', () => {
    test.each([
        ['segmentValues', 3],
        ['strategySegments', 2],
        ['actionSetActions', 11],
        ['actionSetsPerProject', 12],
        ['actionSetFilters', 13],
        ['actionSetFilterValues', 14],
        ['signalEndpoints', 15],
        ['signalTokensPerEndpoint', 16],
    ])('%s is configured for the instance and reported', async (name, value) => {
        expect((await limits())[name]).toBe(value);
    });

    test('the deprecated members have the same values', async () => {
        expect((await app.get('/api/admin/ui-config')).body).toMatchObject({
            segmentValuesLimit: 3,
            strategySegmentsLimit: 2,
        });
    });

    test('segmentValues is enforced: values of one segment', async () => {
        const constraint = (...values: string[]) => ({ contextName: 'userId', operator: 'IN', values });
        const create = (name: string, constraints: object[]) => app.post('/api/admin/segments', { name, constraints });

        expect(await create('fits', [constraint('1', '2'), constraint('3')])).toMatchObject({ status: 201 });
        expect(await create('too-much', [constraint('1', '2'), constraint('3', '4')])).toMatchObject({ status: 400 });
    });

    test('strategySegments is enforced: segments of one strategy', async () => {
        const ids: number[] = [];
        for (let index = 0; index < 3; index += 1) ids.push((await app.has.segment()).id);
        const add = (segments: number[]) =>
            app.post(`${FEATURES}/checkout/environments/development/strategies`, { name: 'default', segments });

        expect(await add(ids.slice(0, 2))).toMatchObject({ status: 200 });
        expect(await add(ids)).toMatchObject({ status: 400 });
    });

    test.each([
        ['three variable ones', [['a'], ['b'], ['c']], [334, 333, 333]],
        ['a fixed and two variable ones', [['a', 500], ['b'], ['c']], [500, 250, 250]],
        ['one that takes all', [['a', 1000], ['b']], [1000, 0]],
    ] as const)('variable weights adjust so that all weights total 1000: %s', async (_what, variants, weights) => {
        const body = variants.map(([name, fixed]) => ({
            name,
            weight: fixed ?? 1,
            weightType: fixed === undefined ? 'variable' : 'fix',
            stickiness: 'default',
        }));
        const response = await app.post(`${FEATURES}/checkout/environments/development/strategies`, {
            name: 'flexibleRollout',
            variants: body,
        });

        expect(response.body.variants.map(({ weight }: { weight: number }) => weight)).toEqual(weights);
    });

    test.each([
        [-1, 400],
        [0, 200],
        [1000, 200],
        [1001, 400],
    ])('a variant weight of %i returns %i', async (weight, status) => {
        const response = await app.post(`${FEATURES}/checkout/environments/development/strategies`, {
            name: 'flexibleRollout',
            variants: [{ name: 'a', weight, weightType: 'variable', stickiness: 'default' }],
        });

        expect(response.status).toBe(status);
    });

    test.each([
        [1, 400],
        [2, 201],
        [50, 201],
        [51, 400],
    ])('a tag value of %i characters returns %i', async (length, status) => {
        expect(await app.post('/api/admin/tags', { value: 't'.repeat(length) })).toMatchObject({ status });
    });

    test('featureLimit null means unlimited, and a number applies to one project', async () => {
        await app.has.project({ id: 'small' });
        await app.put('/api/admin/projects/small/settings', { featureLimit: 1 });
        await app.has.flag({ project: 'small' });

        expect(await app.post('/api/admin/projects/small/features', { name: 'x' })).toMatchObject({ status: 403 });
        expect(await app.post(FEATURES, { name: 'x' })).toMatchObject({ status: 201 });
        await app.put('/api/admin/projects/small/settings', { featureLimit: null });
        expect(await app.post('/api/admin/projects/small/features', { name: 'y' })).toMatchObject({ status: 201 });
    });

    test('the playground needs at least one environment', async () => {
        expect(
            await app.post('/api/admin/playground/advanced', { environments: [], context: { appName: 'a' } }),
        ).toMatchObject({ status: 400 });
    });
});
