import { expect, test } from 'vitest';
import { CLIENT_TOKEN, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';

test('creating a flag returns 201 with its metadata, and the flag is off', async () => {
    const app = await testApp();

    const response = await app.post(FEATURES, { name: 'checkout-v2' });

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
        name: 'checkout-v2',
        description: null,
        type: 'release',
        project: 'default',
        stale: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        impressionData: false,
        archived: false,
    });
    const { features } = await app.clientFeatures();
    expect(features).toMatchObject([{ name: 'checkout-v2', enabled: false, strategies: [], variants: [] }]);
});

test('a new flag has the type, description, impressionData and tags of the request', async () => {
    const app = await testApp();

    await app.post(FEATURES, {
        name: 'checkout',
        type: 'kill-switch',
        description: 'The new checkout',
        impressionData: true,
        tags: [{ value: ' beta ' }, { type: 'simple', value: 'team-a' }],
    });

    expect(await app.get(`${FEATURES}/checkout`)).toMatchObject({
        body: {
            type: 'kill-switch',
            description: 'The new checkout',
            impressionData: true,
            tags: [
                { type: 'simple', value: 'beta' },
                { type: 'simple', value: 'team-a' },
            ],
        },
    });
});

test('creating a flag records feature-created with its metadata and no preData', async () => {
    const app = await testApp();

    const { body } = await app.post(FEATURES, { name: 'checkout' });

    const { body: log } = await app.get('/api/admin/events/checkout');
    expect(log.events).toMatchObject([
        {
            type: 'feature-created',
            featureName: 'checkout',
            project: 'default',
            environment: null,
            data: body,
            preData: null,
        },
    ]);
});

test('a new flag exists in exactly the environments of its project', async () => {
    const app = await testApp();
    await app.has.environment({ name: 'staging' });
    const project = await app.has.project({ environments: ['staging', 'production'] });

    const flag = await app.has.flag({ project: project.id });

    const { body } = await app.get(`/api/admin/projects/${project.id}/features/${flag.name}`);
    expect(body.environments.map(({ name }: { name: string }) => name)).toEqual(['production', 'staging']);
});

test.each([
    ['no name', {}, '/body/name'],
    ['an empty name', { name: '' }, '/body/name'],
    ['a name with a space', { name: 'my flag' }, '/body/name'],
    ['a name with a slash', { name: 'a/b' }, '/body/name'],
    ['a name that needs escaping in a URL', { name: 'grün' }, '/body/name'],
    ['a name that is a path', { name: '..' }, '/body/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/body/name'],
    ['a name that is not text', { name: 7 }, '/body/name'],
    ['a type that does not exist', { name: 'a', type: 'holiday' }, '/body/type'],
    ['the name of a built-in member as its type', { name: 'a', type: 'constructor' }, '/body/type'],
    ['a description that is not text', { name: 'a', description: {} }, '/body/description'],
    ['a description that is too long', { name: 'a', description: 'x'.repeat(5_001) }, '/body/description'],
    ['impressionData that is not a boolean', { name: 'a', impressionData: 'yes' }, '/body/impressionData'],
    ['a tag that is too short', { name: 'a', tags: [{ value: 'x' }] }, '/body/tags/0/value'],
    ['an unknown property', { name: 'a', enabled: true }, '/body/enabled'],
])('creating a flag with %s returns 400 and names the property', async (_what, body, path) => {
    const app = await unchangedApp();

    const response = await app.post(FEATURES, body);

    expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError', details: [{ path }] } });
});

test.each(['x', 'x'.repeat(100), "a~b_c.d-e!f*g'h(i)", '...', 'constructor', 'toString'])(
    'a flag can be called %s',
    async (name) => {
        const app = await testApp();

        expect(await app.post(FEATURES, { name })).toMatchObject({ status: 201, body: { name } });
        expect(await app.get(`${FEATURES}/${name}`)).toMatchObject({ status: 200, body: { name } });
    },
);

test('names are unique in the instance, including archived flags and other projects', async () => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.flag({ name: 'taken', project: other.id });
    await app.has.flag({ name: 'archived' });
    await app.delete(`${FEATURES}/archived`);

    expect(await app.post(FEATURES, { name: 'taken' })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError' },
    });
    expect(await app.post(FEATURES, { name: 'archived' })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError', message: expect.stringContaining('Archived') },
    });
});

test('names are case-sensitive', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    expect(await app.post(FEATURES, { name: 'Checkout' })).toMatchObject({ status: 201 });
});

test('a flag cannot be created in a project that does not exist or is archived', async () => {
    const app = await testApp();
    const archived = await app.has.project();
    await app.post(`/api/admin/projects/archive/${archived.id}`);

    expect(await app.post('/api/admin/projects/nowhere/features', { name: 'a' })).toMatchObject({ status: 404 });
    expect(await app.post(`/api/admin/projects/${archived.id}/features`, { name: 'a' })).toMatchObject({ status: 404 });
});

