import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const flagAt = (flag: string, project = 'default') => `/api/admin/projects/${project}/features/${flag}`;
const variantsOf = (flag: string, environment = 'development', project = 'default') =>
    `${flagAt(flag, project)}/environments/${environment}/variants`;

const variable = (name: string) => ({ name, weight: 0, weightType: 'variable' });
const fix = (name: string, weight: number) => ({ name, weight, weightType: 'fix' });
const weightsOf = ({ body }: { body: { variants: { name: string; weight: number }[] } }) =>
    body.variants.map(({ name, weight }) => [name, weight]);

describe('weights', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.has.flag({ name: 'weighted' });
    });

    test.each<[string, object[], [string, number][]]>([
        [
            'c, a, b',
            ['c', 'a', 'b'].map(variable),
            [
                ['a', 333],
                ['b', 333],
                ['c', 334],
            ],
        ],
        [
            'seven variable variants',
            ['c', 'a', 'b', 'd', 'e', 'f', 'g'].map(variable),
            [
                ['a', 143],
                ['b', 143],
                ['c', 143],
                ['d', 143],
                ['e', 143],
                ['f', 143],
                ['g', 142],
            ],
        ],
        [
            'a fixed at 333, b, c',
            [fix('a', 333), variable('b'), variable('c')],
            [
                ['a', 333],
                ['b', 334],
                ['c', 333],
            ],
        ],
        [
            'a fixed at 1000, b',
            [fix('a', 1000), variable('b')],
            [
                ['a', 1000],
                ['b', 0],
            ],
        ],
        [
            'B, a, C',
            ['B', 'a', 'C'].map(variable),
            [
                ['a', 333],
                ['B', 334],
                ['C', 333],
            ],
        ],
        [
            'z, y fixed at 999',
            [variable('z'), fix('y', 999)],
            [
                ['y', 999],
                ['z', 1],
            ],
        ],
        [
            'three variable variants and one fixed at 100',
            [...['a', 'b', 'c'].map(variable), fix('d', 100)],
            [
                ['a', 300],
                ['b', 300],
                ['c', 300],
                ['d', 100],
            ],
        ],
    ])('the weights of %s add up to 1000, sorted by name', async (_what, variants, expected) => {
        const response = await app.put(variantsOf('weighted'), variants);

        expect(response.status).toBe(200);
        expect(weightsOf(response)).toEqual(expected);
        expect(weightsOf(await app.get(variantsOf('weighted')))).toEqual(expected);
    });

    test.each<[string, unknown, string]>([
        ['fixed weights above 1000 together', [fix('a', 600), fix('b', 500), variable('c')], '/body'],
        ['fixed variants only', [fix('a', 100)], '/body'],
        ['two variants of the same name', [variable('a'), variable('a')], '/body/1/name'],
        ['a fixed weight that is not an integer', [fix('a', 0.5), variable('b')], '/body/0/weight'],
        ['a weight above 1000', [{ name: 'a', weight: 1001 }], '/body/0/weight'],
        ['no weight', [{ name: 'a' }], '/body/0/weight'],
        ['no name', [{ weight: 1 }], '/body/0/name'],
        ['a name that does not fit into a URL', [variable('a/b')], '/body/0/name'],
        ['a name that is too long', [variable('x'.repeat(101))], '/body/0/name'],
        [
            'a JSON payload that is not valid JSON',
            [{ ...variable('a'), payload: { type: 'json', value: '' } }],
            '/body/0/payload',
        ],
        ['an unknown payload type', [{ ...variable('a'), payload: { type: 'x', value: '' } }], '/body/0/payload/type'],
        [
            'an override without values',
            [{ ...variable('a'), overrides: [{ contextName: 'a' }] }],
            '/body/0/overrides/0/values',
        ],
        ['an unknown property', [{ ...variable('a'), colour: 'red' }], '/body/0/colour'],
        ['something that is not a list', { variants: [] }, '/body'],
    ])('variants with %s are refused, and the error contains the path', async (_what, variants, path) => {
        const response = await app.put(variantsOf('weighted'), variants);

        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError', details: [{ path }] } });
    });
});

