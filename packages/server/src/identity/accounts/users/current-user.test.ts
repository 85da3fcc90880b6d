import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

test('a viewer has no permissions, an administrator has only ADMIN', async () => {
    const app = await testApp();
    const viewer = await app.has.user();
    const admin = await app.has.user({ rootRole: 'admin', projectRoles: { default: 'owner' } });

    const [asViewer, asAdmin] = [await app.get('/api/admin/user', viewer), await app.get('/api/admin/user', admin)];

    expect(asViewer.body).toMatchObject({
        user: { id: viewer.id, username: viewer.username, accountType: 'User', rootRole: 3 },
        permissions: [],
        feedback: [],
        splash: {},
    });
    expect(asViewer.headers.get('cache-control')).toBe('no-store');
    expect(asAdmin.body.permissions).toEqual([{ permission: 'ADMIN' }]);
});

test('an editor has root permissions everywhere and project permissions in the default project', async () => {
    const app = await testApp();
    const editor = await app.has.user({ rootRole: 'editor' });

    const { permissions } = (await app.get('/api/admin/user', editor)).body;

    expect(permissions).toContainEqual({ permission: 'CREATE_SEGMENT' });
    expect(permissions).toContainEqual({ permission: 'CREATE_FEATURE', project: 'default' });
    expect(permissions).toContainEqual({ permission: 'CREATE_FEATURE_STRATEGY', project: 'default' });
    expect(
        permissions.every(({ project }: { project?: string }) => project === undefined || project === 'default'),
    ).toBe(true);
});

test('permissions come from root role, project roles, groups and roles of groups', async () => {
    const app = await testApp();
    await app.has.project({ id: 'p2' });
    await app.has.project({ id: 'p3' });
    const user = await app.has.user({ projectRoles: { p2: 'member' } });
    const { body: group } = await app.post('/api/admin/groups', {
        name: 'team',
        rootRole: 2,
        users: [{ user: { id: user.id } }],
    });
    await app.put(`/api/admin/projects/p3/groups/${group.id}/roles`, { roles: [5] });

    const { permissions } = (await app.get('/api/admin/user', user)).body;

    for (const project of ['default', 'p2', 'p3']) {
        expect(permissions).toContainEqual({ permission: 'CREATE_FEATURE', project });
    }
    expect(permissions).toContainEqual({ permission: 'CREATE_PROJECT' });
});

test('an admin token sees its own details, not its secret', async () => {
    const app = await testApp();

    const { body } = await app.get('/api/admin/user');

    expect(body).toEqual({
        user: { id: -42, isAPI: true, username: 'initial', imageUrl: '' },
        permissions: [{ permission: 'ADMIN' }],
        feedback: [],
        splash: {},
    });
});

test('the profile contains the role, projects and groups of the user', async () => {
    const app = await testApp();
    await app.has.project({ id: 'p2' });
    const user = await app.has.user({ projectRoles: { p2: ['member', 'reader'] } });
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [{ user: { id: user.id } }] });
    await app.put(`/api/admin/projects/default/groups/${group.id}/roles`, { roles: [6] });

    const { body } = await app.get('/api/admin/user/profile', user);

    expect(body).toEqual({
        rootRole: expect.objectContaining({ id: 3, name: 'Viewer' }),
        projects: ['default', 'p2'],
        features: [],
        groups: ['team'],
        subscriptions: [],
        canChangePassword: true,
    });
});

test('the roles of a user are listed for the instance or for a project', async () => {
    const app = await testApp();
    const user = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'member' } });

    const root = await app.get('/api/admin/user/roles', user);
    const project = await app.get('/api/admin/user/roles?projectId=default', user);

    expect(root.body).toMatchObject({ version: 1, roles: [{ name: 'Editor' }] });
    expect(project.body.roles).toMatchObject([{ name: 'Member' }]);
    expect((await app.get('/api/admin/user/roles?projectId=other', user)).body.roles).toEqual([]);
});

test('an API token has neither profile nor roles', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/user/profile')).toMatchObject({ status: 403 });
    expect(await app.get('/api/admin/user/roles')).toMatchObject({ status: 403 });
});

test('the permission overview shows every permission of a user in a project and environment', async () => {
    const app = await testApp();
    const user = await app.has.user({ projectRoles: { default: 'member' } });
    const path = `/api/admin/user-admin/${user.id}/permissions`;

    const here = (await app.get(`${path}?project=default&environment=production`)).body;
    const elsewhere = (await app.get(`${path}?project=other`)).body;

    const has = (list: { name: string; hasPermission: boolean }[], expected: string) =>
        list.find(({ name }) => name === expected)?.hasPermission;
    expect(has(here.overview.project, 'CREATE_FEATURE')).toBe(true);
    expect(has(here.overview.project, 'UPDATE_PROJECT')).toBe(false);
    expect(has(here.overview.environment, 'UPDATE_FEATURE_STRATEGY')).toBe(true);
    expect(has(here.overview.root, 'ADMIN')).toBe(false);
    expect(has(elsewhere.overview.project, 'CREATE_FEATURE')).toBe(false);
    expect(here).toMatchObject({
        user: { id: user.id },
        rootRole: { name: 'Viewer' },
        projectRoles: [{ name: 'Member' }],
    });
    expect(elsewhere.projectRoles).toEqual([]);
});

