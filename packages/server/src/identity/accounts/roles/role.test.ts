import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const roles = '/api/admin/roles';

const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

test('a fresh install has the six built-in roles, each with its permissions', async () => {
    const app = await testApp();

    const { body } = await app.get(roles);
    const member = await app.get(`${roles}/5`);

    expect(body).toMatchObject({
        version: 1,
        roles: [
            { id: 1, name: 'Admin', type: 'root' },
            { id: 2, name: 'Editor', type: 'root' },
            { id: 3, name: 'Viewer', type: 'root' },
            { id: 4, name: 'Owner', type: 'project' },
            { id: 5, name: 'Member', type: 'project' },
            { id: 6, name: 'Reader', type: 'project' },
        ],
    });
    expect(member.body.permissions).toContainEqual({
        id: expect.any(Number),
        name: 'CREATE_FEATURE',
        displayName: 'Create flags',
        type: 'project',
    });
    expect(member.body.permissions.map(({ name }: { name: string }) => name)).not.toContain('UPDATE_PROJECT');
});

test('a custom root role grants exactly its permissions', async () => {
    const app = await sharedApp();

    const created = await app.post(roles, {
        name: 'Segmenter',
        description: 'Works on segments',
        type: 'root-custom',
        permissions: [{ name: 'CREATE_SEGMENT' }, { name: 'CREATE_SEGMENT' }],
    });
    const { id } = created.body.roles;
    const { body: user } = await app.post('/api/admin/user-admin', { username: 'sam', rootRole: id });
    const overview = await app.get(`/api/admin/user-admin/${user.id}/permissions`);

    expect(created).toMatchObject({
        status: 200,
        body: {
            version: 1,
            roles: {
                name: 'Segmenter',
                description: 'Works on segments',
                type: 'root-custom',
                permissions: [{ name: 'CREATE_SEGMENT', type: 'root' }],
            },
        },
    });
    const held = overview.body.overview.root.filter((entry: { hasPermission: boolean }) => entry.hasPermission);
    expect(held).toMatchObject([{ name: 'CREATE_SEGMENT' }]);
    expect(overview.body.rootRole).toMatchObject({ id, name: 'Segmenter' });
});

test('a custom project role grants a permission in one environment only', async () => {
    const app = await sharedApp();
    const { body } = await app.post(roles, {
        name: 'Switcher',
        permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
    });
    const user = await app.has.user();
    await app.put(`/api/admin/projects/default/users/${user.id}/roles`, { roles: [body.roles.id] });
    const { name } = await app.has.flag();
    const turnOn = (environment: string) =>
        app.post(`/api/admin/projects/default/features/${name}/environments/${environment}/on`, undefined, user);

    expect(body.roles).toMatchObject({ type: 'custom', permissions: [{ environment: 'development' }] });
    expect(await turnOn('development')).toMatchObject({ status: 200 });
    expect(await turnOn('production')).toMatchObject({ status: 403 });
});

test('permissions of a role may be specified by number', async () => {
    const app = await sharedApp();
    const { body: catalogue } = await app.get('/api/admin/permissions');
    const { id, name } = catalogue.permissions.project[0];

    const { body } = await app.post(roles, { name: 'By number', permissions: [{ id }] });

    expect(body.roles.permissions).toMatchObject([{ id, name }]);
});

test('updating a role replaces its permissions and creates a complete event', async () => {
    const app = await sharedApp();
    const { body } = await app.post(roles, { name: 'Helper', permissions: [{ name: 'CREATE_FEATURE' }] });

    const response = await app.put(`${roles}/${body.roles.id}`, {
        name: 'Helper 2',
        permissions: [{ name: 'UPDATE_FEATURE' }],
    });

    expect(response).toMatchObject({
        status: 200,
        body: { roles: { id: body.roles.id, name: 'Helper 2', permissions: [{ name: 'UPDATE_FEATURE' }] } },
    });
    expect(await newest(app)).toMatchObject({
        type: 'role-updated',
        preData: { name: 'Helper', permissions: [{ name: 'CREATE_FEATURE' }] },
        data: { name: 'Helper 2', permissions: [{ name: 'UPDATE_FEATURE' }] },
    });
});