test('a variant without weightType and stickiness is variable and has the default stickiness', async () => {
    const app = await sharedApp();
    const { name } = await app.has.flag();

    const response = await app.put(variantsOf(name), [{ name: 'a', weight: 12.5 }]);

    expect(response.body).toEqual({
        version: 1,
        variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    });
});

test('payloads and overrides are stored, recorded and sent to SDKs', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    const variant = {
        ...variable('a'),
        stickiness: 'userId',
        payload: { type: 'json', value: '{"colour":"red"}' },
        overrides: [{ contextName: 'userId', values: ['7'] }],
    };

    await app.put(variantsOf(name), [variant]);

    const stored = { ...variant, weight: 1000 };
    const { body } = await app.get(`/api/admin/events/${name}`);
    expect(body.events[0]).toMatchObject({
        type: 'feature-environment-variants-updated',
        featureName: name,
        project: 'default',
        environment: 'development',
        preData: { variants: [] },
        data: { variants: [stored] },
    });
    const { features } = await app.clientFeatures();
    expect(features[0].variants).toEqual([stored]);
});

test('variants can be replaced, also by an empty list, and the same variants change nothing', async () => {
    const app = await sharedApp();
    const { name } = await app.has.flag();
    await app.put(variantsOf(name), [variable('a'), variable('b')]);

    expect(weightsOf(await app.put(variantsOf(name), [variable('c')]))).toEqual([['c', 1000]]);
    expect(await app.put(variantsOf(name), [variable('c')], { changesNothing: true })).toMatchObject({ status: 200 });
    expect(await app.put(variantsOf(name), [])).toMatchObject({ status: 200, body: { version: 1, variants: [] } });
});

test('each environment has its own variants', async () => {
    const app = await sharedApp();
    const { name } = await app.has.flag();

    await app.put(variantsOf(name, 'development'), [variable('a')]);

    expect(await app.get(variantsOf(name, 'production'))).toMatchObject({ status: 200, body: { variants: [] } });
});

test('a patch changes the list and redistributes the weights', async () => {
    const app = await sharedApp();
    const { name } = await app.has.flag();
    await app.put(variantsOf(name), [variable('a'), variable('b')]);

    const patched = await app.patch(variantsOf(name), [
        { op: 'add', path: '/-', value: variable('c') },
        { op: 'add', path: '/0/payload', value: { type: 'string', value: 'x' } },
    ]);

    expect(patched.status).toBe(200);
    expect(weightsOf(patched)).toEqual([
        ['a', 334],
        ['b', 333],
        ['c', 333],
    ]);
    expect(patched.body.variants[0].payload).toEqual({ type: 'string', value: 'x' });
});