test('the naming pattern of a project must match the whole name', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.put(`/api/admin/projects/${id}/settings`, {
        featureNaming: { pattern: 'a|b[0-9]+', example: 'b7', description: 'Team letter first' },
    });
    const features = `/api/admin/projects/${id}/features`;

    expect(await app.post(features, { name: 'b42' })).toMatchObject({ status: 201 });
    for (const name of ['xb42', 'b42x', 'ab1']) {
        expect(await app.post(features, { name })).toMatchObject({
            status: 400,
            body: { name: 'PatternError', message: expect.stringContaining('Team letter first') },
        });
    }
});

test('a project cannot exceed its limit of flags; archived flags do not count', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.put(`/api/admin/projects/${id}/settings`, { featureLimit: 1 });
    const features = `/api/admin/projects/${id}/features`;
    await app.has.flag({ name: 'first', project: id });

    expect(await app.post(features, { name: 'second' })).toMatchObject({
        status: 403,
        body: { name: 'InvalidOperationError' },
    });
    await app.delete(`${features}/first`);
    expect(await app.post(features, { name: 'second' })).toMatchObject({ status: 201 });
    expect(await app.post('/api/admin/archive/revive/first')).toMatchObject({
        status: 403,
        body: { name: 'InvalidOperationError' },
    });
});

test('an instance cannot exceed its limit of flags', async () => {
    const app = await testApp({ environment: { UNLEASH_FEATURE_FLAGS_LIMIT: '1' } });
    await app.has.flag();

    expect(await app.post(FEATURES, { name: 'second' })).toMatchObject({
        status: 400,
        body: { name: 'ExceedsLimitError' },
    });
});

test('validating a name applies the same rules as creating a flag', async () => {
    const app = await testApp();
    const { id } = await app.has.project();
    await app.put(`/api/admin/projects/${id}/settings`, { featureNaming: { pattern: 'team-.*' } });
    await app.has.flag({ name: 'taken' });
    const validate = (body: object) => app.post('/api/admin/features/validate', body);

    expect(await validate({ name: 'free' })).toMatchObject({ status: 200 });
    expect(await validate({ name: 'team-x', projectId: id })).toMatchObject({ status: 200 });
    expect(await validate({ name: 'free', projectId: id })).toMatchObject({
        status: 400,
        body: { name: 'PatternError' },
    });
    expect(await validate({ name: 'taken' })).toMatchObject({ status: 409 });
    expect(await validate({ name: 'not free' })).toMatchObject({ status: 400 });
    expect(await validate({ name: 'free', projectId: 'nowhere' })).toMatchObject({ status: 404 });
});

test('the list of a project contains its flags by name, without archived flags and flags of other projects', async () => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.flag({ name: 'b', enabled: true, tags: [{ value: 'beta' }] });
    await app.has.flag({ name: 'a' });
    await app.has.flag({ name: 'gone' });
    await app.has.flag({ name: 'foreign', project: other.id });
    await app.delete(`${FEATURES}/gone`);

    const { body } = await app.get(FEATURES);

    expect(body).toMatchObject({
        version: 2,
        features: [
            { name: 'a', type: 'release', stale: false, favorite: false, description: null, impressionData: false },
            {
                name: 'b',
                tags: [{ type: 'simple', value: 'beta' }],
                createdBy: { name: 'initial' },
                lifecycle: { stage: 'initial' },
                environments: [
                    {
                        name: 'development',
                        enabled: true,
                        type: 'development',
                        sortOrder: 2,
                        variantCount: 0,
                        lastSeenAt: null,
                        hasStrategies: true,
                        hasEnabledStrategies: true,
                    },
                    { name: 'production', enabled: false, hasStrategies: false, hasEnabledStrategies: false },
                ],
            },
        ],
    });
    expect(body.features).toHaveLength(2);
    expect(body.features[0]).not.toHaveProperty('tags');
});

