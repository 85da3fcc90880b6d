import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

const PROJECT = '/api/admin/projects/default';
const FLAG = `${PROJECT}/features/checkout`;

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
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