test('a role that is read and sent back is unchanged', async () => {
    const app = await sharedApp();
    const { body } = await app.post(roles, {
        name: 'Helper',
        permissions: [{ name: 'CREATE_FEATURE' }, { name: 'UPDATE_FEATURE_STRATEGY', environment: 'production' }],
    });
    const { body: read } = await app.get(`${roles}/${body.roles.id}`);

    const response = await app.put(`${roles}/${body.roles.id}`, read, { changesNothing: true });

    expect(response).toMatchObject({ status: 200, body: { roles: read } });
});

test('updating a role keeps permissions that are not mentioned', async () => {
    const app = await testApp();
    const { body } = await app.post(roles, { name: 'Helper', permissions: [{ name: 'CREATE_FEATURE' }] });

    const response = await app.put(`${roles}/${body.roles.id}`, { name: 'Renamed' });

    expect(response.body.roles).toMatchObject({ name: 'Renamed', permissions: [{ name: 'CREATE_FEATURE' }] });
});

test('a deleted role no longer exists', async () => {
    const app = await testApp();
    const { body } = await app.post(roles, { name: 'Helper', permissions: [{ name: 'CREATE_FEATURE' }] });

    const response = await app.delete(`${roles}/${body.roles.id}`);

    expect(response.status).toBe(200);
    expect(await app.get(`${roles}/${body.roles.id}`)).toMatchObject({ status: 404 });
    expect(await newest(app)).toMatchObject({ type: 'role-deleted', preData: { name: 'Helper' }, data: null });
});

test('a role that is assigned to a user, a group or a group in a project cannot be deleted', async () => {
    const app = await sharedApp();
    const root = (await app.post(roles, { name: 'Root', type: 'root-custom' })).body.roles;
    const ofGroup = (await app.post(roles, { name: 'Of a group', type: 'root-custom' })).body.roles;
    const inProject = (await app.post(roles, { name: 'In a project' })).body.roles;
    await app.post('/api/admin/user-admin', { username: 'ed', rootRole: root.id });
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', rootRole: ofGroup.id });
    await app.put(`/api/admin/projects/default/groups/${group.id}/roles`, { roles: [inProject.id] });

    for (const { id } of [root, ofGroup, inProject]) {
        expect(await app.delete(`${roles}/${id}`)).toMatchObject({ status: 400, body: { name: 'RoleInUseError' } });
    }
    await app.delete(`/api/admin/projects/default/groups/${group.id}/roles`);
    expect(await app.delete(`${roles}/${inProject.id}`)).toMatchObject({ status: 200 });
});

test.each([1, 2, 3, 4, 5, 6])('the built-in role %i can neither be changed nor deleted', async (id) => {
    const app = await sharedApp();

    expect(await app.put(`${roles}/${id}`, { name: 'Mine' })).toMatchObject({
        status: 403,
        body: { name: 'InvalidOperationError' },
    });
    expect(await app.delete(`${roles}/${id}`)).toMatchObject({ status: 403 });
});

test('a permission in an environment is removed with the environment', async () => {
    const app = await testApp();
    await app.has.environment({ name: 'staging' });
    const { body } = await app.post(roles, {
        name: 'Helper',
        permissions: [{ name: 'UPDATE_FEATURE_STRATEGY', environment: 'staging' }, { name: 'CREATE_FEATURE' }],
    });

    await app.delete('/api/admin/environments/staging');
    await app.has.environment({ name: 'staging' });

    expect((await app.get(`${roles}/${body.roles.id}`)).body.permissions).toMatchObject([{ name: 'CREATE_FEATURE' }]);
});

