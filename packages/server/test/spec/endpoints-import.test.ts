import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    viewer = await app.has.user();
});
const isRefused = { status: 400, body: { name: 'ValidationError' } };

describe('POST /api/admin/features-batch/import', () => {
    const IMPORT = '/api/admin/features-batch/import';
    const data = { features: [], featureStrategies: [] };
    const into = { project: 'default', environment: 'development' };

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
