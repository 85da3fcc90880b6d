import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { kindOf } from './kinds.ts';

const FLAG = '/api/admin/projects/default/features/checkout';
const STRATEGIES = `${FLAG}/environments/development/strategies`;

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file', environment: { UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '1000' } });
    await app.has.flag({ name: 'checkout', enabled: true });
});

const addStrategy = (members: object) => app.post(STRATEGIES, { name: 'default', ...members });
const addConstraint = (constraint: object) => addStrategy({ constraints: [constraint] });

/** Whether a flag with this strategy alone is on for this context. */
async function isOn(strategy: object, context: Record<string, string> = {}): Promise<boolean> {
    const { name } = await app.has.flag({ enabled: true });
    const strategies = `/api/admin/projects/default/features/${name}/environments/development/strategies`;
    const [first] = (await app.get(strategies)).body;
    await app.post(strategies, { name: 'default', ...strategy });
    await app.delete(`${strategies}/${first.id}`);
    const { body } = await app.post('/api/admin/playground', {
        environment: 'development',
        projects: ['default'],
        context: { appName: 'spec', ...context },
    });
    return body.features.find((feature: { name: string }) => feature.name === name).isEnabled;
}

describe('Constraint', () => {
    test.each([
        ['NOT_IN', { values: ['a', 'b'] }],
        ['IN', { values: ['a', 'b'] }],
        ['STR_ENDS_WITH', { values: ['a'] }],
        ['STR_STARTS_WITH', { values: ['a'] }],
        ['STR_CONTAINS', { values: ['a'] }],
        ['NUM_EQ', { value: '1.5' }],
        ['NUM_GT', { value: '1' }],
        ['NUM_GTE', { value: '1' }],
        ['NUM_LT', { value: '1' }],
        ['NUM_LTE', { value: '1' }],
        ['DATE_AFTER', { value: '2026-01-29T13:00:00.000Z' }],
        ['DATE_BEFORE', { value: '2026-01-29T13:00:00.000Z' }],
        ['SEMVER_EQ', { value: '1.2.3' }],
        ['SEMVER_GT', { value: '1.2.3' }],
        ['SEMVER_LT', { value: '1.2.3-beta.1' }],
    ])('the operator %s is accepted and returned with its values', async (operator, values) => {
        const constraint = { contextName: 'userId', operator, ...values };

        expect(await addConstraint(constraint)).toMatchObject({ status: 200, body: { constraints: [constraint] } });
    });

    test.each([
        ['no contextName', { operator: 'IN', values: ['a'] }, '/contextName'],
        ['no operator', { contextName: 'userId', values: ['a'] }, '/operator'],
        ['an operator that does not exist', { contextName: 'userId', operator: 'LIKE', values: ['a'] }, '/operator'],
        ['values that are not a list', { contextName: 'userId', operator: 'IN', values: 'a' }, '/values'],
        ['a value that is not text', { contextName: 'userId', operator: 'NUM_EQ', value: {} }, '/value'],
        [
            'inverted that is not a boolean',
            { contextName: 'a', operator: 'IN', values: ['a'], inverted: 'x' },
            '/inverted',
        ],
        [
            'caseInsensitive that is not a boolean',
            { contextName: 'a', operator: 'IN', values: ['a'], caseInsensitive: 'x' },
            '/caseInsensitive',
        ],
    ])('%s returns 400 and names the member', async (_what, constraint, member) => {
        const { status, body } = await addConstraint(constraint);

        expect(status).toBe(400);
        expect(body.details[0].path).toContain(`/body/constraints/0${member}`);
    });

    test.each([
        ['values', 'several', 'IN'],
        ['values', 'several', 'STR_CONTAINS'],
        ['value', 'a single one', 'NUM_EQ'],
        ['value', 'a single one', 'DATE_AFTER'],
        ['value', 'a single one', 'SEMVER_EQ'],
    ])('%s is for operators that take %s: %s without it returns 400', async (member, _many, operator) => {
        const { status, body } = await addConstraint({ contextName: 'userId', operator });

        expect(status).toBe(400);
        expect(body.message).toContain(`"${member}"`);
    });

    test('caseInsensitive and inverted are optional and absent if not specified', async () => {
        const { body } = await addConstraint({ contextName: 'userId', operator: 'IN', values: ['a'] });

        expect(body.constraints).toEqual([{ contextName: 'userId', operator: 'IN', values: ['a'] }]);
    });

    test('without caseInsensitive upper and lower case differ, with it they do not', async () => {
        const constraint = { contextName: 'userId', operator: 'STR_CONTAINS', values: ['ADA'] };

        expect(await isOn({ constraints: [constraint] }, { userId: 'ada' })).toBe(false);
        expect(await isOn({ constraints: [{ ...constraint, caseInsensitive: true }] }, { userId: 'ada' })).toBe(true);
    });

    test('inverted negates the result', async () => {
        const constraint = { contextName: 'userId', operator: 'IN', values: ['ada'], inverted: true };

        expect(await isOn({ constraints: [constraint] }, { userId: 'ada' })).toBe(false);
        expect(await isOn({ constraints: [constraint] }, { userId: 'bob' })).toBe(true);
    });
});

