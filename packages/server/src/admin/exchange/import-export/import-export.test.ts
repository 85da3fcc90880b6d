import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { type TestApp, testApp, unchangedApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { addStrategy } from '../../flags/strategies/strategy.commands.ts';

const IMPORT = '/api/admin/features-batch/import';
const VALIDATE = '/api/admin/features-batch/validate';
const EXPORT = '/api/admin/features-batch/export';

const file = (data: Record<string, unknown>) => ({
    project: 'default',
    environment: 'development',
    data: { features: [], featureStrategies: [], ...data },
});

const flagNames = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/projects/default/features');
    return body.features.map(({ name }: { name: string }) => name).sort();
};

describe('importing', () => {
    test('flags are imported with their strategies, variants, tags, dependencies, links and context fields', async () => {
        const app = await testApp();

        const response = await app.post(
            IMPORT,
            file({
                features: [
                    { name: 'parent', type: 'release' },
                    { name: 'child', type: 'experiment', description: 'Half of them', impressionData: true },
                ],
                featureStrategies: [
                    {
                        name: 'flexibleRollout',
                        featureName: 'child',
                        title: 'Half',
                        parameters: { rollout: '50', stickiness: 'userId', groupId: 'child' },
                        constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
                        segments: [7],
                    },
                ],
                featureEnvironments: [
                    {
                        name: 'child',
                        featureName: 'child',
                        enabled: true,
                        variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
                    },
                ],
                contextFields: [{ name: 'region', legalValues: [{ value: 'eu' }, { value: 'us' }] }],
                tagTypes: [{ name: 'team', description: null }],
                featureTags: [{ featureName: 'child', tagType: 'team', tagValue: 'checkout' }],
                segments: [
                    { id: 7, name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] },
                ],
                dependencies: [{ feature: 'child', dependencies: [{ feature: 'parent', enabled: false }] }],
                links: [{ feature: 'child', links: [{ url: 'https://example.com/1', title: 'Why' }] }],
            }),
        );

        expect(response).toMatchObject({ status: 200, body: '' });
        const { features, segments } = await app.clientFeatures();
        expect(features.find(({ name }: { name: string }) => name === 'child')).toMatchObject({
            enabled: true,
            type: 'experiment',
            impressionData: true,
            strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50' }, segments: [segments[0].id] }],
            variants: [{ name: 'a', weight: 1000 }],
            dependencies: [{ feature: 'parent', enabled: false }],
        });
        expect(segments).toMatchObject([{ name: 'beta' }]);
        expect(await app.get('/api/admin/projects/default/features/child')).toMatchObject({
            body: {
                tags: [{ type: 'team', value: 'checkout' }],
                links: [{ url: 'https://example.com/1', title: 'Why' }],
            },
        });
        expect(await app.get('/api/admin/context/region')).toMatchObject({ status: 200 });
        const { body } = await app.get('/api/admin/events');
        expect(body.events[0]).toMatchObject({
            type: 'features-imported',
            project: 'default',
            environment: 'development',
        });
    });

    test('an existing flag is overwritten: its settings, and its strategies in that environment', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'old', description: 'before' });
        await app.has.strategy({ flag: 'old', name: 'flexibleRollout', parameters: { rollout: '10' } });
        await app.has.strategy({ flag: 'old', environment: 'production' });

        await app.post(
            IMPORT,
            file({
                features: [{ name: 'old', description: 'after' }],
                featureStrategies: [{ name: 'default', featureName: 'old' }],
                featureEnvironments: [{ name: 'old', enabled: true }],
            }),
        );

        const { body } = await app.get('/api/admin/projects/default/features/old');
        expect(body).toMatchObject({
            description: 'after',
            environments: [
                { name: 'development', enabled: true, strategies: [{ name: 'default' }] },
                { name: 'production', enabled: false, strategies: [{ name: 'default' }] },
            ],
        });
        expect(body.environments[0].strategies).toHaveLength(1);
    });

    test('importing a file again writes nothing for flags that did not change, and replaces those that did', async () => {
        const app = await testApp();
        const strategy = (featureName: string, rollout: number, more: object = {}) => ({
            name: 'flexibleRollout',
            featureName,
            parameters: { rollout, stickiness: 'userId', groupId: featureName },
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }],
            ...more,
        });
        const content = {
            features: [{ name: 'parent' }, { name: 'same', description: 'Kept' }, { name: 'other' }],
            featureStrategies: [strategy('same', 50), strategy('same', 20, { title: 'Few' }), strategy('other', 50)],
            featureEnvironments: ['same', 'other'].map((featureName) => ({
                name: featureName,
                featureName,
                enabled: true,
                variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
            })),
            featureTags: ['same', 'other'].map((featureName) => ({ featureName, tagValue: 'checkout' })),
            dependencies: ['same', 'other'].map((feature) => ({ feature, dependencies: [{ feature: 'parent' }] })),
            links: ['same', 'other'].map((feature) => ({ feature, links: [{ url: 'https://example.com/1' }] })),
        };
        const eventsOf = async () => (await app.get('/api/admin/events?limit=100')).body.events;
        const strategiesOf = async (name: string) =>
            (await app.get(`/api/admin/projects/default/features/${name}/environments/development/strategies`)).body;
        await app.post(IMPORT, file(content));
        const [before, count] = [await strategiesOf('same'), (await eventsOf()).length];

        expect(await app.post(IMPORT, file(content))).toMatchObject({ status: 200 });

        const again = (await eventsOf()).slice(0, -count);
        expect(again.map(({ type }: { type: string }) => type)).toEqual(['features-imported']);
        expect(await strategiesOf('same')).toEqual(before);

        const changed = [strategy('same', 50), strategy('same', 20, { title: 'Few' }), strategy('other', 60)];
        await app.post(IMPORT, file({ ...content, featureStrategies: changed }));

        const [imported, added, removed] = await eventsOf();
        expect([imported, added, removed]).toMatchObject([
            { type: 'features-imported' },
            { type: 'feature-strategy-add', featureName: 'other', data: { parameters: { rollout: '60' } } },
            { type: 'feature-strategy-remove', featureName: 'other', preData: { parameters: { rollout: '50' } } },
        ]);
        expect(await eventsOf()).toHaveLength(count + 4);
        expect(await strategiesOf('same')).toEqual(before);
        expect(await strategiesOf('other')).toMatchObject([{ parameters: { rollout: '60' } }]);
    });

    test('changing only the order of strategies in a file changes their order of evaluation', async () => {
        const app = await testApp();
        const ordered = (...titles: string[]) =>
            file({
                features: [{ name: 'flag' }],
                featureStrategies: titles.map((title) => ({ name: 'default', featureName: 'flag', title })),
            });
        const titles = async () => {
            const path = '/api/admin/projects/default/features/flag/environments/development/strategies';
            return (await app.get(path)).body.map(({ title }: { title: string }) => title);
        };
        await app.post(IMPORT, ordered('a', 'b'));
        expect(await titles()).toEqual(['a', 'b']);

        await app.post(IMPORT, ordered('b', 'a'));

        expect(await titles()).toEqual(['b', 'a']);
    });

    test('a flag that loses its strategies and has no state in the file is turned off', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'careful', enabled: true });

        await app.post(IMPORT, file({ features: [{ name: 'careful' }] }));

        const { body } = await app.get('/api/admin/projects/default/features/careful');
        expect(body.environments[0]).toMatchObject({ name: 'development', enabled: false, strategies: [] });
        const { body: log } = await app.get('/api/admin/events/careful');
        expect(log.events).toContainEqual(expect.objectContaining({ type: 'feature-environment-disabled' }));
    });

    test('archived flags are skipped, and the validation warns about them', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'archived' });
        await app.delete('/api/admin/projects/default/features/archived');
        const body = file({
            features: [{ name: 'archived' }, { name: 'alive' }],
            featureStrategies: [{ name: 'default', featureName: 'archived' }],
        });

        const report = await app.post(VALIDATE, body);
        await app.post(IMPORT, body);

        expect(report).toMatchObject({
            status: 200,
            body: { errors: [], warnings: [{ affectedItems: ['archived'] }] },
        });
        expect(await flagNames(app)).toEqual(['alive']);
    });

    test.each([
        ['a strategy type that does not exist', { featureStrategies: [{ name: 'nope', featureName: 'a' }] }, 'nope'],
        [
            'a segment that does not exist',
            {
                featureStrategies: [{ name: 'default', featureName: 'a', segments: [3] }],
                segments: [{ id: 3, name: 'ghost' }],
            },
            'ghost',
        ],
        [
            'a parent that does not exist',
            { dependencies: [{ feature: 'a', dependencies: [{ feature: 'void' }] }] },
            'void',
        ],
        ['a strategy of a flag that is not in it', { featureStrategies: [{ name: 'default', featureName: 'b' }] }, 'b'],
        [
            'legal values that the field does not have',
            { contextFields: [{ name: 'tier', legalValues: [{ value: 'gold' }, { value: 'lead' }] }] },
            'tier',
        ],
    ])('a file with %s is refused completely, and the validation reports the same', async (_what, data, culprit) => {
        const app = await testApp();
        await app.post('/api/admin/context', { name: 'tier', legalValues: [{ value: 'gold' }] });
        const body = file({ features: [{ name: 'a' }], ...data });

        const report = await app.post(VALIDATE, body);
        const response = await app.post(IMPORT, body);

        expect(report.body.errors).toMatchObject([{ affectedItems: [culprit] }]);
        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        expect(response.body.message).toContain(culprit);
        expect(await flagNames(app)).toEqual([]);
    });

    test('a flag of another project is refused', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'taken', project: 'other' });

        expect(await app.post(IMPORT, file({ features: [{ name: 'taken' }] }))).toMatchObject({ status: 400 });
    });

    test('a flag that is in the file twice returns 409', async () => {
        const app = await unchangedApp();

        expect(await app.post(IMPORT, file({ features: [{ name: 'a' }, { name: 'a' }] }))).toMatchObject({
            status: 409,
            body: { name: 'NameExistsError' },
        });
    });

    test('an invalid constraint imports nothing, not even earlier flags', async () => {
        const app = await testApp();

        const response = await app.post(
            IMPORT,
            file({
                features: [{ name: 'good' }, { name: 'bad' }],
                featureStrategies: [
                    { name: 'default', featureName: 'good' },
                    {
                        name: 'default',
                        featureName: 'bad',
                        constraints: [{ contextName: 'age', operator: 'NUM_GT', value: 'old' }],
                    },
                ],
            }),
        );

        expect(response).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/data/featureStrategies/1/constraints/0' }] },
        });
        expect(await flagNames(app)).toEqual([]);
    });

    test('an unknown project returns 404, an environment that is not in the project 400', async () => {
        const app = await testApp();
        const { name } = await app.has.environment();

        expect(await app.post(IMPORT, { ...file({}), project: 'nowhere' })).toMatchObject({ status: 404 });
        expect(await app.post(IMPORT, { ...file({}), environment: name })).toMatchObject({ status: 400 });
    });

    test('the limits of the project apply to imports', async () => {
        const app = await testApp();
        await app.put('/api/admin/projects/default/settings', { mode: 'open', featureLimit: 1 });

        expect(await app.post(IMPORT, file({ features: [{ name: 'a' }, { name: 'b' }] }))).toMatchObject({
            status: 403,
            body: { name: 'InvalidOperationError' },
        });
    });

    test('an import that exceeds a limit is refused with the number', async () => {
        const app = await testApp({
            environment: { FEATURE_FLAGS_LIMIT: '2', FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '1' },
        });
        await app.has.flag();
        const strategy = { name: 'default', featureName: 'a' };
        const twice = file({ features: [{ name: 'a' }], featureStrategies: [strategy, strategy] });

        expect(await app.post(IMPORT, file({ features: [{ name: 'a' }, { name: 'b' }] }))).toMatchObject({
            status: 400,
            body: {
                name: 'ExceedsLimitError',
                message: expect.stringMatching(/^This change would result in 3 flags, .* limit is 2/),
            },
        });
        expect(await app.post(IMPORT, twice)).toMatchObject({
            status: 400,
            body: {
                message: expect.stringMatching(
                    /^This change would result in 2 strategies of flag a in environment development/,
                ),
            },
        });
    });

    test.each([
        ['features', { featureStrategies: [] }, '/body/data/features'],
        ['featureStrategies', { features: [] }, '/body/data/featureStrategies'],
    ])('data without %s is refused', async (_member, data, path) => {
        const app = await unchangedApp();

        expect(await app.post(IMPORT, { project: 'default', environment: 'development', data })).toMatchObject({
            status: 400,
            body: { details: [{ path }] },
        });
    });

    test('an error in a list item contains its location', async () => {
        const app = await testApp();
        const features = [{ name: 'a' }, { name: 'b', impressionData: 'yes' }];

        expect(await app.post(IMPORT, file({ features }))).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/data/features/1/impressionData' }] },
        });
        expect(await flagNames(app)).toEqual([]);
    });

    test('the validation does not reveal the content of hidden projects', async () => {
        const app = await testApp();
        await app.has.project({ id: 'covert', mode: 'private' });
        await app.has.flag({ name: 'hidden', project: 'covert' });
        const stranger = await app.has.user({ rootRole: 'editor' });
        const body = file({ features: [{ name: 'hidden' }] });

        const covert = await app.post(VALIDATE, { ...body, project: 'covert' }, stranger);
        const nowhere = await app.post(VALIDATE, { ...body, project: 'nowhere' }, stranger);

        expect([covert.status, nowhere.status]).toEqual([404, 404]);
        expect(covert.body.message.replace('covert', 'nowhere')).toBe(nowhere.body.message);
    });

    test('the validation only reveals that names of hidden objects are taken', async () => {
        const app = await testApp();
        await app.has.project({ id: 'covert', mode: 'private' });
        for (const name of ['hidden', 'archived', 'parent']) await app.has.flag({ name, project: 'covert' });
        await app.has.strategy({ flag: 'hidden', project: 'covert' });
        await app.delete('/api/admin/projects/covert/features/archived');
        await app.has.segment({ name: 'hidden segment', project: 'covert' });
        await app.post('/api/admin/context', { name: 'hiddenField', project: 'covert', legalValues: [{ value: 'a' }] });
        const stranger = await app.has.user({ rootRole: 'editor' });
        const body = file({
            features: [{ name: 'hidden' }, { name: 'archived' }, { name: 'new' }],
            featureStrategies: [{ name: 'default', featureName: 'hidden', segments: [7] }],
            segments: [{ id: 7, name: 'hidden segment', constraints: [] }],
            contextFields: [{ name: 'hiddenField', legalValues: [{ value: 'b' }] }],
            dependencies: [{ feature: 'new', dependencies: [{ feature: 'parent' }] }],
        });

        const { body: report } = await app.post(VALIDATE, body, stranger);

        expect(report).toEqual({
            errors: [
                {
                    message: 'These names already exist. Use other names in the file',
                    affectedItems: ['archived', 'hidden', 'hidden segment', 'hiddenField'],
                },
                { message: 'These parents of flags are neither in the file nor here', affectedItems: ['parent'] },
            ],
            warnings: [],
            permissions: [],
        });
        expect(await app.post(IMPORT, body, stranger)).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining('These names already exist') },
        });
    });

    test.each([
        ['a link that could run code', { links: [{ feature: 'a', links: [{ url: 'javascript:alert(1)' }] }] }],
        ['a tag of one letter', { featureTags: [{ featureName: 'a', tagValue: 'x' }] }],
        ['a tag type that no address can hold', { tagTypes: [{ name: 'a b' }] }],
        ['a context field that no address can hold', { contextFields: [{ name: 'a/b' }] }],
        ['a segment without a name', { segments: [{ id: 1, name: ' ', constraints: [] }] }],
    ])('%s is refused like in the direct route', async (_what, data) => {
        const app = await testApp();

        expect((await app.post(IMPORT, file({ features: [{ name: 'a' }], ...data }))).status).toBe(400);
        expect(await flagNames(app)).toEqual([]);
    });

    test('dependencies of flags require their own permission', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'parent' });
        const { body: role } = await app.post('/api/admin/roles', {
            name: 'Describer',
            description: '',
            type: 'custom',
            permissions: [{ name: 'UPDATE_FEATURE' }],
        });
        const user = await app.has.user();
        await app.post('/api/admin/projects/default/access', {
            roles: [role.roles.id],
            users: [user.id],
            groups: [],
        });
        const dependencies = [{ feature: 'a', dependencies: [{ feature: 'parent' }] }];

        expect(await app.post(IMPORT, file({ features: [{ name: 'a' }] }), user)).toMatchObject({ status: 200 });
        expect(await app.post(IMPORT, file({ features: [{ name: 'a' }], dependencies }), user)).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('UPDATE_FEATURE_DEPENDENCY') },
        });
    });

    test('concurrent changes are not overwritten without permission', async () => {
        const app = await testApp();
        await app.has.project({ id: 'p2' });
        await app.has.flag({ name: 'a', project: 'p2' });
        const { body: role } = await app.post('/api/admin/roles', {
            name: 'May add strategies, not remove them',
            permissions: [{ name: 'UPDATE_FEATURE' }, { name: 'CREATE_FEATURE_STRATEGY', environment: 'development' }],
        });
        const user = await app.has.user();
        await app.post('/api/admin/projects/p2/access', { roles: [role.roles.id], users: [user.id], groups: [] });
        const place = { project: 'p2', featureName: 'a', environment: 'development' };
        const imported = { name: 'default', featureName: 'a', title: 'imported' };
        const body = { ...file({ features: [{ name: 'a' }], featureStrategies: [imported] }), project: 'p2' };

        // Another user is changing the flag: the import waits, and then determines the required permissions.
        const { promise: mayGoOn, resolve: proceed } = Promise.withResolvers<void>();
        const other = app.services.write(
            SYSTEM_ACTOR,
            async (change) => {
                await mayGoOn;
                await addStrategy(change, { ...place, name: 'default', title: 'of somebody else' });
            },
            undefined,
        );
        const importing = app.send('POST', IMPORT, {
            ...user,
            headers: { ...user.headers, 'content-type': 'application/json' },
            rawBody: JSON.stringify(body),
        });
        proceed();
        await other;

        expect(await importing).toMatchObject({ status: 403, body: { permissions: ['DELETE_FEATURE_STRATEGY'] } });
        const { body: flag } = await app.get('/api/admin/projects/p2/features/a/environments/development');
        expect(flag.strategies).toMatchObject([{ title: 'of somebody else' }]);
    });

    test('an unknown member is refused', async () => {
        const app = await unchangedApp();

        expect(await app.post(IMPORT, file({ toggles: [] }))).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/data/toggles' }] },
        });
    });

    test('an import without the required permissions lists the missing ones', async () => {
        const app = await testApp();
        const editor = await app.has.user({ rootRole: 'editor' });
        const viewer = await app.has.user({ rootRole: 'viewer' });
        const body = file({ features: [{ name: 'a' }] });

        const report = await app.post(VALIDATE, body, viewer);

        expect(report.body.permissions).toMatchObject([{ affectedItems: ['Change flags', 'Create flags'] }]);
        expect(await app.post(IMPORT, body, viewer)).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
        expect(await app.post(IMPORT, body, editor)).toMatchObject({ status: 200 });
    });
});

