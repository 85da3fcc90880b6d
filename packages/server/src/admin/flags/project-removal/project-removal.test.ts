import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const eventsSince = async (app: TestApp, revision: number) => {
    const { events } = (await app.get('/api/admin/events')).body;
    return events.filter(({ id }: { id: number }) => id > revision).reverse();
};

const archivedFlag = async (app: TestApp, project: string, input = {}) => {
    const flag = await app.has.flag({ project, ...input });
    await app.delete(`/api/admin/projects/${project}/features/${flag.name}`);
    return flag;
};

describe('archiving a project', () => {
    test('a project without active flags can be archived and revived', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await archivedFlag(app, 'shop');
        const before = await app.revision();

        expect((await app.post('/api/admin/projects/archive/shop')).status).toBe(200);
        expect((await app.get('/api/admin/projects/shop/overview')).body.archivedAt).toEqual(expect.any(String));
        expect((await app.post('/api/admin/projects/revive/shop')).status).toBe(200);

        expect((await app.get('/api/admin/projects/shop/overview')).body.archivedAt).toBeNull();
        expect(await eventsSince(app, before)).toMatchObject([
            { type: 'project-archived', project: 'shop', preData: { archivedAt: null }, data: { id: 'shop' } },
            { type: 'project-revived', project: 'shop', preData: { id: 'shop' }, data: { archivedAt: null } },
        ]);
    });

    test('archiving or reviving a project again changes nothing', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.post('/api/admin/projects/archive/shop');

        expect((await app.post('/api/admin/projects/archive/shop', undefined, { changesNothing: true })).status).toBe(
            200,
        );
        await app.post('/api/admin/projects/revive/shop');
        expect((await app.post('/api/admin/projects/revive/shop', undefined, { changesNothing: true })).status).toBe(
            200,
        );
    });

    test('creating a flag in an archived project returns 404', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.post('/api/admin/projects/archive/shop');

        expect((await app.post('/api/admin/projects/shop/features', { name: 'late' })).status).toBe(404);
    });

    test('a project with active flags cannot be archived', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.flag({ project: 'shop' });

        expect(await app.post('/api/admin/projects/archive/shop')).toMatchObject({
            status: 403,
            body: { name: 'InvalidOperationError' },
        });
    });

    test('the default project cannot be archived', async () => {
        const app = await testApp();

        expect((await app.post('/api/admin/projects/archive/default')).body.name).toBe('InvalidOperationError');
    });

    test('archiving returns 404 if the project does not exist and 403 without the permission', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const editor = await app.has.user({ rootRole: 'editor' });

        for (const verb of ['archive', 'revive']) {
            expect((await app.post(`/api/admin/projects/${verb}/nowhere`)).status).toBe(404);
            expect((await app.post(`/api/admin/projects/${verb}/shop`, undefined, editor)).status).toBe(403);
        }
    });
});

describe('deleting a project', () => {
    test('its archived flags and its own tokens are deleted, each with an event', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.project({ id: 'other' });
        await app.has.token({ tokenName: 'own', projects: ['shop'] });
        await app.has.token({ tokenName: 'shared', projects: ['shop', 'other'] });
        await app.has.token({ tokenName: 'all', projects: ['*'] });
        await app.has.token({ tokenName: 'foreign', projects: ['other'] });
        const flag = await archivedFlag(app, 'shop');
        const before = await app.revision();

        expect((await app.delete('/api/admin/projects/shop')).status).toBe(200);

        expect(await eventsSince(app, before)).toMatchObject([
            { type: 'feature-deleted', featureName: flag.name, project: 'shop', preData: { name: flag.name } },
            { type: 'api-token-deleted', preData: { tokenName: 'own' } },
            { type: 'api-token-updated', preData: { projects: ['shop', 'other'] }, data: { projects: ['other'] } },
            { type: 'project-deleted', project: 'shop', preData: { id: 'shop' }, data: null },
        ]);
        expect((await app.get('/api/admin/projects/shop')).status).toBe(404);
        expect((await app.post('/api/admin/projects', { id: 'shop', name: 'Again' })).status).toBe(201);
    });

    test('a token that loses its last project is refused immediately', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const { secret } = await app.has.token({ projects: ['shop'] });
        expect((await app.get('/api/client/features', { token: secret })).status).toBe(200);

        await app.delete('/api/admin/projects/shop');

        expect((await app.get('/api/client/features', { token: secret })).status).toBe(401);
    });

    test('its segments and context fields are deleted', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const segment = await app.has.segment({ project: 'shop' });
        await app.post('/api/admin/context', { name: 'basket', project: 'shop' });
        await app.post('/api/admin/projects/shop/environments/development/default-strategy', {
            name: 'flexibleRollout',
            segments: [segment.id],
        });
        const before = await app.revision();

        expect((await app.delete('/api/admin/projects/shop')).status).toBe(200);

        expect(await eventsSince(app, before)).toMatchObject([
            { type: 'segment-deleted', preData: { id: segment.id } },
            { type: 'context-field-deleted', preData: { name: 'basket' } },
            { type: 'project-deleted' },
        ]);
        expect((await app.get(`/api/admin/segments/${segment.id}`)).status).toBe(404);
    });

    test('a project with active flags cannot be deleted', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.token({ projects: ['shop'] });
        await app.has.flag({ project: 'shop', enabled: true });

        expect(await app.delete('/api/admin/projects/shop')).toMatchObject({
            status: 403,
            body: { name: 'InvalidOperationError' },
        });
    });

    test('the default project cannot be deleted', async () => {
        const app = await testApp();

        expect((await app.delete('/api/admin/projects/default')).body.name).toBe('InvalidOperationError');
    });

    test('deleting returns 404 if the project does not exist and 403 without DELETE_PROJECT', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const member = await app.has.user({ projectRoles: { shop: 'member' } });

        expect((await app.delete('/api/admin/projects/nowhere')).status).toBe(404);
        expect((await app.delete('/api/admin/projects/shop', member)).status).toBe(403);
    });
});
