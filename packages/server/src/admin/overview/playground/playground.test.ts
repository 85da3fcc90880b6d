import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const ADVANCED = '/api/admin/playground/advanced';

interface PlaygroundQuery {
    environments?: string[];
    projects?: string[] | '*';
    context?: Record<string, unknown>;
}

async function evaluate(app: TestApp, { environments = ['development'], context = {}, ...rest }: PlaygroundQuery = {}) {
    const response = await app.post(ADVANCED, {
        environments,
        context: { appName: 'playground', ...context },
        ...rest,
    });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
}

/** The evaluations of one flag in one environment. */
async function entriesOf(app: TestApp, flag: string, query: PlaygroundQuery = {}) {
    const { features } = await evaluate(app, query);
    const environment = query.environments?.[0] ?? 'development';
    return features.find(({ name }: { name: string }) => name === flag).environments[environment];
}

describe('input', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        await app.has.flag({ name: 'gone' });
        await app.delete('/api/admin/projects/default/features/gone');
    });

    const namesFor = async (projects?: string[] | '*') => {
        const { features } = await evaluate(app, projects === undefined ? {} : { projects });
        return features.map(({ name }: { name: string }) => name);
    };

    test('the input is returned as sent', async () => {
        const input = {
            environments: ['production', 'development'],
            projects: ['default'],
            context: { appName: 'x', userId: '1,2', num: 5, properties: { p: 'a,b' } },
        };

        const { body } = await app.post(ADVANCED, input);

        expect(body.input).toEqual(input);
    });

    test('a query selects flags by a part of their name, and a page contains some of the selected flags', async () => {
        const page = async (selection: object) => {
            const { features, total } = await evaluate(app, selection);
            return [total, ...features.map(({ name }: { name: string }) => name)];
        };
        for (const name of ['checkout-a', 'Checkout-B', 'checkout-c']) await app.has.flag({ name });

        expect(await page({ query: 'CHECKOUT' })).toEqual([undefined, 'Checkout-B', 'checkout-a', 'checkout-c']);
        expect(await page({ query: 'checkout', limit: 2 })).toEqual([3, 'Checkout-B', 'checkout-a']);
        expect(await page({ query: 'checkout', limit: 2, offset: 2 })).toEqual([3, 'checkout-c']);
        expect(await page({ query: 'checkout', offset: 5 })).toEqual([3]);
        expect(await page({ query: 'checkout', projects: ['other'] })).toEqual([undefined]);
        expect(await page({ environments: ['development', 'production'], limit: 1 })).toEqual([5, 'Checkout-B']);
        const simple = { environment: 'development', context: { appName: 'x' }, query: 'checkout', limit: 1 };
        expect((await app.post('/api/admin/playground', simple)).body).toMatchObject({
            input: simple,
            total: 3,
            features: [{ name: 'Checkout-B' }],
        });
        for (const selection of [{ limit: 0 }, { limit: 1_001 }, { offset: -1 }]) {
            const refused = await app.post(ADVANCED, {
                environments: ['development'],
                context: { appName: 'x' },
                ...selection,
            });
            expect(refused.status, JSON.stringify(selection)).toBe(400);
        }
        for (const name of ['checkout-a', 'Checkout-B', 'checkout-c']) {
            await app.delete(`/api/admin/projects/default/features/${name}`);
        }
    });

    test('projects may be a list, or * for all (the default); archived flags are never included', async () => {
        expect(await namesFor(['other'])).toEqual(['b']);
        expect(await namesFor('*')).toEqual(['a', 'b']);
        expect(await namesFor()).toEqual(['a', 'b']);
        expect(await namesFor([])).toEqual([]);
        expect(await namesFor(['nowhere'])).toEqual([]);
    });

    test('comma-separated values are evaluated in every combination, and the context of each entry is flat', async () => {
        const context = { userId: '1,2', region: 'eu', num: 5, properties: { p: 'a,b' } };

        const { features, warnings } = await evaluate(app, { context, projects: ['default'] });

        expect(features[0].environments.development.map(({ context }: { context: unknown }) => context)).toEqual([
            { userId: '1', region: 'eu', p: 'a', appName: 'playground' },
            { userId: '1', region: 'eu', p: 'b', appName: 'playground' },
            { userId: '2', region: 'eu', p: 'a', appName: 'playground' },
            { userId: '2', region: 'eu', p: 'b', appName: 'playground' },
        ]);
        expect(warnings).toEqual({ invalidContextProperties: ['num'] });
    });

    const NULLS = {
        userId: null,
        sessionId: null,
        remoteAddress: null,
        currentTime: null,
        environment: null,
        region: null,
        plan: null,
        properties: { plan: 'pro', tier: null },
    };

    test('a null context field is treated as missing, without an error or a warning', async () => {
        const { features, warnings, input } = await evaluate(app, { context: NULLS, projects: ['default'] });

        expect(features[0].environments.development).toMatchObject([
            { context: { plan: 'pro', appName: 'playground' } },
        ]);
        expect(Object.keys(features[0].environments.development[0].context)).toHaveLength(2);
        expect(input.context).toEqual({ appName: 'playground', ...NULLS });
        expect(warnings).toBeUndefined();
        expect((await evaluate(app, { context: { properties: null } })).warnings).toBeUndefined();
    });

    test('the simple playground also treats null as missing', async () => {
        for (const context of [NULLS, { properties: null }]) {
            const query = { environment: 'development', context: { appName: 'playground', ...context } };
            const { status, body } = await app.post('/api/admin/playground', query);

            expect({ status, warnings: body.warnings }).toEqual({ status: 200, warnings: undefined });
        }
    });

    test('there are no warnings when every property is text', async () => {
        expect(await evaluate(app)).not.toHaveProperty('warnings');
    });

    test('each requested environment has its own entries', async () => {
        const { features } = await evaluate(app, { environments: ['development', 'production', 'development'] });

        expect(Object.keys(features[0].environments)).toEqual(['development', 'production']);
        expect(features[0].environments.production[0]).toMatchObject({
            environment: 'production',
            projectId: 'default',
        });
    });

    test('in an environment that does not exist every flag is off and has no strategies', async () => {
        const [entry] = await entriesOf(app, 'a', { environments: ['nowhere'] });

        expect(entry).toMatchObject({
            isEnabled: false,
            isEnabledInCurrentEnvironment: false,
            strategies: { result: false, data: [] },
            variant: { name: 'disabled', enabled: false },
            variants: [],
        });
    });

    test('too many combinations are rejected with a suggestion', async () => {
        const many = Array.from({ length: 4_000 }, (_, index) => index).join(',');

        const response = await app.post(ADVANCED, {
            environments: ['development', 'production'],
            context: { appName: 'x', userId: many },
        });

        expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('fewer') } });
    });

    test('a huge product of values is rejected before it is computed', async () => {
        const ten = '0,1,2,3,4,5,6,7,8,9';
        const properties = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, ten]));

        expect(
            await app.post(ADVANCED, { environments: ['development'], context: { appName: 'x', properties } }),
        ).toMatchObject({ status: 400 });
    });

    test('a response that would be too large is rejected with a suggestion', async () => {
        const userId = Array.from({ length: 10_000 }, (_, index) => index).join(',');
        const properties = { note: 'x'.repeat(9_000) };

        const response = await app.post(ADVANCED, {
            environments: ['development'],
            projects: ['default'],
            context: { appName: 'x', userId, properties },
        });

        expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('64 MB') } });
    });

    test('a context field may have any name, including those of object members', async () => {
        const [entry] = await entriesOf(app, 'a', { context: { constructor: 'x', toString: 'y' } });

        expect(entry.context).toEqual({ constructor: 'x', toString: 'y', appName: 'playground' });
    });

    test.each([
        ['no environments', { context: { appName: 'x' } }, '/body/environments'],
        ['an empty list of environments', { environments: [], context: { appName: 'x' } }, '/body/environments'],
        ['no context', { environments: ['development'] }, '/body/context'],
        ['no appName', { environments: ['development'], context: {} }, '/body/context/appName'],
        ['an empty appName', { environments: ['development'], context: { appName: '' } }, '/body/context/appName'],
        [
            'an invalid time',
            { environments: ['development'], context: { appName: 'x', currentTime: 'soon' } },
            '/body/context/currentTime',
        ],
        [
            'a single project name instead of a list',
            { environments: ['development'], projects: 'default', context: { appName: 'x' } },
            '/body/projects',
        ],
        [
            'properties that are not text',
            { environments: ['development'], context: { appName: 'x', properties: { age: 5 } } },
            '/body/context/properties/age',
        ],
        [
            'properties that are not text, with a line break in the name',
            { environments: ['development'], context: { appName: 'x', properties: { 'my\nage': 5 } } },
            '/body/context/properties/my\nage',
        ],
    ])('%s: the response is 400 and names the property', async (_what, body, path) => {
        expect(await app.post(ADVANCED, body)).toMatchObject({ status: 400, body: { details: [{ path }] } });
    });

    test('without credentials the response is 401', async () => {
        expect(await app.post(ADVANCED, {}, { token: null })).toMatchObject({ status: 401 });
    });
});

