import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    viewer = await app.has.user();
});

describe('GET /api/admin/environments/:name', () => {
    test('returns 200 with the environment of that name', async () => {
        expect(await app.get('/api/admin/environments/development')).toMatchObject({
            status: 200,
            body: { name: 'development', type: 'development', enabled: true, protected: false },
        });
    });

    test('never returns 403 to users, because all may read it', async () => {
        expect(await app.get('/api/admin/environments/development', viewer)).toMatchObject({ status: 200 });
    });

    test.each(['nowhere', 'Development', '__proto__', '%20'])(
        'returns 404 for %s, which does not exist',
        async (name) => {
            expect(await app.get(`/api/admin/environments/${name}`)).toMatchObject({
                status: 404,
                body: { name: 'NotFoundError' },
            });
        },
    );
});
