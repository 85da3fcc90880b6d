import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const strategiesOf = (flag: string, environment = 'development', project = 'default') =>
    `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('adding a strategy returns 200 with all of its members, and the id is a UUID', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const response = await app.post(strategiesOf(name), { name: 'default' });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
        id: expect.stringMatching(UUID),
        name: 'default',
        title: null,
        disabled: false,
        sortOrder: 0,
        segments: [],
        constraints: [],
        variants: [],
        parameters: {},
    });
});

test('a gradual rollout defaults to all users, the stickiness of the project and the flag name as groupId', async () => {
    const app = await testApp();
    const { id: project } = await app.has.project({ defaultStickiness: 'userId' });
    const { name } = await app.has.flag({ project });

    const response = await app.post(strategiesOf(name, 'development', project), { name: 'flexibleRollout' });

    expect(response.body.parameters).toEqual({ rollout: '100', stickiness: 'userId', groupId: name });
});

test('each sent parameter overrides its default', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { body } = await app.post(strategiesOf(name), {
        name: 'flexibleRollout',
        parameters: { rollout: '25', groupId: 'shared' },
    });

    expect(body.parameters).toEqual({ rollout: '25', stickiness: 'default', groupId: 'shared' });
});

test('parameters sent as numbers or booleans are stored as strings', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { body } = await app.post(strategiesOf(name), {
        name: 'default',
        parameters: { rollout: 50, share: 0.5, strict: true, text: 'x' },
    });

    expect(body.parameters).toEqual({ rollout: '50', share: '0.5', strict: 'true', text: 'x' });
});

test('parameters may have the names of members of Object.prototype', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { body } = await app.post(strategiesOf(name), {
        name: 'default',
        parameters: { constructor: 'a', toString: 'b' },
    });

    expect(body.parameters).toEqual({ constructor: 'a', toString: 'b' });
});

test('a strategy is added at the end, unless its sortOrder is sent', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const first = await app.has.strategy({ flag: name });
    const second = await app.has.strategy({ flag: name, sortOrder: 7 });
    const third = await app.has.strategy({ flag: name });

    expect([first.sortOrder, second.sortOrder, third.sortOrder]).toEqual([0, 7, 8]);
});

test('title, disabled, constraints, variants and segments are stored and returned', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    const segment = await app.has.segment();
    const constraints = [
        { contextName: 'userId', operator: 'IN', values: ['1', '2'], inverted: true },
        { contextName: 'version', operator: 'SEMVER_GT', value: '1.2.3', values: [] },
    ];

    const { body } = await app.post(strategiesOf(name), {
        name: 'flexibleRollout',
        title: 'Half of Europe',
        disabled: true,
        constraints,
        variants: [{ name: 'a', weight: 0, weightType: 'variable', stickiness: 'userId' }],
        segments: [segment.id, segment.id],
    });

    expect(body).toMatchObject({
        title: 'Half of Europe',
        disabled: true,
        constraints,
        variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'userId' }],
        segments: [segment.id],
    });
    expect(await app.get(`${strategiesOf(name)}/${body.id}`)).toMatchObject({ status: 200, body });
});

test('null for title and disabled means no title and false', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { body } = await app.post(strategiesOf(name), { name: 'default', title: null, disabled: null });

    expect(body).toMatchObject({ title: null, disabled: false });
});

test('constraints with a single value are returned with an empty list of values and without other defaults', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { body } = await app.post(strategiesOf(name), {
        name: 'default',
        constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '18' }],
    });

    expect(body.constraints).toEqual([{ contextName: 'age', operator: 'NUM_GT', value: '18', values: [] }]);
});

test('read-only members can be sent back and are ignored', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { status, body } = await app.post(strategiesOf(name), {
        name: 'default',
        id: 'mine',
        featureName: 'other',
        createdAt: 'then',
    });

    expect(status).toBe(200);
    expect(body.id).toMatch(UUID);
});

test('adding a strategy records it completely, and SDKs receive it', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    const { body: strategy } = await app.post(strategiesOf(name), { name: 'flexibleRollout', title: 'all' });

    const { body } = await app.get(`/api/admin/events/${name}`);
    expect(body.events[0]).toMatchObject({
        type: 'feature-strategy-add',
        featureName: name,
        project: 'default',
        environment: 'development',
        data: strategy,
        preData: null,
    });
    const { features } = await app.clientFeatures();
    expect(features[0].strategies).toEqual([
        { name: 'flexibleRollout', constraints: [], parameters: strategy.parameters, variants: [] },
    ]);
});

test('a disabled strategy is not sent to SDKs', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();

    await app.has.strategy({ flag: name, disabled: true });

    const { features } = await app.clientFeatures();
    expect(features[0].strategies).toEqual([]);
});

describe('a strategy is refused', () => {
    let app: TestApp;
    let flag: string;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        ({ name: flag } = await app.has.flag());
        await app.post('/api/admin/context', { name: 'tier', legalValues: [{ value: 'gold' }, { value: '5' }] });
    });

    const constraint = (input: object) => ({ name: 'default', constraints: [{ contextName: 'a', ...input }] });
    const variants = (...list: object[]) => ({
        name: 'default',
        variants: list.map((variant) => ({ weight: 0, weightType: 'variable', stickiness: 'default', ...variant })),
    });

    test.each<[string, unknown, string]>([
        ['without a name', {}, '/body/name'],
        ['with an empty name', { name: '' }, '/body/name'],
        ['of a type that does not exist', { name: 'unheard-of' }, '/body/name'],
        ['of a type named like a member of Object.prototype', { name: 'constructor' }, '/body/name'],
        ['with a title that is not text', { name: 'default', title: 7 }, '/body/title'],
        ['with a title that is too long', { name: 'default', title: 'x'.repeat(501) }, '/body/title'],
        ['with disabled as text', { name: 'default', disabled: 'true' }, '/body/disabled'],
        ['with an unknown property', { name: 'default', colour: 'red' }, '/body/colour'],
        ['with a sortOrder that is not an integer', { name: 'default', sortOrder: 1.5 }, '/body/sortOrder'],
        ['with a sortOrder that is too large', { name: 'default', sortOrder: 3_000_000_000 }, '/body/sortOrder'],
        ['with parameters in a list', { name: 'default', parameters: [] }, '/body/parameters'],
        ['with a parameter that is a list', { name: 'default', parameters: { a: ['b'] } }, '/body/parameters/a'],
        ['with a parameter that is null', { name: 'default', parameters: { a: null } }, '/body/parameters/a'],
        ['with a segment that is not a number', { name: 'default', segments: ['1'] }, '/body/segments/0'],
        ['with a segment below 1', { name: 'default', segments: [0] }, '/body/segments/0'],
        ['with a segment above the maximum id', { name: 'default', segments: [2 ** 31] }, '/body/segments/0'],
        ['that is a list', [], '/body'],
        ['that is null', null, '/body'],

        ['with an unknown operator', constraint({ operator: 'LIKE', values: ['x'] }), '/body/constraints/0/operator'],
        [
            'with an inherited operator',
            constraint({ operator: 'toString', values: ['x'] }),
            '/body/constraints/0/operator',
        ],
        [
            'with a constraint without a context field',
            constraint({ contextName: '', operator: 'IN', values: ['x'] }),
            '/body/constraints/0/contextName',
        ],
        [
            'with a constraint that has an unknown property',
            constraint({ operator: 'IN', values: ['x'], result: true }),
            '/body/constraints/0/result',
        ],
        ['with IN and no values', constraint({ operator: 'IN' }), '/body/constraints/0'],
        ['with IN and an empty list', constraint({ operator: 'IN', values: [] }), '/body/constraints/0'],
        ['with IN and only blanks', constraint({ operator: 'IN', values: ['  '] }), '/body/constraints/0'],
        ['with NOT_IN and no values', constraint({ operator: 'NOT_IN' }), '/body/constraints/0'],
        [
            'with STR_CONTAINS and no values',
            constraint({ operator: 'STR_CONTAINS', value: 'x' }),
            '/body/constraints/0',
        ],
        ['with STR_STARTS_WITH and no values', constraint({ operator: 'STR_STARTS_WITH' }), '/body/constraints/0'],
        ['with STR_ENDS_WITH and no values', constraint({ operator: 'STR_ENDS_WITH' }), '/body/constraints/0'],
        ['with NUM_EQ and no value', constraint({ operator: 'NUM_EQ', values: ['1'] }), '/body/constraints/0'],
        ['with NUM_GT and an empty value', constraint({ operator: 'NUM_GT', value: '' }), '/body/constraints/0'],
        ['with NUM_LT and a word', constraint({ operator: 'NUM_LT', value: 'ten' }), '/body/constraints/0'],
        ['with DATE_AFTER and no value', constraint({ operator: 'DATE_AFTER' }), '/body/constraints/0'],
        [
            'with DATE_BEFORE and no date',
            constraint({ operator: 'DATE_BEFORE', value: 'tomorrow' }),
            '/body/constraints/0',
        ],
        ['with SEMVER_EQ and no value', constraint({ operator: 'SEMVER_EQ' }), '/body/constraints/0'],
        ['with SEMVER_GT and two numbers', constraint({ operator: 'SEMVER_GT', value: '1.2' }), '/body/constraints/0'],
        [
            'with SEMVER_LT and a leading v',
            constraint({ operator: 'SEMVER_LT', value: 'v1.2.3' }),
            '/body/constraints/0',
        ],
        ['with REGEX and no pattern', constraint({ operator: 'REGEX', value: '' }), '/body/constraints/0'],
        ['with REGEX and a broken pattern', constraint({ operator: 'REGEX', value: '(' }), '/body/constraints/0'],
        ['with REGEX and a back reference', constraint({ operator: 'REGEX', value: '(a)\\1' }), '/body/constraints/0'],
        [
            'with an inverted REGEX',
            constraint({ operator: 'REGEX', value: 'a', inverted: true }),
            '/body/constraints/0',
        ],
        ['with IN_CIDR and no address', constraint({ operator: 'IN_CIDR', values: ['here'] }), '/body/constraints/0'],
        [
            'with an empty value in the list',
            constraint({ operator: 'IN', values: ['a', ''] }),
            '/body/constraints/0/values/1',
        ],
        [
            'with a value that is too long',
            constraint({ operator: 'IN', values: ['x'.repeat(101)] }),
            '/body/constraints/0/values/0',
        ],
        ['with a value that is a number', constraint({ operator: 'NUM_EQ', value: 5 }), '/body/constraints/0/value'],
        [
            'with an illegal value among several',
            constraint({ contextName: 'tier', operator: 'IN', values: ['gold', 'lead'] }),
            '/body/constraints/0',
        ],
        [
            'with an illegal single value',
            constraint({ contextName: 'tier', operator: 'NUM_GT', value: '6' }),
            '/body/constraints/0',
        ],

        ['with a variant without a name', variants({}), '/body/variants/0/name'],
        ['with a variant whose name does not fit into a URL', variants({ name: 'a b' }), '/body/variants/0/name'],
        ['with a weight above 1000', variants({ name: 'a', weight: 1001 }), '/body/variants/0/weight'],
        ['with a weight below 0', variants({ name: 'a', weight: -1 }), '/body/variants/0/weight'],
        ['with a weight that is not an integer', variants({ name: 'a', weight: 0.5 }), '/body/variants/0/weight'],
        ['with an unknown weight type', variants({ name: 'a', weightType: 'fixed' }), '/body/variants/0/weightType'],
        [
            'with a variant without stickiness',
            variants({ name: 'a', stickiness: undefined }),
            '/body/variants/0/stickiness',
        ],
        ['with a variant without a weight', variants({ name: 'a', weight: undefined }), '/body/variants/0/weight'],
        ['with overrides, which only flags have', variants({ name: 'a', overrides: [] }), '/body/variants/0/overrides'],
        [
            'with an unknown payload type',
            variants({ name: 'a', payload: { type: 'xml', value: '' } }),
            '/body/variants/0/payload/type',
        ],
        [
            'with a payload without a value',
            variants({ name: 'a', payload: { type: 'csv' } }),
            '/body/variants/0/payload/value',
        ],
        [
            'with a JSON payload that is not valid JSON',
            variants({ name: 'a', payload: { type: 'json', value: '{a' } }),
            '/body/variants/0/payload',
        ],
        ['with two variants of the same name', variants({ name: 'a' }, { name: 'a' }), '/body/variants/1/name'],
        ['with fixed variants only', variants({ name: 'a', weightType: 'fix', weight: 100 }), '/body/variants'],
        [
            'with fixed weights above 1000 together',
            variants(
                { name: 'a', weightType: 'fix', weight: 600 },
                { name: 'b', weightType: 'fix', weight: 500 },
                { name: 'c' },
            ),
            '/body/variants',
        ],
    ])('%s, and the error contains the path', async (_what, body, path) => {
        const response = await app.post(strategiesOf(flag), body);

        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError', details: [{ path }] } });
    });

    test.each<[string, unknown]>([
        [
            'a constraint on an unknown context field',
            constraint({ contextName: 'moonPhase', operator: 'IN', values: ['full'] }),
        ],
        ['a date without a time', constraint({ operator: 'DATE_AFTER', value: '2022-01-29' })],
        ['a version with build metadata', constraint({ operator: 'SEMVER_EQ', value: '1.2.3+build' })],
        ['legal values', constraint({ contextName: 'tier', operator: 'IN', values: ['gold'] })],
        [
            'a pattern on a field with legal values',
            constraint({ contextName: 'tier', operator: 'REGEX', value: '^go' }),
        ],
        ['values with blanks around them', constraint({ operator: 'IN', values: [' x '] })],
        ['a number payload that is text', variants({ name: 'a', payload: { type: 'number', value: 'many' } })],
        ['an empty value beside a list of values', constraint({ operator: 'IN', values: ['x'], value: '' })],
    ])('but not with %s', async (_what, body) => {
        expect(await app.post(strategiesOf(flag), body)).toMatchObject({ status: 200 });
    });

    test('if a parameter is called __proto__', async () => {
        const response = await app.send('POST', strategiesOf(flag), {
            headers: { 'content-type': 'application/json' },
            rawBody: '{"name":"default","parameters":{"__proto__":"x"}}',
        });

        expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('__proto__') } });
    });

    test('with 404 for a flag that does not exist', async () => {
        expect(await app.post(strategiesOf('nowhere'), { name: 'default' })).toMatchObject({ status: 404 });
    });

    test('with 404 for a flag of another project, without naming that project', async () => {
        const { id: other } = await app.has.project();

        const response = await app.post(strategiesOf(flag, 'development', other), { name: 'default' });

        expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
        expect(response.body.message).not.toContain('default');
    });

    test('with 404 for an archived flag', async () => {
        const archived = await app.has.flag();
        await app.delete(`/api/admin/projects/default/features/${archived.name}`);

        expect(await app.post(strategiesOf(archived.name), { name: 'default' })).toMatchObject({ status: 404 });
    });

    test('with 404 for an environment that the project does not use', async () => {
        const environment = await app.has.environment();

        expect(await app.post(strategiesOf(flag, environment.name), { name: 'default' })).toMatchObject({
            status: 404,
            body: { message: expect.stringContaining(environment.name) },
        });
        expect(await app.post(strategiesOf(flag, 'nowhere'), { name: 'default' })).toMatchObject({ status: 404 });
    });

    test('with 404 for a segment that does not exist', async () => {
        const response = await app.post(strategiesOf(flag), { name: 'default', segments: [424242] });

        expect(response).toMatchObject({ status: 404, body: { message: expect.stringContaining('424242') } });
    });

    test('with 400 for a segment of another project', async () => {
        const { id: project } = await app.has.project();
        const segment = await app.has.segment({ project });

        const response = await app.post(strategiesOf(flag), { name: 'default', segments: [segment.id] });

        expect(response).toMatchObject({ status: 400, body: { details: [{ path: '/body/segments' }] } });
    });

    test('but not with a segment of the same project', async () => {
        const { id: project } = await app.has.project();
        const segment = await app.has.segment({ project });
        const { name } = await app.has.flag({ project });

        const response = await app.post(strategiesOf(name, 'development', project), {
            name: 'default',
            segments: [segment.id],
        });

        expect(response).toMatchObject({ status: 200, body: { segments: [segment.id] } });
    });
});

test('a user without the permission receives 403, whether or not the flag exists', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    const viewer = await app.has.user({ rootRole: 'viewer' });

    for (const flag of [name, 'nowhere']) {
        expect(await app.post(strategiesOf(flag), { name: 'default' }, viewer)).toMatchObject({
            status: 403,
            body: { name: 'NoAccessError', permissions: ['CREATE_FEATURE_STRATEGY'] },
        });
    }
});

describe('limits', () => {
    const LIMITS = {
        UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '2',
        UNLEASH_CONSTRAINTS_LIMIT: '2',
        UNLEASH_CONSTRAINT_VALUES_LIMIT: '3',
        UNLEASH_STRATEGY_SEGMENTS_LIMIT: '1',
    };
    const isIn = (...values: string[]) => ({ contextName: 'userId', operator: 'IN', values });
    const exceeded = { status: 400, body: { name: 'ExceedsLimitError' } };

    test('a flag has a limited number of strategies in each environment', async () => {
        const app = await testApp({ environment: LIMITS });
        const { name } = await app.has.flag();
        await app.has.strategy({ flag: name });
        await app.has.strategy({ flag: name });

        expect(await app.post(strategiesOf(name), { name: 'default' })).toMatchObject(exceeded);
        expect(await app.post(strategiesOf(name, 'production'), { name: 'default' })).toMatchObject({ status: 200 });
    });

    test('a strategy has a limited number of constraints', async () => {
        const app = await testApp({ environment: LIMITS });
        const { name } = await app.has.flag();

        const add = (count: number) =>
            app.post(strategiesOf(name), { name: 'default', constraints: Array(count).fill(isIn('1')) });

        expect(await add(3)).toMatchObject(exceeded);
        expect(await add(2)).toMatchObject({ status: 200 });
    });

    test('a constraint has a limited number of values', async () => {
        const app = await testApp({ environment: LIMITS });
        const { name } = await app.has.flag();

        const add = (...values: string[]) =>
            app.post(strategiesOf(name), { name: 'default', constraints: [isIn(...values)] });

        expect(await add('1', '2', '3', '4')).toMatchObject(exceeded);
        expect(await add('1', '2', '3')).toMatchObject({ status: 200 });
    });

    test('a strategy has a limited number of segments', async () => {
        const app = await testApp({ environment: LIMITS });
        const { name } = await app.has.flag();
        const segments = [await app.has.segment(), await app.has.segment()].map(({ id }) => id);

        expect(await app.post(strategiesOf(name), { name: 'default', segments })).toMatchObject(exceeded);
        expect(await app.post(strategiesOf(name), { name: 'default', segments: segments.slice(0, 1) })).toMatchObject({
            status: 200,
        });
    });
});