describe('result', () => {
    test('a flag that is on for the context is enabled, and the matching strategy is shown', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout' });
        const strategy = await app.has.strategy({
            flag: 'checkout',
            title: 'Nordics',
            constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
        });
        await app.post('/api/admin/projects/default/features/checkout/environments/development/on');

        const [norway, france] = await entriesOf(app, 'checkout', { context: { country: 'NO,FR' } });

        expect(norway).toMatchObject({
            name: 'checkout',
            projectId: 'default',
            environment: 'development',
            isEnabled: true,
            isEnabledInCurrentEnvironment: true,
            feature_enabled: true,
            hasUnsatisfiedDependency: false,
            strategies: {
                result: true,
                data: [
                    {
                        id: strategy.id,
                        name: 'default',
                        title: 'Nordics',
                        disabled: false,
                        parameters: {},
                        segments: [],
                        result: { evaluationStatus: 'complete', enabled: true },
                        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'], result: true }],
                        links: {
                            edit: `/projects/default/features/checkout/strategies/edit?environmentId=development&strategyId=${strategy.id}`,
                        },
                    },
                ],
            },
        });
        expect(france).toMatchObject({
            isEnabled: false,
            strategies: { result: false, data: [{ result: { enabled: false }, constraints: [{ result: false }] }] },
        });
        expect(france.explanation.strategies[0].constraints).toEqual([
            { seen: 'FR', reason: 'country "FR" does not match, so IN is not met' },
        ]);
    });

    test('strategies are evaluated even if the flag is switched off', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'off' });
        await app.has.strategy({ flag: 'off' });

        const [entry] = await entriesOf(app, 'off');

        expect(entry).toMatchObject({
            isEnabled: false,
            isEnabledInCurrentEnvironment: false,
            strategies: { result: true },
            variant: { name: 'disabled', enabled: false, feature_enabled: false },
        });
    });

    test('a custom strategy is incomplete, and the result is unknown only if no other strategy is true', async () => {
        const app = await testApp();
        await app.post('/api/admin/strategies', { name: 'moonPhase', parameters: [] });
        await app.has.flag({ name: 'tides' });
        await app.has.strategy({ flag: 'tides', name: 'moonPhase' });
        await app.has.strategy({
            flag: 'tides',
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        });
        await app.post('/api/admin/projects/default/features/tides/environments/development/on');

        const [other, seven] = await entriesOf(app, 'tides', { context: { userId: '1,7' } });

        expect(other).toMatchObject({
            isEnabled: false,
            strategies: {
                result: 'unknown',
                data: [
                    { result: { evaluationStatus: 'incomplete', enabled: 'unknown' } },
                    { result: { enabled: false } },
                ],
            },
        });
        expect(seven).toMatchObject({ isEnabled: true, strategies: { result: true } });
    });

    test('a custom strategy whose constraints fail is false, not unknown', async () => {
        const app = await testApp();
        await app.post('/api/admin/strategies', { name: 'moonPhase', parameters: [] });
        await app.has.flag({ name: 'tides' });
        await app.has.strategy({
            flag: 'tides',
            name: 'moonPhase',
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        });

        const [entry] = await entriesOf(app, 'tides', { context: { userId: '1' } });

        expect(entry.strategies).toMatchObject({
            result: false,
            data: [{ result: { evaluationStatus: 'incomplete', enabled: false } }],
        });
    });

    test('a disabled strategy is unevaluated, with its constraints still reported', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'half' });
        await app.has.strategy({
            flag: 'half',
            disabled: true,
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        });

        const [entry] = await entriesOf(app, 'half', { context: { userId: '7' } });

        expect(entry.strategies.data[0]).toMatchObject({
            disabled: true,
            result: { evaluationStatus: 'unevaluated' },
            constraints: [{ result: true }],
        });
        expect(entry).toMatchObject({ isEnabled: false });
    });

    test('a strategy is shown in its current form, including members that SDKs do not receive', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'half' });
        const { id } = await app.has.strategy({ flag: 'half', title: 'First try', disabled: true });
        const shown = async () => (await entriesOf(app, 'half'))[0].strategies.data[0];
        expect(await shown()).toMatchObject({ title: 'First try', disabled: true });

        const address = `/api/admin/projects/default/features/half/environments/development/strategies/${id}`;
        await app.patch(address, [{ op: 'replace', path: '/title', value: 'Second try' }]);
        expect(await shown()).toMatchObject({ id, title: 'Second try', disabled: true });
        await app.patch(address, [{ op: 'replace', path: '/disabled', value: false }]);

        expect(await shown()).toMatchObject({ id, title: 'Second try', disabled: false, result: { enabled: true } });
    });

    test('a flag that is not in an environment is off there', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'everywhere', enabled: true });
        await app.delete('/api/admin/projects/default/environments/production');

        const { features } = await evaluate(app, { environments: ['development', 'production'] });

        expect(features).toMatchObject([
            {
                name: 'everywhere',
                environments: {
                    development: [{ isEnabled: true }],
                    production: [{ isEnabled: false, isEnabledInCurrentEnvironment: false, strategies: { data: [] } }],
                },
            },
        ]);
    });

    test('segments are shown with the result of each of their constraints', async () => {
        const app = await testApp();
        const segment = await app.has.segment({
            name: 'grown-ups',
            constraints: [
                { contextName: 'age', operator: 'NUM_GTE', value: '18' },
                { contextName: 'country', operator: 'IN', values: ['NO'] },
            ],
        });
        await app.has.flag({ name: 'beer' });
        await app.has.strategy({ flag: 'beer', segments: [segment.id] });

        const [entry] = await entriesOf(app, 'beer', { context: { properties: { age: '20', country: 'SE' } } });

        expect(entry.strategies).toMatchObject({
            result: false,
            data: [
                {
                    segments: [
                        {
                            id: segment.id,
                            name: 'grown-ups',
                            result: false,
                            constraints: [{ result: true }, { result: false }],
                        },
                    ],
                },
            ],
        });
    });

    test('the rollout and the variant use the same hash as SDKs, and the explanation shows it', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'demo' });
        await app.has.strategy({
            flag: 'demo',
            name: 'flexibleRollout',
            parameters: { rollout: '60', stickiness: 'userId', groupId: 'demo' },
            variants: ['a', 'b'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness: 'userId' })),
        });
        await app.post('/api/admin/projects/default/features/demo/environments/development/on');
        const users = ['1', '2', '3', '4', '5', '42', 'user-7', 'alice', 'bob', 'carol'];

        const entries = await entriesOf(app, 'demo', { context: { userId: users.join(',') } });

        const on = entries.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled);
        expect(on.map(({ context }: { context: { userId: string } }) => context.userId)).toEqual([
            '2',
            '4',
            '42',
            'alice',
            'carol',
        ]);
        expect(on.map(({ variant }: { variant: { name: string } }) => variant.name)).toEqual(['b', 'a', 'b', 'b', 'b']);
        expect(on[0]).toMatchObject({
            variant: { name: 'b', enabled: true, feature_enabled: true },
            variants: [{ name: 'a', weight: 500 }, { name: 'b' }],
            explanation: { strategies: [{ rollout: { bucket: 34, threshold: 60 } }] },
        });
    });

    test('a flag whose parent is off has an unsatisfied dependency', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'parent' });
        await app.has.flag({ name: 'child', enabled: true });
        await app.post('/api/admin/projects/default/features/child/dependencies', { feature: 'parent' });

        const [entry] = await entriesOf(app, 'child');

        expect(entry).toMatchObject({
            isEnabled: false,
            isEnabledInCurrentEnvironment: true,
            hasUnsatisfiedDependency: true,
            explanation: { dependencies: [{ feature: 'parent', satisfied: false }] },
        });
    });

    test('the simple playground returns one flat entry per flag and does not split values', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'one', enabled: true });

        const response = await app.post('/api/admin/playground', {
            environment: 'development',
            context: { appName: 'x', userId: '1,2' },
        });

        expect(response).toMatchObject({ status: 200, body: { features: [{ name: 'one', isEnabled: true }] } });
        expect(response.body.features).toHaveLength(1);
    });
});