test('the list of a project can be filtered by name prefix, names and tags', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'shop.cart', tags: [{ value: 'beta' }] });
    await app.has.flag({ name: 'shop.search' });
    await app.has.flag({ name: 'shop_cart', tags: [{ value: 'beta' }, { value: 'ops' }] });
    const names = async (query: string) => {
        const { body } = await app.get(`${FEATURES}?${query}`);
        return body.features.map(({ name }: { name: string }) => name);
    };

    expect(await names('namePrefix=shop.')).toEqual(['shop.cart', 'shop.search']);
    expect(await names('namePrefix=%25')).toEqual([]);
    expect(await names('name=shop.search&name=shop.cart&name=nowhere')).toEqual(['shop.cart', 'shop.search']);
    expect(await names('tag=simple:beta')).toEqual(['shop.cart', 'shop_cart']);
    expect(await names('tag=simple:beta&namePrefix=shop_')).toEqual(['shop_cart']);
    expect(await names('tag=simple:ops&tag=simple:beta')).toEqual(['shop.cart', 'shop_cart']);
    expect(await app.get(`${FEATURES}?tag=beta`)).toMatchObject({ status: 400 });
    expect(await app.get('/api/admin/projects/nowhere/features')).toMatchObject({ status: 404 });
});

test('reading a flag returns its environments, strategies and all other details', async () => {
    const app = await testApp();
    const editor = await app.has.user({ rootRole: 'editor' });
    await app.post(FEATURES, { name: 'checkout' }, editor);
    const strategy = await app.has.strategy({ flag: 'checkout', environment: 'production' });

    const { body } = await app.get(`${FEATURES}/checkout`);

    expect(body).toEqual({
        name: 'checkout',
        description: null,
        type: 'release',
        project: 'default',
        stale: false,
        createdAt: expect.any(String),
        impressionData: false,
        archived: false,
        favorite: false,
        lastSeenAt: null,
        environments: [
            {
                name: 'development',
                featureName: 'checkout',
                environment: 'development',
                type: 'development',
                enabled: false,
                sortOrder: 2,
                variantCount: 0,
                lastSeenAt: null,
                yes: 0,
                no: 0,
                releasePlans: [],
                safeguards: [],
                hasStrategies: false,
                hasEnabledStrategies: false,
                strategies: [],
            },
            {
                name: 'production',
                featureName: 'checkout',
                environment: 'production',
                type: 'production',
                enabled: false,
                sortOrder: 3,
                variantCount: 0,
                lastSeenAt: null,
                yes: 0,
                no: 0,
                releasePlans: [],
                safeguards: [],
                hasStrategies: true,
                hasEnabledStrategies: true,
                strategies: [strategy],
            },
        ],
        tags: [],
        children: [],
        dependencies: [],
        lifecycle: { stage: 'initial', enteredStageAt: body.createdAt },
        links: [],
        createdBy: { id: editor.id, name: `Name of ${editor.username}`, imageUrl: expect.stringContaining('gravatar') },
        collaborators: {
            users: [{ id: editor.id, name: `Name of ${editor.username}`, imageUrl: expect.any(String) }],
        },
    });
});

test('a flag, its environment and its search result contain the usage since the last full hour', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const now = app.services.clock().toISOString();
    await app.send('POST', '/api/client/metrics', {
        token: CLIENT_TOKEN,
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({
            appName: 'shop',
            instanceId: 'one',
            environment: 'development',
            bucket: { start: now, stop: now, toggles: { checkout: { yes: 3, no: 2 } } },
        }),
    });
    await app.services.reports.store();
    const used = { yes: 3, no: 2, lastSeenAt: expect.any(String) };

    expect(await app.get(`${FEATURES}/checkout`)).toMatchObject({
        body: { lastSeenAt: expect.any(String), environments: [used, { yes: 0, no: 0, lastSeenAt: null }] },
    });
    expect(await app.get(`${FEATURES}/checkout/environments/development`)).toMatchObject({ body: used });
    expect(await app.get('/api/admin/search/features')).toMatchObject({
        body: { features: [{ environments: [used, { yes: 0, no: 0 }] }] },
    });
    app.passTime(2 * 60 * 60 * 1000);
    expect(await app.get(`${FEATURES}/checkout`)).toMatchObject({ body: { environments: [{ yes: 0, no: 0 }, {}] } });
});

test('variants of the environments are included in the flag on request', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    const { body: without } = await app.get(`${FEATURES}/checkout`);
    const { body: including } = await app.get(`${FEATURES}/checkout?variantEnvironments=true`);

    expect(without.environments[0]).not.toHaveProperty('variants');
    expect(including.environments[0]).toMatchObject({ variants: [] });
});

test('reading a flag that does not exist, is in another project or is archived returns 404', async () => {
    const app = await testApp();
    const other = await app.has.project();
    await app.has.flag({ name: 'foreign', project: other.id });
    await app.has.flag({ name: 'archived' });
    await app.delete(`${FEATURES}/archived`);

    for (const name of ['nothing', 'foreign', 'archived', '__proto__', 'constructor']) {
        expect(await app.get(`${FEATURES}/${name}`)).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
    expect(await app.get(`${FEATURES}/archived?archived=true`)).toMatchObject({
        status: 200,
        body: { archived: true, archivedAt: expect.any(String), lifecycle: { stage: 'archived' } },
    });
});
