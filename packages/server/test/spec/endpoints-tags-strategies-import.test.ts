import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { answersLikeEveryEndpoint } from './every-endpoint.ts';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    viewer = await app.has.user();
});
const shared = () => ({ app, viewer });
const isRefused = { status: 400, body: { name: 'ValidationError' } };
const exists = { status: 409, body: { name: 'NameExistsError' } };

describe('POST /api/admin/tags', () => {
    const TAGS = '/api/admin/tags';
    // Decision 31 explains why viewers cannot create tags.
    answersLikeEveryEndpoint(shared, { method: 'POST', path: 'tags', body: true, permission: 'CREATE_TAG_TYPE' });

    test('returns 201 with version, tag and its location', async () => {
        const response = await app.post(TAGS, { value: 'team-a' });

        expect(response).toMatchObject({ status: 201 });
        expect(response.body).toEqual({ version: 1, tag: { value: 'team-a', type: 'simple' } });
        expect(response.headers.get('location')).toBe('tags/simple/team-a');
    });

    test('type is optional', async () => {
        await app.post('/api/admin/tag-types', { name: 'squad' });

        expect((await app.post(TAGS, { type: 'squad', value: 'blue' })).body.tag).toEqual({
            type: 'squad',
            value: 'blue',
        });
    });

    test.each(['ab', 'x'.repeat(50), 'a b', 'ünïcödé', 'a/b', '日本'])('the value %s is accepted', async (value) => {
        expect(await app.post(TAGS, { value })).toMatchObject({ status: 201, body: { tag: { value } } });
    });

    test('spaces around a value are removed before saving', async () => {
        expect((await app.post(TAGS, { value: '   spaced out  ' })).body.tag.value).toBe('spaced out');
    });

    test('all kinds of surrounding whitespace are removed, so a tag is the same with and without it', async () => {
        const value = 'w'.repeat(50);

        expect((await app.post(TAGS, { value: `\t ${value}\n ` })).body.tag.value).toBe(value);
        expect(await app.post(TAGS, { value })).toMatchObject(exists);
    });

    test.each([
        ['no value', {}],
        ['a value of two lines', { value: 'ab\ncd' }],
        ['an empty value', { value: '' }],
        ['one character', { value: 'a' }],
        ['one character between spaces', { value: '  a  ' }],
        ['51 characters', { value: 'x'.repeat(51) }],
        ['spaces alone', { value: '    ' }],
        ['a value that is not text', { value: {} }],
        ['a type that does not exist', { value: 'abc', type: 'nothing' }],
    ])('%s returns 400', async (_what, body) => {
        expect(await app.post(TAGS, body)).toMatchObject(isRefused);
    });

    test('a tag that exists returns 409', async () => {
        await app.post(TAGS, { value: 'twice' });

        expect(await app.post(TAGS, { value: ' twice ' })).toMatchObject(exists);
    });
});

describe('POST /api/admin/strategies', () => {
    const STRATEGIES = '/api/admin/strategies';
    answersLikeEveryEndpoint(shared, { method: 'POST', path: 'strategies', body: true, permission: 'CREATE_STRATEGY' });

    test('returns 201 with the strategy type and its location', async () => {
        const strategy = {
            name: 'by-moon',
            title: 'By the moon',
            description: 'On at full moon',
            parameters: [{ name: 'phase', type: 'string', description: 'Which', required: true }],
        };
        const response = await app.post(STRATEGIES, strategy);

        expect(response).toMatchObject({ status: 201, body: { ...strategy, editable: true, deprecated: false } });
        expect(response.headers.get('location')).toBe('strategies/by-moon');
    });

    test('editable and deprecated are accepted', async () => {
        const { body } = await app.post(STRATEGIES, { name: 'old', parameters: [], editable: false, deprecated: true });

        expect(body).toMatchObject({ editable: false, deprecated: true });
    });

    test('a parameter is optional by default', async () => {
        const { body } = await app.post(STRATEGIES, { name: 'loose', parameters: [{ name: 'p', type: 'list' }] });

        expect(body.parameters).toEqual([{ name: 'p', type: 'list', required: false }]);
    });

    test.each([
        ['no name', { parameters: [] }],
        ['no parameters', { name: 'x' }],
        ['a parameter without name', { name: 'x', parameters: [{ type: 'string' }] }],
        ['a parameter without type', { name: 'x', parameters: [{ name: 'p' }] }],
        ['a parameter of a type that does not exist', { name: 'x', parameters: [{ name: 'p', type: 'date' }] }],
    ])('%s returns 400', async (_what, body) => {
        expect(await app.post(STRATEGIES, body)).toMatchObject(isRefused);
    });

    test('name is unique, including built-in strategy types', async () => {
        expect(await app.post(STRATEGIES, { name: 'flexibleRollout', parameters: [] })).toMatchObject(exists);
    });
});