describe('the creation time of an imported flag', () => {
    const LONG_AGO = '2020-02-03T04:05:06.789Z';
    const importing = (createdAt: string | null) =>
        file({ features: [{ name: 'old', createdAt }], featureStrategies: [] });
    const createdAtOf = async (app: TestApp) =>
        (await app.get('/api/admin/projects/default/features/old')).body.createdAt;

    test('is the one in the file if an administrator imports it, and the event contains it', async () => {
        const app = await testApp();

        await app.post(IMPORT, importing(LONG_AGO));

        expect(await createdAtOf(app)).toBe(LONG_AGO);
        const { events } = (await app.get('/api/admin/events')).body;
        const created = events.find(({ type }: { type: string }) => type === 'feature-created');
        expect(created.data.createdAt).toBe(LONG_AGO);
        expect(created.createdAt > '2026').toBe(true);
    });

    test('is not changed by a later import', async () => {
        const app = await testApp();
        await app.post(IMPORT, importing(LONG_AGO));

        await app.post(IMPORT, importing('2021-01-01T00:00:00.000Z'));

        expect(await createdAtOf(app)).toBe(LONG_AGO);
    });

    test.each([
        ['an editor imports it', 'editor', LONG_AGO],
        ['it is in the future', 'admin', '2999-01-01T00:00:00.000Z'],
        ['the file has none', 'admin', null],
    ] as const)('is now if %s', async (_case, rootRole, createdAt) => {
        const app = await testApp();
        const before = new Date().toISOString();

        const user = await app.has.user({ rootRole });
        expect(await app.post(IMPORT, importing(createdAt), user)).toMatchObject({ status: 200 });

        const stored = await createdAtOf(app);
        expect(stored >= before && stored <= new Date().toISOString()).toBe(true);
    });
});