test('users see their own permissions, administrators those of everyone', async () => {
    const app = await testApp();
    const user = await app.has.user();

    expect(await app.get(`/api/admin/user-admin/${user.id}/permissions`, user)).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/user-admin/1/permissions', user)).toMatchObject({ status: 403 });
    expect(await app.get('/api/admin/user-admin/999/permissions')).toMatchObject({ status: 404 });
});

test('with AUTH_TYPE none SDKs need no token either, and get the flags of development', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'none' } });
    await app.has.flag({ name: 'open', enabled: true });
    const nobody = { token: null, headers: { origin: 'https://page.example' } };

    const { body: features } = await app.get('/api/client/features', nobody);
    const { body: page } = await app.post('/api/frontend', { context: { userId: '7' } }, nobody);
    const { body: bulk } = await app.post('/ofrep/v1/evaluate/flags', { context: {} }, nobody);
    const wrong = await app.get('/api/client/features', { token: '*:development.wrong' });

    expect(features.features).toMatchObject([{ name: 'open', enabled: true }]);
    expect(page.toggles).toMatchObject([{ name: 'open' }]);
    expect(bulk.flags).toMatchObject([{ key: 'open', value: true }]);
    expect((await app.post('/api/client/metrics', { appName: 'shop' }, { token: null })).status).toBe(202);
    expect(wrong.status).toBe(401);
});

test('with AUTH_TYPE none every user is an administrator, and the response says so', async () => {
    const app = await testApp({ environment: { AUTH_TYPE: 'none' } });

    const me = await app.get('/api/admin/user', { token: null });
    const created = await app.post('/api/admin/user-admin', { username: 'ed', rootRole: 3 }, { token: null });

    expect(me.body).toMatchObject({
        user: { isAPI: false, username: 'anonymous' },
        permissions: [{ permission: 'ADMIN' }],
    });
    expect(created.status).toBe(201);
    expect((await app.get('/api/admin/ui-config', { token: null })).body.authenticationType).toBe('none');
});

test.each(['open-source', 'demo', 'enterprise', 'hosted', 'custom'])(
    'with AUTH_TYPE %s requests must be authenticated, and the interface knows the type',
    async (type) => {
        const app = await testApp({ environment: { AUTH_TYPE: type } });

        expect(await app.get('/api/admin/user', { token: null })).toMatchObject({ status: 401 });
        expect((await app.get('/api/admin/ui-config')).body.authenticationType).toBe(type);
    },
);

test('the access overview lists every user with projects and groups', async () => {
    const app = await testApp();
    await app.has.project({ id: 'p2' });
    const user = await app.has.user({ projectRoles: { default: ['member', 'reader'] } });
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [{ user: { id: user.id } }] });
    await app.put(`/api/admin/projects/p2/groups/${group.id}/roles`, { roles: [5, 6] });
    const { body: other } = await app.post('/api/admin/groups', { name: 'alpha', users: [{ user: { id: user.id } }] });
    await app.put(`/api/admin/projects/p2/groups/${other.id}/roles`, { roles: [5] });
    await app.put(`/api/admin/projects/default/groups/${other.id}/roles`, { roles: [5] });

    const { body } = await app.get('/api/admin/access/overview');

    expect(body.overview).toEqual([
        expect.objectContaining({ userId: 1, userName: 'admin', rootRole: 'Admin', accessibleProjects: [] }),
        {
            userId: user.id,
            userName: `Name of ${user.username}`,
            userEmail: `${user.username}@example.com`,
            rootRole: 'Viewer',
            createdAt: expect.any(String),
            lastSeen: expect.any(String),
            accessibleProjects: ['default'],
            groups: ['alpha', 'team'],
            groupProjects: ['default', 'p2'],
        },
    ]);
    const csv = await app.get('/api/admin/access/overview', { headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.body.split('\r\n')).toEqual([
        'userId,userName,userEmail,rootRole,createdAt,lastSeen,accessibleProjects,groups,groupProjects',
        expect.stringMatching(/^1,admin,,Admin,/),
        expect.stringMatching(
            /^\d+,"Name of [\w-]+","[\w-]+@example\.com",Viewer,[^,]+,[^,]+,default,"alpha, team","default, p2"$/,
        ),
        '',
    ]);
    expect(await app.get('/api/admin/access/overview', user)).toMatchObject({ status: 403 });
});
