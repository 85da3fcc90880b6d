import { describe, expect, test } from 'vitest';
import { testApp } from './support/test-app.ts';

/** Frequent requests of the admin UI. */
const LISTS = [
    '/api/admin/projects/default',
    '/api/admin/projects/default/features',
    '/api/admin/projects/default/health-report',
    '/api/admin/search/features',
    '/api/admin/search/events',
    '/api/admin/events',
];

describe('admin lists', () => {
    test.each(LISTS)('%s requires a token or a session, and rejects SDKs', async (path) => {
        const app = await testApp();
        const frontend = await app.post('/api/admin/api-tokens', {
            tokenName: 'page',
            type: 'frontend',
            environment: 'development',
        });

        expect(await app.get(path, { token: null })).toMatchObject({
            status: 401,
            body: { name: 'AuthenticationRequired' },
        });
        expect(await app.get(path, { token: 'user:nobody' })).toMatchObject({ status: 401 });
        expect(await app.get(path, { token: frontend.body.secret })).toMatchObject({ status: 403 });
        expect(await app.get(path, await app.has.user({ rootRole: 'admin' }))).toMatchObject({ status: 200 });
        expect(await app.send('HEAD', path)).toMatchObject({ status: 200 });
    });

    test.each(LISTS.slice(0, 3))('%s of a private project is hidden from users who are not members', async (path) => {
        const app = await testApp();
        const { id } = await app.has.project({ mode: 'private' });
        const address = path.replace('default', id);
        const stranger = await app.has.user({ rootRole: 'editor' });

        expect(await app.get(address)).toMatchObject({ status: 200 });
        const response = await app.get(address, stranger);
        const missing = await app.get(path.replace('default', 'nowhere'), stranger);

        expect(response.status).toBe(404);
        expect(response.body.message).toBe(missing.body.message.replace('nowhere', id));
    });

    test('the audit log of the instance requires its permission', async () => {
        const app = await testApp();

        expect(await app.get('/api/admin/events', await app.has.user({ rootRole: 'viewer' }))).toMatchObject({
            status: 403,
        });
    });

    test.each(LISTS)('%s returns 304 until something changes', async (path) => {
        const app = await testApp();
        await app.has.flag();
        const etag = (await app.get(path)).headers.get('etag')!;
        const again = () => app.get(path, { headers: { 'if-none-match': etag } });

        expect(await again()).toMatchObject({ status: 304 });
        await app.has.flag();
        expect(await again()).toMatchObject({ status: 200 });
    });

    test('an encoded path, and a path of another route, are routed correctly', async () => {
        const app = await testApp();
        await app.has.project({ id: 'overview' });

        expect(await app.get('/api/admin/projects/def%61ult')).toMatchObject({
            status: 200,
            body: { name: 'Default' },
        });
        expect(await app.get('/api/admin/projects/default/')).toMatchObject({ status: 200, body: { name: 'Default' } });
        expect(await app.get('/api/admin/projects/%00')).toMatchObject({ status: 400 });
        expect(await app.get('/api/admin/projects/no%zz')).toMatchObject({ status: 400 });
        expect(await app.get('/api/admin/projects/overview')).toMatchObject({ status: 200 });
        expect(await app.get('/api/admin/search/events?from=yesterday')).toMatchObject({
            status: 400,
            body: { name: expect.stringMatching(/Validation|BadData/) },
        });
    });

    test('all events of a project are compressed if requested', async () => {
        const app = await testApp();
        const { id } = await app.has.project();
        for (let index = 0; index < 5; index++) await app.has.flag({ project: id });
        const read = (encoding: string) =>
            app.get(`/api/admin/events?project=${id}`, { headers: { 'accept-encoding': encoding } });

        const [plain, compressed] = [await read('identity'), await read('gzip')];

        expect(plain.headers.get('content-encoding')).toBe(null);
        expect(compressed.headers.get('content-encoding')).toBe('gzip');
        expect(compressed.body).toEqual(plain.body);
        expect(plain.body.events.length).toBeGreaterThan(5);
    });
});