describe('Strategy variant', () => {
    const variant = { name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' };
    const addVariants = (...variants: object[]) => addStrategy({ name: 'flexibleRollout', variants });

    test.each(['name', 'weight', 'weightType', 'stickiness'] as const)('%s is required', async (member) => {
        const { [member]: _, ...without } = variant;
        const { status, body } = await addVariants(without);

        expect(status).toBe(400);
        expect(body.details[0].path).toBe(`/body/variants/0/${member}`);
    });

    test.each([
        ['a weight below 0', { weight: -1 }],
        ['a weight over 1000', { weight: 1001 }],
        ['a weight that is not whole', { weight: 10.5 }],
        ['a weightType that does not exist', { weightType: 'fixed' }],
        ['a payload without type', { payload: { value: 'a' } }],
        ['a payload without value', { payload: { type: 'string' } }],
        ['a payload of a type that does not exist', { payload: { type: 'xml', value: 'a' } }],
        ['a payload whose value is not text', { payload: { type: 'json', value: {} } }],
    ])('%s returns 400', async (_what, members) => {
        expect(await addVariants({ ...variant, ...members })).toMatchObject({ status: 400 });
    });

    test.each([0, 1000])('the weight %i is accepted', async (weight) => {
        const fixed = { ...variant, name: 'fixed', weightType: 'fix', weight };
        const { body } = await addVariants(fixed, variant);

        expect(body.variants).toContainEqual(fixed);
    });

    test('variant names are unique in the list', async () => {
        expect(await addVariants(variant, variant)).toMatchObject({ status: 400 });
    });

    test('fix variants have exactly their weight; variable ones share the rest of 1000', async () => {
        const { body } = await addVariants(
            { ...variant, name: 'fixed', weightType: 'fix', weight: 100 },
            { ...variant, name: 'x', weight: 1 },
            { ...variant, name: 'y', weight: 7 },
        );

        expect(body.variants.map(({ name, weight }: { name: string; weight: number }) => [name, weight])).toEqual([
            ['fixed', 100],
            ['x', 450],
            ['y', 450],
        ]);
    });

    test.each([
        ['json', '{"a":1}'],
        ['csv', 'a,b'],
        ['string', 'a'],
        ['number', '1'],
    ])('a payload of type %s is returned unchanged', async (type, value) => {
        const { body } = await addVariants({ ...variant, payload: { type, value } });

        expect(body.variants).toEqual([{ ...variant, payload: { type, value } }]);
    });

    test('payload is optional', async () => {
        expect((await addVariants(variant)).body.variants[0]).not.toHaveProperty('payload');
    });

    test('stickiness gives the same user the same variant each time', async () => {
        const { name } = await app.has.flag({ enabled: true });
        await app.has.strategy({
            flag: name,
            name: 'flexibleRollout',
            variants: ['a', 'b', 'c'].map((letter) => ({ ...variant, name: letter, stickiness: 'userId' })),
        });
        const evaluate = async () => {
            const { body } = await app.post('/api/admin/playground', {
                environment: 'development',
                context: { appName: 'spec', userId: 'ada' },
            });
            return body.features.find((feature: { name: string }) => feature.name === name).variant.name;
        };

        expect(new Set([await evaluate(), await evaluate(), await evaluate(), await evaluate()]).size).toBe(1);
    });
});

describe('Feature variant', () => {
    const VARIANTS = `${FLAG}/environments/development/variants`;
    const put = (...variants: object[]) => app.put(VARIANTS, variants);

    test('weightType and stickiness are optional, and have defaults', async () => {
        const { status, body } = await put({ name: 'plain', weight: 1000 });

        expect(status).toBe(200);
        expect(body.variants).toEqual([{ name: 'plain', weight: 1000, weightType: 'variable', stickiness: 'default' }]);
    });

    test.each([
        ['no name', { weight: 1000 }],
        ['no weight', { name: 'a' }],
        ['a weight over 1000', { name: 'a', weight: 1000.5 }],
        ['a weight below 0', { name: 'a', weight: -0.5 }],
        ['a name that is empty', { name: '', weight: 1000 }],
        ['a payload of a type that does not exist', { name: 'a', weight: 1000, payload: { type: 'xml', value: 'a' } }],
        ['an override without contextName', { name: 'a', weight: 1000, overrides: [{ values: ['1'] }] }],
        ['an override without values', { name: 'a', weight: 1000, overrides: [{ contextName: 'userId' }] }],
    ])('%s returns 400', async (_what, variant) => {
        expect(await put(variant)).toMatchObject({ status: 400 });
    });

    test('a weight may be any number; a fixed weight is an integer (decision 33)', async () => {
        const { body } = await put(
            { name: 'a', weight: 0.5, weightType: 'variable' },
            { name: 'b', weight: 100, weightType: 'fix' },
        );

        expect(body.variants).toMatchObject([{ weight: 900 }, { weight: 100 }]);
        expect(await put({ name: 'a', weight: 1 }, { name: 'b', weight: 0.5, weightType: 'fix' })).toMatchObject({
            status: 400,
        });
    });

    test('overrides are returned, and take precedence over weights', async () => {
        const overrides = [{ contextName: 'userId', values: ['ada'] }];
        const { body } = await put(
            { name: 'common', weight: 1000, weightType: 'fix' },
            { name: 'rare', weight: 0, weightType: 'variable', overrides },
        );
        const { body: response } = await app.post('/api/admin/playground', {
            environment: 'development',
            context: { appName: 'spec', userId: 'ada' },
        });
        const flag = response.features.find(({ name }: { name: string }) => name === 'checkout');

        expect(body.variants[1]).toMatchObject({ name: 'rare', weight: 0, overrides });
        expect(flag.variant).toMatchObject({ name: 'rare', enabled: true });
    });
});

describe('Feature strategy', () => {
    let strategy: Record<string, unknown>;
    let segment: number;
    beforeAll(async () => {
        segment = (await app.has.segment()).id;
        const { body } = await addStrategy({
            name: 'flexibleRollout',
            title: 'Half of Europe',
            disabled: true,
            sortOrder: 17,
            segments: [segment],
            constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
            variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'userId' }],
            parameters: { rollout: '50', stickiness: 'userId', groupId: 'checkout' },
        });
        strategy = body;
    });

    test.each([
        ['id', 'string'],
        ['name', 'string'],
        ['title', 'string'],
        ['disabled', 'boolean'],
        ['sortOrder', 'integer'],
        ['segments', 'list'],
        ['constraints', 'list'],
        ['variants', 'list'],
        ['parameters', 'object'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(strategy[member])).toBe(kind);
    });

    test('id is a uuid that the service assigns', () => {
        expect(strategy['id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    });

    test('an id that is sent is ignored', async () => {
        const { body } = await addStrategy({ id: 'mine' });

        expect(body.id).not.toBe('mine');
    });

    test('name is required', async () => {
        const { status, body } = await app.post(STRATEGIES, { parameters: {} });

        expect(status).toBe(400);
        expect(body.details[0].path).toBe('/body/name');
    });

    test('title is null when there is none', async () => {
        expect((await addStrategy({})).body.title).toBeNull();
        expect((await addStrategy({ title: null })).body.title).toBeNull();
    });

    test('disabled is false by default', async () => {
        expect((await addStrategy({})).body.disabled).toBe(false);
        expect((await addStrategy({ disabled: null })).body.disabled).toBe(false);
    });

    test('sortOrder is the position in the list', async () => {
        const { body } = await app.get(STRATEGIES);
        const positions = body.map(({ sortOrder }: { sortOrder: number }) => sortOrder);

        expect(positions).toEqual([...positions].sort((a, b) => a - b));
    });

    test('a strategy with a lower sortOrder precedes older ones, also for SDKs', async () => {
        const { name } = await app.has.flag();
        const add = (strategy: string, sortOrder?: number) =>
            app.has.strategy({ flag: name, name: strategy, ...(sortOrder !== undefined && { sortOrder }) });
        await add('userWithId', 5);
        const last = await add('default');
        await add('applicationHostname', -1);
        const namesOf = (list: { name: string }[]) => list.map((strategy) => strategy.name);
        const { body } = await app.get(STRATEGIES.replace('checkout', name));
        const { features } = await app.clientFeatures();
        const sent = features.find((feature: { name: string }) => feature.name === name);

        expect(last.sortOrder).toBe(6);
        expect(namesOf(body)).toEqual(['applicationHostname', 'userWithId', 'default']);
        expect(namesOf(sent.strategies)).toEqual(['applicationHostname', 'userWithId', 'default']);
    });

    test('segments are the ids of attached segments', () => {
        expect(strategy['segments']).toEqual([segment]);
    });

    test('parameters are a map of text to text', async () => {
        const { body } = await addStrategy({ name: 'flexibleRollout', parameters: { rollout: 50 } });

        expect(body.parameters).toMatchObject({ rollout: '50' });
    });

    test('featureName is the flag of the strategy, in exports', async () => {
        const { body } = await app.post('/api/admin/features-batch/export', {
            environment: 'development',
            features: ['checkout'],
        });

        expect(body.featureStrategies[0]).toMatchObject({ featureName: 'checkout' });
    });

    test('a disabled strategy is not evaluated', async () => {
        const { name } = await app.has.flag({ enabled: true });
        const strategies = `/api/admin/projects/default/features/${name}/environments/development/strategies`;
        const [{ id }] = (await app.get(strategies)).body;
        await app.has.strategy({
            flag: name,
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['ada'] }],
        });
        await app.put(`${strategies}/${id}`, { disabled: true });
        const evaluate = async (userId: string) => {
            const { body } = await app.post('/api/admin/playground', {
                environment: 'development',
                context: { appName: 'spec', userId },
            });
            return body.features.find((feature: { name: string }) => feature.name === name).isEnabled;
        };

        expect(await evaluate('ada')).toBe(true);
        expect(await evaluate('bob')).toBe(false);
    });

    test('a disabled strategy is not sent to SDKs', async () => {
        const { name } = await app.has.flag({ enabled: true });
        const titled = await app.has.strategy({ flag: name, name: 'userWithId', disabled: true });
        const { features } = await app.clientFeatures();
        const flag = features.find((feature: { name: string }) => feature.name === name);

        expect(titled.disabled).toBe(true);
        expect(flag.strategies.map((sent: { name: string }) => sent.name)).toEqual(['flexibleRollout']);
    });
});
