import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/checkout`;
const STRATEGIES = `${FLAG}/environments/development/strategies`;

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file', environment: { UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '1000' } });
    viewer = await app.has.user();
    await app.has.flag({ name: 'checkout', description: 'Pay' });
    await app.has.project({ id: 'elsewhere' });
    await app.has.flag({ name: 'other' });
});
const isNotFound = { status: 404, body: { name: 'NotFoundError' } };

describe('GET /api/admin/projects/:projectId', () => {
    test('returns 200 with the overview of the project', async () => {
        expect(await app.get(PROJECT)).toMatchObject({ status: 200, body: { version: 1, name: 'Default' } });
    });

    test('a project that does not exist returns 404', async () => {
        expect(await app.get('/api/admin/projects/nowhere')).toMatchObject(isNotFound);
    });

    test('a private project returns 404 to users who are not members', async () => {
        await app.has.project({ id: 'secret', mode: 'private' });

        expect(await app.get('/api/admin/projects/secret', viewer)).toMatchObject(isNotFound);
    });
});

describe('PATCH /api/admin/projects/:projectId/features/:featureName', () => {
    const patch = (...operations: object[]) => app.patch(FLAG, operations);

    test('replace returns 200 with the flag as it is now', async () => {
        expect(await patch({ op: 'replace', path: '/description', value: 'Pay now' })).toMatchObject({
            status: 200,
            body: { name: 'checkout', description: 'Pay now' },
        });
    });

    test('add sets a member', async () => {
        expect((await patch({ op: 'add', path: '/impressionData', value: true })).body.impressionData).toBe(true);
    });

    test('remove resets a member to its default', async () => {
        expect((await patch({ op: 'remove', path: '/impressionData' })).body.impressionData).toBe(false);
    });

    test('copy takes the value from another member', async () => {
        expect((await patch({ op: 'copy', from: '/name', path: '/description' })).body.description).toBe('checkout');
    });

    test('move resets the source member', async () => {
        await patch({ op: 'replace', path: '/description', value: 'operational' });

        expect((await patch({ op: 'move', from: '/description', path: '/type' })).body).toMatchObject({
            type: 'operational',
            description: null,
        });
    });

    test('several operations are applied in order', async () => {
        const { body } = await patch(
            { op: 'replace', path: '/description', value: 'one' },
            { op: 'replace', path: '/description', value: 'two' },
        );

        expect(body.description).toBe('two');
    });

    test('no operations return 200 and change nothing', async () => {
        expect(await app.patch(FLAG, [], { changesNothing: true })).toMatchObject({ status: 200 });
    });

    test.each([
        ['an object instead of a list', { op: 'remove', path: '/description' }],
        ['an operation without path', [{ op: 'remove' }]],
        ['an operation without op', [{ path: '/description' }]],
        ['an op that does not exist', [{ op: 'change', path: '/description' }]],
        ['a value of the wrong type', [{ op: 'replace', path: '/impressionData', value: 'perhaps' }]],
    ])('%s returns 400', async (_what, body) => {
        expect(await app.patch(FLAG, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
    });

    test.each(['default/features/nothing', 'elsewhere/features/checkout'])(
        'a flag that does not exist returns 404: %s',
        async (path) => {
            expect(await app.patch(`/api/admin/projects/${path}`, [])).toMatchObject(isNotFound);
        },
    );
});

describe('GET /api/admin/projects/:projectId/features/:featureName/variants', () => {
    test('returns 200 with version and variants', async () => {
        expect(await app.get(`${PROJECT}/features/other/variants`)).toMatchObject({
            status: 200,
            body: { version: 1, variants: [] },
        });
    });

    test('a production-type environment is the source, the first when there are several', async () => {
        await app.has.environment({ name: 'live-too', type: 'production' });
        await app.post(`${PROJECT}/environments`, { environment: 'live-too' });
        for (const environment of ['development', 'production', 'live-too']) {
            await app.put(`${FLAG}/environments/${environment}/variants`, [{ name: environment, weight: 1000 }]);
        }

        const { body } = await app.get(`${FLAG}/variants`);

        expect(body.variants).toMatchObject([{ name: 'production', weight: 1000 }]);
    });

    test.each(['default/features/nothing', 'elsewhere/features/checkout'])(
        'a flag that does not exist returns 404: %s',
        async (path) => {
            expect(await app.get(`/api/admin/projects/${path}/variants`)).toMatchObject(isNotFound);
        },
    );
});

describe('POST …/environments/:environment/strategies', () => {
    test('returns 200, not 201, with the strategy', async () => {
        const strategy = {
            name: 'flexibleRollout',
            title: 'Half',
            disabled: true,
            sortOrder: 9,
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
            variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
            parameters: { rollout: '50', stickiness: 'userId', groupId: 'g' },
            segments: [],
        };

        expect(await app.post(STRATEGIES, strategy)).toMatchObject({ status: 200, body: strategy });
    });

    test.each([
        ['a flag that does not exist', STRATEGIES.replace('checkout', 'nothing')],
        ['a flag of another project', STRATEGIES.replace('/default/', '/elsewhere/')],
    ])('%s returns 404', async (_what, path) => {
        expect(await app.post(path, { name: 'default' })).toMatchObject(isNotFound);
    });

    test('a segment that does not exist returns 404', async () => {
        expect(await app.post(STRATEGIES, { name: 'default', segments: [4_711] })).toMatchObject(isNotFound);
    });

    test('an environment that the project does not have returns 404', async () => {
        expect(await app.post(STRATEGIES.replace('development', 'nowhere'), { name: 'default' })).toMatchObject(
            isNotFound,
        );
    });

    test('a strategy type that does not exist returns 400', async () => {
        expect(await app.post(STRATEGIES, { name: 'by-magic' })).toMatchObject({ status: 400 });
    });
});

describe('PUT …/strategies/:strategyId', () => {
    const add = (members: object = {}) =>
        app.has.strategy({
            flag: 'checkout',
            name: 'flexibleRollout',
            title: 'Before',
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
            parameters: { rollout: '50', stickiness: 'userId', groupId: 'g' },
            ...members,
        });

    test('returns 200 with the strategy, its configuration replaced', async () => {
        const { id } = await add();
        const replacement = {
            name: 'flexibleRollout',
            title: 'After',
            disabled: true,
            constraints: [{ contextName: 'region', operator: 'NOT_IN', values: ['eu'] }],
            parameters: { rollout: '10', stickiness: 'default', groupId: 'h' },
        };

        expect(await app.put(`${STRATEGIES}/${id}`, replacement)).toMatchObject({
            status: 200,
            body: { id, ...replacement },
        });
    });

    test('name may change to another strategy type, with its parameters', async () => {
        const { id } = await add();
        const replacement = { name: 'userWithId', parameters: { userIds: '1,2' } };

        const { body } = await app.put(`${STRATEGIES}/${id}`, replacement);

        expect(body).toMatchObject({ id, name: 'userWithId' });
        expect(body.parameters).toEqual({ userIds: '1,2' });
    });

    test('title may become null', async () => {
        const { id } = await add();

        expect((await app.put(`${STRATEGIES}/${id}`, { title: null })).body.title).toBeNull();
    });

    test('a replaced strategy is returned by the next read', async () => {
        const { id } = await add();
        const { body } = await app.put(`${STRATEGIES}/${id}`, { parameters: { rollout: '7' } });

        expect((await app.get(`${STRATEGIES}/${id}`)).body).toEqual(body);
    });

    test('every member is optional', async () => {
        const { id } = await add();

        expect(await app.put(`${STRATEGIES}/${id}`, {})).toMatchObject({
            status: 200,
            body: { id, name: 'flexibleRollout', title: 'Before', constraints: [], parameters: {} },
        });
    });

    test.each([true, false])(
        'disabled stays %s if omitted: neither default of the specification applies (decision 21)',
        async (disabled) => {
            const { id } = await add({ disabled });

            expect((await app.put(`${STRATEGIES}/${id}`, { title: 'After' })).body.disabled).toBe(disabled);
            expect((await app.put(`${STRATEGIES}/${id}`, { title: 'Later', disabled: null })).body.disabled).toBe(
                disabled,
            );
        },
    );

    test('sortOrder sets the position', async () => {
        const { id } = await add();

        expect(await app.put(`${STRATEGIES}/${id}`, { sortOrder: 3 })).toMatchObject({ body: { sortOrder: 3 } });
        expect((await app.get(`${STRATEGIES}/${id}`)).body.sortOrder).toBe(3);
    });

    test('an invalid constraint returns 400', async () => {
        const { id } = await add();

        expect(
            await app.put(`${STRATEGIES}/${id}`, {
                constraints: [{ contextName: 'userId', operator: 'NUM_EQ', value: 'x' }],
            }),
        ).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
    });

    test('a strategy that does not exist returns 404', async () => {
        expect(await app.put(`${STRATEGIES}/nothing`, {})).toMatchObject(isNotFound);
    });

    test.each([
        ['another flag', STRATEGIES.replace('checkout', 'other')],
        ['another environment', STRATEGIES.replace('development', 'production')],
        ['another project', STRATEGIES.replace('/default/', '/elsewhere/')],
    ])('a strategy is not found at the address of %s', async (_what, path) => {
        const { id } = await add();

        expect(await app.put(`${path}/${id}`, { title: 'Taken over' })).toMatchObject(isNotFound);
    });
});

describe('GET /api/admin/projects/:projectId/access', () => {
    test('returns 200 with groups, users and roles', async () => {
        expect(await app.get(`${PROJECT}/access`)).toMatchObject({
            status: 200,
            body: { groups: [], users: [], roles: expect.any(Array) },
        });
    });

    test('never returns 404: a project that does not exist has no members', async () => {
        expect(await app.get('/api/admin/projects/nowhere/access')).toMatchObject({
            status: 200,
            body: { groups: [], users: [] },
        });
    });
});
