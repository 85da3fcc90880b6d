import { beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

let app: TestApp;

beforeEach(async () => {
    app = await testApp();
    await app.has.project({ id: 'shop' });
});

const namesIn = async (project: string) => {
    const { body } = await app.get(`/api/admin/projects/${project}/api-tokens`);
    return body.tokens.map(({ tokenName }: { tokenName: string }) => tokenName).toSorted();
};

test('a project lists the tokens that are valid in it, and no admin tokens', async () => {
    await app.has.token({ tokenName: 'everywhere' });
    await app.has.token({ tokenName: 'shop-only', projects: ['shop'] });
    await app.has.token({ tokenName: 'both', projects: ['shop', 'default'] });
    await app.has.token({ tokenName: 'default-only', projects: ['default'] });
    await app.has.token({ tokenName: 'admin', type: 'admin' });

    expect(await namesIn('shop')).toEqual(['both', 'everywhere', 'initial', 'shop-only']);
});

test('a token that is created in a project is valid in it only', async () => {
    const response = await app.post('/api/admin/projects/shop/api-tokens', { tokenName: 'x', type: 'client' });

    expect(response).toMatchObject({
        status: 201,
        body: { projects: ['shop'], secret: expect.stringMatching(/^shop:development\./) },
    });
});

test('a token that is created in a project is valid only there, even if the body contains other projects', async () => {
    const body = { tokenName: 'x', type: 'client', project: '*', projects: ['default', 'shop'] };

    expect(await app.post('/api/admin/projects/shop/api-tokens', body)).toMatchObject({
        status: 201,
        body: { project: 'shop', projects: ['shop'] },
    });
});

test.each([
    ['an admin token', { tokenName: 'x', type: 'admin' }, '/body/type'],
    ['an unknown environment', { tokenName: 'x', type: 'client', environment: 'nowhere' }, '/body/environment'],
])('%s cannot be created in a project', async (_what, body, path) => {
    expect(await app.post('/api/admin/projects/shop/api-tokens', body)).toMatchObject({
        status: 400,
        body: { details: [{ path }] },
    });
});

test('users with the permission in the project can delete its tokens', async () => {
    const { secret } = await app.has.token({ projects: ['shop'] });
    const member = await app.has.user({ projectRoles: { shop: 'member' } });
    const path = `/api/admin/projects/shop/api-tokens/${secret}`;

    expect(await app.delete(path, await app.has.user())).toMatchObject({ status: 403 });
    expect(await app.delete(path, member)).toMatchObject({ status: 200 });
    expect((await app.send('GET', '/api/client/features', { token: secret })).status).toBe(401);
});

test('a token of another project, of all projects or an unknown token returns 404', async () => {
    const { secret: other } = await app.has.token({ projects: ['default'] });
    const { secret: all } = await app.has.token();

    for (const token of [other, encodeURIComponent(all), 'nonsense', '999999']) {
        expect(await app.delete(`/api/admin/projects/shop/api-tokens/${token}`)).toMatchObject({ status: 404 });
    }
});

test('a token of several projects cannot be deleted from one of them', async () => {
    const { id } = await app.has.token({ projects: ['shop', 'default'] });

    expect(await app.delete(`/api/admin/projects/shop/api-tokens/${id}`)).toMatchObject({ status: 400 });
});
