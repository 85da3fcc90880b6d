import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const config = '/api/admin/projects/default/environments/development/change-requests/config';

test('no environment of a project needs approvals', async () => {
    const { body } = await app.get('/api/admin/projects/default/change-requests/config');

    expect(body).toEqual([
        { environment: 'development', type: 'development', changeRequestEnabled: false, requiredApprovals: null },
        { environment: 'production', type: 'production', changeRequestEnabled: false, requiredApprovals: null },
    ]);
});

test.each([{ requiredApprovals: 0 }, { requiredApprovals: null }, {}])(
    'switching change requests off with %j is accepted and changes nothing',
    async (members) => {
        expect(await app.put(config, { changeRequestsEnabled: false, ...members })).toMatchObject({ status: 204 });
    },
);

test('switching change requests on answers 400: there are none yet', async () => {
    expect(await app.put(config, { changeRequestsEnabled: true, requiredApprovals: 2 })).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', message: expect.stringContaining('not available yet') },
    });
});

test.each([
    ['GET', '/api/admin/projects/nowhere/change-requests/config'],
    ['PUT', '/api/admin/projects/nowhere/environments/development/change-requests/config'],
    ['PUT', '/api/admin/projects/default/environments/nowhere/change-requests/config'],
])('%s %s answers 404', async (method, path) => {
    const answer = method === 'GET' ? app.get(path) : app.put(path, { changeRequestsEnabled: false });

    expect(await answer).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
});

test('it is for those who have a part in the settings of the project', async () => {
    const viewer = await app.has.user();
    const owner = await app.has.user({ projectRoles: { default: 'owner' } });

    expect(await app.get('/api/admin/projects/default/change-requests/config', viewer)).toMatchObject({ status: 403 });
    expect(await app.put(config, { changeRequestsEnabled: false }, viewer)).toMatchObject({ status: 403 });
    expect(await app.get('/api/admin/projects/default/change-requests/config', owner)).toMatchObject({ status: 200 });
    expect(await app.put(config, { changeRequestsEnabled: false }, owner)).toMatchObject({ status: 204 });
});
