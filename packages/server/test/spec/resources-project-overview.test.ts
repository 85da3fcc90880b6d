import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { kindOf } from './kinds.ts';

const PROJECT = '/api/admin/projects/shop';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.project({ id: 'shop', description: 'Where people buy', defaultStickiness: 'userId' });
    await app.has.project({ id: 'bare' });
    await app.post(`${PROJECT}/environments/development/default-strategy`, {
        name: 'flexibleRollout',
        title: 'Everyone',
        disabled: false,
        sortOrder: 1,
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
        variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
        parameters: { rollout: '100', stickiness: 'default' },
        segments: [(await app.has.segment()).id],
    });
    await app.has.flag({ name: 'here', project: 'shop', tags: [{ type: 'simple', value: 'team-a' }], enabled: true });
    await app.has.flag({ name: 'gone', project: 'shop' });
    await app.delete(`${PROJECT}/features/gone`);
});

const overview = async (project = 'shop') => (await app.get(`/api/admin/projects/${project}`)).body;
const isRefused = { status: 400, body: { name: 'ValidationError' } };

describe('Project overview', () => {
    test.each([
        ['stats', 'object'],
        ['version', 'integer'],
        ['name', 'string'],
        ['description', 'string'],
        ['defaultStickiness', 'string'],
        ['mode', 'string'],
        ['featureLimit', 'null'],
        ['featureNaming', 'object'],
        ['members', 'integer'],
        ['health', 'integer'],
        ['environments', 'list'],
        ['features', 'list'],
        ['updatedAt', 'date-time'],
        ['createdAt', 'date-time'],
        ['favorite', 'boolean'],
    ])('%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await overview())[member])).toBe(kind);
    });

    test.each([
        'avgTimeToProdCurrentWindow',
        'createdCurrentWindow',
        'createdPastWindow',
        'archivedCurrentWindow',
        'archivedPastWindow',
        'projectActivityCurrentWindow',
        'projectActivityPastWindow',
        'projectMembersAddedCurrentWindow',
    ])('stats.%s is required and a number', async (member) => {
        expect(typeof (await overview()).stats[member]).toBe('number');
        expect(typeof (await overview('bare')).stats[member]).toBe('number');
    });

    test('stats count the changes in the current time window', async () => {
        expect((await overview()).stats).toMatchObject({ createdCurrentWindow: 2, archivedCurrentWindow: 1 });
    });

    test('description is null when there is none', async () => {
        expect((await overview('bare')).description).toBeNull();
    });

    test('defaultStickiness applies to new rollouts and variants', async () => {
        const { name } = await app.has.flag({ project: 'shop' });
        const { parameters } = await app.has.strategy({ flag: name, project: 'shop', name: 'flexibleRollout' });

        expect(parameters.stickiness).toBe('userId');
    });

    test.each(['open', 'protected', 'private'])('mode may be %s', async (mode) => {
        const { id } = await app.has.project({ mode });

        expect(await overview(id)).toMatchObject({ mode });
    });

    test('a mode that does not exist returns 400', async () => {
        expect(await app.put(`${PROJECT}/settings`, { mode: 'secret' })).toMatchObject(isRefused);
    });

    test('featureLimit is the enforced maximum number of flags', async () => {
        const { id } = await app.has.project();
        await app.put(`/api/admin/projects/${id}/settings`, { featureLimit: 1 });
        await app.has.flag({ project: id });

        expect(await overview(id)).toMatchObject({ featureLimit: 1 });
        expect(await app.post(`/api/admin/projects/${id}/features`, { name: 'one-too-many' })).toMatchObject({
            status: 403,
        });
    });

    describe('featureNaming', () => {
        test('has pattern, example and description, which are null by default', async () => {
            expect((await overview('bare')).featureNaming).toEqual({ pattern: null, example: null, description: null });
        });

        test('stores all three, and new flags must match the whole pattern', async () => {
            const { id } = await app.has.project();
            const featureNaming = { pattern: '[a-z]+\\.[a-z]+', example: 'shop.cart', description: 'team.thing' };
            await app.put(`/api/admin/projects/${id}/settings`, { featureNaming });

            expect((await overview(id)).featureNaming).toEqual(featureNaming);
            expect(await app.post(`/api/admin/projects/${id}/features`, { name: 'x-shop.cart' })).toMatchObject({
                status: 400,
                body: { name: 'PatternError' },
            });
            expect(await app.post(`/api/admin/projects/${id}/features`, { name: 'shop.cart' })).toMatchObject({
                status: 201,
            });
        });

        test.each([
            ['no pattern', { example: 'a' }],
            ['a pattern that is no regular expression', { pattern: '(' }],
            ['an example that does not match', { pattern: '[a-z]+', example: '1' }],
        ])('with %s returns 400', async (_what, featureNaming) => {
            expect(await app.put(`${PROJECT}/settings`, { featureNaming })).toMatchObject(isRefused);
        });
    });

    test('members counts the people with a role in the project', async () => {
        const { id } = await app.has.project();
        await app.has.user({ projectRoles: { [id]: ['member', 'owner'] } });

        expect((await overview(id)).members).toBe(1);
    });

    test('health is from 0 to 100', async () => {
        const { id } = await app.has.project();
        const { name } = await app.has.flag({ project: id });
        expect((await overview(id)).health).toBe(100);

        await app.post(`/api/admin/projects/${id}/stale`, { features: [name], stale: true });
        expect((await overview(id)).health).toBe(0);
    });

    test('environments contain the name, and changeRequestEnabled is false', async () => {
        expect((await overview()).environments).toMatchObject([
            { environment: 'development', changeRequestsEnabled: false },
            { environment: 'production', changeRequestsEnabled: false },
        ]);
    });

    test.each([
        ['name', 'string'],
        ['title', 'string'],
        ['disabled', 'boolean'],
        ['sortOrder', 'integer'],
        ['constraints', 'list'],
        ['variants', 'list'],
        ['parameters', 'object'],
        ['segments', 'list'],
    ])('environments[].defaultStrategy.%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await overview()).environments[0].defaultStrategy[member])).toBe(kind);
    });

    test('defaultStrategy is absent if not set', async () => {
        expect((await overview()).environments[1]).not.toHaveProperty('defaultStrategy');
    });

    test('features are all flags of the project that are not archived', async () => {
        const names = (await overview()).features.map(({ name }: { name: string }) => name);

        expect(names).toContain('here');
        expect(names).not.toContain('gone');
    });

    test.each([
        ['name', 'string'],
        ['type', 'string'],
        ['description', 'null'],
        ['project', 'string'],
        ['stale', 'boolean'],
        ['favorite', 'boolean'],
        ['impressionData', 'boolean'],
        ['createdAt', 'date-time'],
        ['archivedAt', 'null'],
        ['lastSeenAt', 'null'],
        ['environments', 'list'],
        ['tags', 'list'],
    ])('features[].%s is of the kind %s', async (member, kind) => {
        const { features } = await overview();
        const here = features.find(({ name }: { name: string }) => name === 'here');

        expect(kindOf(here[member])).toBe(kind);
    });

    test.each([
        ['name', 'string'],
        ['enabled', 'boolean'],
        ['type', 'string'],
        ['sortOrder', 'integer'],
        ['variantCount', 'integer'],
        ['lastSeenAt', 'null'],
        ['hasStrategies', 'boolean'],
        ['hasEnabledStrategies', 'boolean'],
    ])('features[].environments[].%s is of the kind %s', async (member, kind) => {
        const { features } = await overview();
        const here = features.find(({ name }: { name: string }) => name === 'here');

        expect(kindOf(here.environments[0][member])).toBe(kind);
    });

    test('favorite depends on the caller', async () => {
        const ada = await app.has.user();
        await app.post('/api/admin/projects/bare/favorites', undefined, ada);

        expect((await app.get('/api/admin/projects/bare', ada)).body.favorite).toBe(true);
        expect((await overview('bare')).favorite).toBe(false);
    });
});

describe('Environment', () => {
    test.each([
        ['name', 'string'],
        ['type', 'string'],
        ['enabled', 'boolean'],
        ['protected', 'boolean'],
        ['sortOrder', 'integer'],
    ])('%s is required and of the kind %s', async (member, kind) => {
        expect(kindOf((await app.get('/api/admin/environments/development')).body[member])).toBe(kind);
    });

    test.each(['projectCount', 'apiTokenCount', 'enabledToggleCount'])('%s is counted', async (member) => {
        const { environments } = (await app.get('/api/admin/environments')).body;

        expect(kindOf(environments[0][member])).toBe('integer');
    });

    test('a lower sortOrder appears higher in lists', async () => {
        await app.has.environment({ name: 'first' });
        await app.put('/api/admin/environments/sort-order', { first: -5 });
        const { environments } = (await app.get('/api/admin/environments')).body;

        expect(environments[0].name).toBe('first');
    });

    test('a protected environment cannot be deleted', async () => {
        await app.has.environment({ name: 'precious', protected: true });

        expect(await app.delete('/api/admin/environments/precious')).toMatchObject({ status: 400 });
    });
});