describe('exporting', () => {
    test('flags are selected by name, by tag or by project', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a', tags: [{ type: 'simple', value: 'beta' }] });
        await app.has.flag({ name: 'b' });
        await app.has.flag({ name: 'c', project: 'other' });
        const names = async (query: Record<string, unknown>) => {
            const { body } = await app.post(EXPORT, { environment: 'development', ...query });
            return body.features.map(({ name }: { name: string }) => name);
        };

        expect(await names({ features: ['b', 'nope'] })).toEqual(['b']);
        expect(await names({ features: [] })).toEqual(['a', 'b', 'c']);
        expect(await names({ tag: 'simple:beta' })).toEqual(['a']);
        expect(await names({ project: 'other' })).toEqual(['c']);
        expect(await app.post(EXPORT, { environment: 'development' })).toMatchObject({ status: 400 });
        expect(await app.post(EXPORT, { environment: 'development', tag: 'beta' })).toMatchObject({ status: 400 });
    });

    test('SDKs get the same flags from an instance that imported an export', async () => {
        const [here, there] = [await testApp(), await testApp()];
        const segment = await here.has.segment({
            constraints: [{ contextName: 'userId', operator: 'STR_STARTS_WITH', values: ['x'] }],
        });
        // An existing segment with another id.
        await there.has.segment();
        let round = 0;

        await fc.assert(
            fc.asyncProperty(fc.array(flag, { minLength: 1, maxLength: 4 }), async (flags) => {
                const prefix = `r${++round}-`;
                for (const [index, { strategies, variants, enabled, ...settings }] of flags.entries()) {
                    const name = `${prefix}${index}`;
                    await here.has.flag({ name, ...settings });
                    for (const strategy of strategies) {
                        await here.has.strategy({
                            flag: name,
                            ...strategy,
                            segments: strategy.useSegment ? [segment.id] : [],
                            ...{ useSegment: undefined },
                        });
                    }
                    const place = `/api/admin/projects/default/features/${name}/environments/development`;
                    if (variants.length > 0) await here.put(`${place}/variants`, variants);
                    if (enabled) await here.post(`${place}/on`);
                }
                const exported = await here.post(EXPORT, {
                    environment: 'development',
                    features: flags.map((_, index) => `${prefix}${index}`),
                });
                const response = await there.post(IMPORT, file(exported.body));

                expect(response.status, JSON.stringify(response.body)).toBe(200);
                expect(await payload(there, prefix)).toEqual(await payload(here, prefix));
            }),
            { numRuns: runs(15) },
        );
    });
});