describe('POST /api/admin/features-batch/import', () => {
    const IMPORT = '/api/admin/features-batch/import';
    const data = { features: [], featureStrategies: [] };
    const into = { project: 'default', environment: 'development' };
    answersLikeEveryEndpoint(shared, { method: 'POST', path: 'features-batch/import', body: true });

    test('imports flags with strategies, environments and context fields, and returns 200 without a body', async () => {
        const response = await app.post(IMPORT, {
            ...into,
            data: {
                features: [{ name: 'imported', type: 'experiment', description: 'From afar' }],
                featureStrategies: [
                    { featureName: 'imported', name: 'flexibleRollout', parameters: { rollout: '20' } },
                ],
                featureEnvironments: [{ name: 'imported', featureName: 'imported', enabled: true }],
                contextFields: [{ name: 'tier', description: 'What they pay', stickiness: true, sortOrder: 3 }],
            },
        });
        const { body: flag } = await app.get('/api/admin/projects/default/features/imported');

        expect(response).toMatchObject({ status: 200, body: '' });
        expect(flag).toMatchObject({ type: 'experiment', description: 'From afar' });
        expect(flag.environments[0]).toMatchObject({
            name: 'development',
            enabled: true,
            strategies: [{ name: 'flexibleRollout', parameters: { rollout: '20' } }],
        });
        expect((await app.get('/api/admin/context/tier')).body).toMatchObject({ stickiness: true, sortOrder: 3 });
    });

    test('all members of a feature in the specification are accepted, including read-only ones', async () => {
        const feature = {
            name: 'whole',
            type: 'release',
            description: null,
            archived: false,
            project: 'elsewhere',
            enabled: true,
            stale: false,
            favorite: true,
            impressionData: true,
            createdAt: '2026-01-01T00:00:00.000Z',
            archivedAt: null,
            lastSeenAt: null,
            environments: [],
            variants: [],
            strategies: [],
            tags: [],
            children: [],
            lifecycle: { stage: 'initial', enteredStageAt: '2026-01-01T00:00:00.000Z' },
            dependencies: [],
        };

        expect(await app.post(IMPORT, { ...into, data: { ...data, features: [feature] } })).toMatchObject({
            status: 200,
        });
        expect((await app.get('/api/admin/projects/default/features/whole')).body).toMatchObject({
            project: 'default',
            impressionData: true,
        });
    });

    test.each([
        ['no project', { environment: 'development', data }],
        ['no environment', { project: 'default', data }],
        ['no data', into],
        ['no features', { ...into, data: { featureStrategies: [] } }],
        ['no featureStrategies', { ...into, data: { features: [] } }],
        ['a feature without name', { ...into, data: { ...data, features: [{}] } }],
        ['a context field without name', { ...into, data: { ...data, contextFields: [{}] } }],
        [
            'an environment that the project does not have',
            { ...into, environment: 'nowhere', data: { ...data, features: [{ name: 'a' }] } },
        ],
        [
            'a strategy type that does not exist',
            {
                ...into,
                data: { features: [{ name: 'a' }], featureStrategies: [{ featureName: 'a', name: 'by-magic' }] },
            },
        ],
    ])('%s returns 400', async (_what, body) => {
        expect(await app.post(IMPORT, body)).toMatchObject(isRefused);
    });

    test('a project that does not exist returns 404', async () => {
        expect(
            await app.post(IMPORT, { ...into, project: 'nowhere', data: { ...data, features: [{ name: 'a' }] } }),
        ).toMatchObject({ status: 404 });
    });

    test('a duplicate flag in the file returns 409', async () => {
        const features = [{ name: 'twin' }, { name: 'twin' }];

        expect(await app.post(IMPORT, { ...into, data: { ...data, features } })).toMatchObject({ status: 409 });
    });

    test('a viewer, who lacks the permissions, gets 403', async () => {
        expect(await app.post(IMPORT, { ...into, data: { ...data, features: [{ name: 'a' }] } }, viewer)).toMatchObject(
            {
                status: 403,
                body: { name: 'NoAccessError' },
            },
        );
    });

    test('the import is atomic', async () => {
        const features = [{ name: 'half' }];
        const featureStrategies = [{ featureName: 'half', name: 'by-magic' }];
        await app.post(IMPORT, { ...into, data: { features, featureStrategies } });

        expect(await app.get('/api/admin/projects/default/features/half')).toMatchObject({ status: 404 });
    });
});