test.each<[string, unknown]>([
    ['breaks a rule', [{ op: 'replace', path: '/0/weightType', value: 'fix' }]],
    ['adds an unknown member', [{ op: 'add', path: '/0/colour', value: 'red' }]],
    ['replaces the list by an object', [{ op: 'replace', path: '', value: {} }]],
    ['contains a path that does not exist', [{ op: 'remove', path: '/4' }]],
    ['contains a `test` that fails', [{ op: 'test', path: '/0' }]],
])('a patch that %s is refused', async (_what, patch) => {
    const app = await sharedApp();
    const { name } = await app.has.flag();
    await app.put(variantsOf(name), [variable('a')]);

    expect(await app.patch(variantsOf(name), patch)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});

test('variants of unknown flags, flags of other projects and other environments return 404', async () => {
    const app = await sharedApp();
    const { name } = await app.has.flag();
    const { id: project } = await app.has.project();

    for (const path of [variantsOf('unknown'), variantsOf(name, 'nowhere'), variantsOf(name, 'development', project)]) {
        expect(await app.get(path), path).toMatchObject({ status: 404 });
        expect(await app.put(path, []), path).toMatchObject({ status: 404 });
        expect(await app.patch(path, []), path).toMatchObject({ status: 404 });
    }
});

describe('variants-batch', () => {
    test('sets the same variants in several environments', async () => {
        const app = await sharedApp();
        const { name } = await app.has.flag();

        const response = await app.put(`${flagAt(name)}/variants-batch`, {
            environments: ['development', 'production', 'development'],
            variants: [
                { name: 'b', weight: 1 },
                { name: 'a', weight: 1 },
            ],
        });

        expect(response).toMatchObject({ status: 200, body: { version: 1 } });
        for (const environment of ['development', 'production']) {
            expect(weightsOf(await app.get(variantsOf(name, environment)))).toEqual([
                ['a', 500],
                ['b', 500],
            ]);
        }
    });

    test('changes no environment if one does not exist', async () => {
        const app = await sharedApp();
        const { name } = await app.has.flag();

        const response = await app.put(`${flagAt(name)}/variants-batch`, {
            environments: ['development', 'nowhere'],
            variants: [variable('a')],
        });

        expect(response).toMatchObject({ status: 404 });
        expect(await app.get(variantsOf(name))).toMatchObject({ body: { variants: [] } });
    });

    test.each<[string, unknown, string]>([
        ['no environments', { variants: [] }, '/body/environments'],
        ['an empty list of environments', { environments: [], variants: [] }, '/body/environments'],
        ['no variants', { environments: ['development'] }, '/body/variants'],
        ['fixed variants only', { environments: ['development'], variants: [fix('a', 1)] }, '/body/variants'],
    ])('with %s returns 400', async (_what, body, path) => {
        const app = await sharedApp();
        const { name } = await app.has.flag();

        expect(await app.put(`${flagAt(name)}/variants-batch`, body)).toMatchObject({
            status: 400,
            body: { details: [{ path }] },
        });
    });

    test('requires the permission in every listed environment', async () => {
        const app = await sharedApp();
        const { name } = await app.has.flag();
        const viewer = await app.has.user({ rootRole: 'viewer' });

        const response = await app.put(
            `${flagAt(name)}/variants-batch`,
            { environments: ['development'], variants: [] },
            viewer,
        );

        expect(response).toMatchObject({
            status: 403,
            body: { name: 'NoAccessError', permissions: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'] },
        });
    });
});

describe('the deprecated list of a flag', () => {
    test('contains the variants of the production environment', async () => {
        const app = await testApp();
        const { name } = await app.has.flag();
        await app.put(variantsOf(name, 'development'), [variable('dev')]);
        await app.put(variantsOf(name, 'production'), [variable('prod')]);

        const response = await app.get(`${flagAt(name)}/variants`);

        expect(response).toMatchObject({
            status: 200,
            body: { version: 1, variants: [{ name: 'prod', weight: 1000 }] },
        });
    });

    test('contains the variants of the first of several production environments', async () => {
        const app = await testApp();
        const second = await app.has.environment({ type: 'production' });
        const { id: project } = await app.has.project({ environments: ['development', 'production', second.name] });
        const { name } = await app.has.flag({ project });
        await app.put(variantsOf(name, 'production', project), [variable('first')]);
        await app.put(variantsOf(name, second.name, project), [variable('second')]);

        expect(await app.get(`${flagAt(name, project)}/variants`)).toMatchObject({
            body: { variants: [{ name: 'first' }] },
        });
        await app.put('/api/admin/environments/sort-order', { [second.name]: 1 });
        expect(await app.get(`${flagAt(name, project)}/variants`)).toMatchObject({
            body: { variants: [{ name: 'second' }] },
        });
    });

    test('contains the variants of the first environment if no production environment exists', async () => {
        const app = await testApp();
        const { id: project } = await app.has.project({ environments: ['development'] });
        const { name } = await app.has.flag({ project });
        await app.put(variantsOf(name, 'development', project), [variable('dev')]);

        expect(await app.get(`${flagAt(name, project)}/variants`)).toMatchObject({
            body: { version: 1, variants: [{ name: 'dev' }] },
        });
    });

    test('returns 404 for a flag that does not exist or is in another project', async () => {
        const app = await sharedApp();
        const { name } = await app.has.flag();
        const { id: project } = await app.has.project();

        expect(await app.get(`${flagAt('unknown')}/variants`)).toMatchObject({ status: 404 });
        expect(await app.get(`${flagAt(name, project)}/variants`)).toMatchObject({ status: 404 });
    });
});