const word = fc.stringMatching(/^[a-zé日]{1,8}$/);

const strategy = fc.record({
    name: fc.constantFrom('default', 'flexibleRollout', 'userWithId'),
    title: fc.option(word),
    disabled: fc.boolean(),
    parameters: fc.dictionary(fc.constantFrom('rollout', 'groupId', 'userIds'), fc.constantFrom('1', '50', '100')),
    useSegment: fc.boolean(),
    constraints: fc.array(
        fc.oneof(
            fc.record({
                contextName: fc.constantFrom('userId', 'country'),
                operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS'),
                values: fc.array(word, { minLength: 1, maxLength: 3 }),
                inverted: fc.boolean(),
            }),
            fc.record({
                contextName: fc.constant('age'),
                operator: fc.constantFrom('NUM_GT', 'NUM_LTE'),
                value: fc.integer().map(String),
            }),
        ),
        { maxLength: 2 },
    ),
    variants: fc.constantFrom(
        [],
        ['red', 'blue'].map((name) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' })),
    ),
});

const flag = fc.record({
    type: fc.constantFrom('release', 'experiment', 'kill-switch'),
    description: fc.option(word),
    impressionData: fc.boolean(),
    enabled: fc.boolean(),
    strategies: fc.array(strategy, { maxLength: 3 }),
    variants: fc.constantFrom(
        [],
        [{ name: 'only', weight: 1000, weightType: 'variable', payload: { type: 'string', value: 'ä' } }],
    ),
});

/** The payload of SDKs with segments by name: segment ids differ between servers. */
async function payload(app: TestApp, prefix: string) {
    const { features, segments } = await app.clientFeatures();
    const names = new Map(segments.map(({ id, name }: { id: number; name: string }) => [id, name]));
    return features
        .filter(({ name }: { name: string }) => name.startsWith(prefix))
        .map((feature: { strategies: { segments?: number[] }[] }) => ({
            ...feature,
            strategies: feature.strategies.map((strategy) => ({
                ...strategy,
                segments: strategy.segments?.map((id) => names.get(id)),
            })),
        }));
}