describe('a request about roles is rejected and nothing is created', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.post(roles, { name: 'Taken' });
    });

    test.each([
        ['without a name', {}, 400],
        ['with an empty name', { name: '' }, 400],
        ['with a blank name', { name: '  ' }, 400],
        ['with a name of 256 characters', { name: 'x'.repeat(256) }, 400],
        ['with the name of another', { name: 'Taken' }, 409],
        ['with the name of another and blanks', { name: ' Taken ' }, 409],
        ['with the name of a built-in role', { name: 'Admin' }, 409],
        ['with the type of a built-in role', { name: 'x', type: 'root' }, 400],
        ['with an unknown property', { name: 'x', admin: true }, 400],
        ['with an unknown permission', { name: 'x', permissions: [{ name: 'EVERYTHING' }] }, 400],
        ['with a permission called __proto__', { name: 'x', permissions: [{ name: 'constructor' }] }, 400],
        ['with a permission number nobody has', { name: 'x', permissions: [{ id: 10_000 }] }, 400],
        ['with a permission without a name', { name: 'x', permissions: [{}] }, 400],
        ['with ADMIN', { name: 'x', type: 'root-custom', permissions: [{ name: 'ADMIN' }] }, 400],
        ['for projects with a root permission', { name: 'x', permissions: [{ name: 'CREATE_PROJECT' }] }, 400],
        [
            'for the instance with a project permission',
            { name: 'x', type: 'root-custom', permissions: [{ name: 'CREATE_FEATURE' }] },
            400,
        ],
        [
            'with an environment that does not exist',
            { name: 'x', permissions: [{ name: 'UPDATE_FEATURE_STRATEGY', environment: 'nowhere' }] },
            400,
        ],
    ])('%s', async (_case, body, status) => {
        expect(await app.post(roles, body)).toMatchObject({ status });
        expect((await app.get(roles)).body.roles).toHaveLength(7);
    });

    test('a name can be validated before', async () => {
        expect(await app.post(`${roles}/validate`, { name: 'Free' })).toMatchObject({ status: 200 });
        expect(await app.post(`${roles}/validate`, { name: 'Taken' })).toMatchObject({ status: 409 });
        expect(await app.post(`${roles}/validate`, {})).toMatchObject({ status: 400 });
    });

    test('an unknown role returns 404, an invalid id 400', async () => {
        expect(await app.get(`${roles}/999`)).toMatchObject({ status: 404 });
        expect(await app.put(`${roles}/999`, { name: 'x' })).toMatchObject({ status: 404 });
        expect(await app.delete(`${roles}/999`)).toMatchObject({ status: 404 });
        expect(await app.get(`${roles}/abc`)).toMatchObject({ status: 400 });
    });

    test('an update to an existing name is rejected', async () => {
        const { body } = await app.post(roles, { name: 'Short-lived' });

        expect(await app.put(`${roles}/${body.roles.id}`, { name: 'Taken' })).toMatchObject({ status: 409 });
        await app.delete(`${roles}/${body.roles.id}`);
    });
});

test('the catalogue has permissions for the instance, for projects and for each environment, without ADMIN', async () => {
    const app = await testApp();

    const { body } = await app.get('/api/admin/permissions');

    expect(body.version).toBe(2);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(body.permissions.root)).toContain('CREATE_PROJECT');
    expect(names(body.permissions.root)).not.toContain('ADMIN');
    expect(names(body.permissions.project)).toContain('CREATE_FEATURE');
    expect(names(body.permissions.environments)).toEqual(['development', 'production']);
    expect(body.permissions.environments[0].permissions).toContainEqual({
        id: expect.any(Number),
        name: 'UPDATE_FEATURE_ENVIRONMENT',
        displayName: 'Turn flags on and off',
        type: 'environment',
        environment: 'development',
    });
});

test('the default role of single sign-on cannot be deleted', async () => {
    const app = await testApp();
    const { body } = await app.post(roles, { name: 'Newcomer', description: '', type: 'root-custom' });
    const role = body.roles;
    await app.post('/api/admin/auth/oidc/settings', { enabled: false, defaultRootRoleId: role.id });

    expect(await app.delete(`${roles}/${role.id}`)).toMatchObject({ status: 400 });
    await app.post('/api/admin/auth/oidc/settings', { enabled: false, defaultRootRoleId: null });
    expect(await app.delete(`${roles}/${role.id}`)).toMatchObject({ status: 200 });
});
