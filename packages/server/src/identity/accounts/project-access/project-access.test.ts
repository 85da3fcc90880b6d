import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const access = '/api/admin/projects/p2/access';
const OWNER = 4;
const MEMBER = 5;
const READER = 6;

async function appWithProject() {
    const app = await testApp();
    await app.has.project({ id: 'p2' });
    return app;
}

const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];
const held = async (app: TestApp, path = access) => {
    const { body } = await app.get(path);
    return {
        users: body.users.map(({ id, roles }: { id: number; roles: number[] }) => [id, roles]),
        groups: body.groups.map(({ id, roles }: { id: number; roles: number[] }) => [id, roles]),
    };
};

test('users and groups get several roles at once, each listed once with all roles', async () => {
    const app = await appWithProject();
    const ed = await app.has.user();
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [{ user: { id: ed.id } }] });

    const response = await app.post(access, { roles: [MEMBER, READER], users: [1, ed.id], groups: [group.id] });
    const { body } = await app.get(access);

    expect(response.status).toBe(200);
    expect(body.users).toEqual([
        {
            id: 1,
            isAPI: false,
            username: 'admin',
            email: null,
            imageUrl: expect.any(String),
            addedAt: expect.any(String),
            roleId: MEMBER,
            roles: [MEMBER, READER],
        },
        expect.objectContaining({ id: ed.id, email: `${ed.username}@example.com`, roles: [MEMBER, READER] }),
    ]);
    expect(body.groups).toMatchObject([
        {
            id: group.id,
            name: 'team',
            addedAt: expect.any(String),
            roleId: MEMBER,
            roles: [MEMBER, READER],
            users: [{ user: { id: ed.id } }],
        },
    ]);
    expect(body.roles.map(({ name }: { name: string }) => name)).toEqual(['Owner', 'Member', 'Reader']);
    expect(await newest(app)).toMatchObject({
        type: 'project-access-added',
        project: 'p2',
        data: {
            roles: [
                { roleId: MEMBER, groupIds: [group.id], userIds: [1, ed.id] },
                { roleId: READER, groupIds: [group.id], userIds: [1, ed.id] },
            ],
        },
    });
});

test('more roles than allowed per request are rejected with an instruction', async () => {
    const app = await appWithProject();
    const users = Array.from({ length: 4_000 }, (_, index) => index + 1);

    expect(await app.post(access, { roles: [OWNER, MEMBER, READER], users, groups: [] })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('Use groups') },
    });
});

test('assigning existing roles changes nothing', async () => {
    const app = await appWithProject();
    await app.post(access, { roles: [MEMBER], users: [1], groups: [] });

    const response = await app.post(access, { roles: [MEMBER], users: [1, 1], groups: [] }, { changesNothing: true });

    expect(response.status).toBe(200);
    expect(await held(app)).toEqual({ users: [[1, [MEMBER]]], groups: [] });
});

test('custom project roles can be assigned and are listed', async () => {
    const app = await appWithProject();
    const { body } = await app.post('/api/admin/roles', { name: 'Helper' });

    await app.post(access, { roles: [body.roles.id], users: [1], groups: [] });

    expect(await held(app)).toEqual({ users: [[1, [body.roles.id]]], groups: [] });
    expect((await app.get(access)).body.roles).toContainEqual({ id: body.roles.id, name: 'Helper', type: 'custom' });
});

test('setting access replaces all assignments, and the event contains the state before and after', async () => {
    const app = await appWithProject();
    const ed = await app.has.user();
    await app.post(access, { roles: [OWNER, MEMBER], users: [1], groups: [] });

    const response = await app.put(access, {
        roles: [
            { id: OWNER, users: [ed.id] },
            { id: READER, users: [1], groups: [] },
        ],
    });

    expect(response.status).toBe(200);
    expect(await held(app)).toEqual({
        users: [
            [1, [READER]],
            [ed.id, [OWNER]],
        ],
        groups: [],
    });
    expect(await newest(app)).toMatchObject({
        type: 'project-access-updated',
        preData: {
            roles: [
                { roleId: OWNER, groupIds: [], userIds: [1] },
                { roleId: MEMBER, groupIds: [], userIds: [1] },
            ],
        },
        data: {
            roles: [
                { roleId: OWNER, groupIds: [], userIds: [ed.id] },
                { roleId: READER, groupIds: [], userIds: [1] },
            ],
        },
    });
});

test('setting access to the current state changes nothing', async () => {
    const app = await appWithProject();
    await app.post(access, { roles: [OWNER], users: [1], groups: [] });

    const response = await app.put(
        access,
        { roles: [{ id: OWNER, users: [1], groups: [] }] },
        { changesNothing: true },
    );

    expect(response.status).toBe(200);
});

test('the roles of one user are set and removed without changes to others', async () => {
    const app = await appWithProject();
    const ed = await app.has.user();
    await app.post(access, { roles: [OWNER], users: [1], groups: [] });
    const roles = `/api/admin/projects/p2/users/${ed.id}/roles`;

    await app.put(roles, { roles: [MEMBER] });
    const updated = await newest(app);
    const between = await held(app);
    await app.delete(roles);

    expect(updated).toMatchObject({
        type: 'project-access-user-roles-updated',
        preData: { userId: ed.id, roles: [] },
        data: { userId: ed.id, roles: [MEMBER] },
    });
    expect(between.users).toEqual([
        [1, [OWNER]],
        [ed.id, [MEMBER]],
    ]);
    expect((await held(app)).users).toEqual([[1, [OWNER]]]);
    expect(await newest(app)).toMatchObject({
        type: 'project-access-user-roles-deleted',
        preData: { userId: ed.id, roles: [MEMBER] },
        data: null,
    });
});

test('the roles of one group are set and removed', async () => {
    const app = await appWithProject();
    const { body: group } = await app.post('/api/admin/groups', { name: 'team' });
    const roles = `/api/admin/projects/p2/groups/${group.id}/roles`;

    await app.put(roles, { roles: [MEMBER, READER] });
    const between = await held(app);
    await app.delete(roles);

    expect(between.groups).toEqual([[group.id, [MEMBER, READER]]]);
    expect((await held(app)).groups).toEqual([]);
    expect(await newest(app)).toMatchObject({
        type: 'project-access-group-roles-deleted',
        preData: { groupId: group.id, roles: [MEMBER, READER] },
    });
});

test('the creator of a project becomes its owner, and the last owner cannot be removed', async () => {
    const app = await testApp();
    const editor = await app.has.user({ rootRole: 'editor' });
    await app.post('/api/admin/projects', { id: 'mine', name: 'Mine' }, editor);
    const path = '/api/admin/projects/mine';

    const answers = [
        await app.put(`${path}/access`, { roles: [] }),
        await app.put(`${path}/access`, { roles: [{ id: MEMBER, users: [editor.id] }] }),
        await app.put(`${path}/users/${editor.id}/roles`, { roles: [MEMBER] }),
        await app.delete(`${path}/users/${editor.id}/roles`),
    ];

    for (const answer of answers) {
        expect(answer).toMatchObject({ status: 409, body: { name: 'ProjectWithoutOwnerError' } });
    }
    expect((await held(app, `${path}/access`)).users).toEqual([[editor.id, [OWNER]]]);
});

test('an owner can be removed if a group owns the project', async () => {
    const app = await appWithProject();
    const { body: group } = await app.post('/api/admin/groups', { name: 'team' });
    await app.post(access, { roles: [OWNER], users: [1], groups: [group.id] });

    expect(await app.delete('/api/admin/projects/p2/users/1/roles')).toMatchObject({ status: 200 });
    expect(await app.delete(`/api/admin/projects/p2/groups/${group.id}/roles`)).toMatchObject({ status: 409 });
});

describe('assigning roles', () => {
    test('an owner can assign and remove every role', async () => {
        const app = await appWithProject();
        const owner = await app.has.user({ projectRoles: { p2: 'owner' } });

        expect(await app.post(access, { roles: [OWNER], users: [1], groups: [] }, owner)).toMatchObject({
            status: 200,
        });
        expect(await app.delete('/api/admin/projects/p2/users/1/roles', owner)).toMatchObject({ status: 200 });
    });

    test('a user with permission to change access who is not an owner can assign and remove only their own roles', async () => {
        const app = await appWithProject();
        const { body } = await app.post('/api/admin/roles', {
            name: 'Access manager',
            permissions: [{ name: 'PROJECT_USER_ACCESS_WRITE' }],
        });
        const manager = await app.has.user({ projectRoles: { p2: 'reader' } });
        await app.post(access, { roles: [body.roles.id], users: [manager.id], groups: [] });
        await app.post(access, { roles: [OWNER], users: [1], groups: [] });
        const give = (role: number) => app.post(access, { roles: [role], users: [manager.id, 1], groups: [] }, manager);

        for (const role of [OWNER, MEMBER]) {
            expect(await give(role)).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
        }
        expect(await app.delete('/api/admin/projects/p2/users/1/roles', manager)).toMatchObject({ status: 403 });
        expect(await give(READER)).toMatchObject({ status: 200 });
        expect(await app.get(access, manager)).toMatchObject({ status: 403 });
    });

    test('a user cannot assign themselves a role that they do not have, by any endpoint', async () => {
        const app = await appWithProject();
        const { body } = await app.post('/api/admin/roles', {
            name: 'Access manager',
            permissions: [{ name: 'PROJECT_USER_ACCESS_WRITE' }],
        });
        const manager = body.roles.id;
        await app.has.project({ id: 'elsewhere' });
        // Roles in other projects do not count.
        const user = await app.has.user({ projectRoles: { p2: 'member', elsewhere: ['owner', 'reader'] } });
        const { body: group } = await app.post('/api/admin/groups', {
            name: 'team',
            users: [{ user: { id: user.id } }],
        });
        await app.post(access, { roles: [manager], users: [user.id], groups: [] });
        await app.post(access, { roles: [OWNER], users: [1], groups: [] });
        const before = await held(app);
        const p2 = '/api/admin/projects/p2';

        for (const role of [OWNER, READER]) {
            const requests = [
                () => app.post(access, { roles: [role], users: [user.id], groups: [] }, user),
                () => app.post(access, { roles: [MEMBER, role], users: [user.id], groups: [group.id] }, user),
                () => app.post(access, { roles: [role], users: [], groups: [group.id] }, user),
                () => app.put(`${p2}/users/${user.id}/roles`, { roles: [MEMBER, manager, role] }, user),
                () => app.put(`${p2}/groups/${group.id}/roles`, { roles: [MEMBER, role] }, user),
                () => app.put(access, { roles: [{ id: role, users: [1, user.id] }] }, user),
            ];
            for (const send of requests) {
                expect(await send()).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
            }
        }
        expect(await held(app)).toEqual(before);
        expect((await app.post(access, { roles: [MEMBER], users: [], groups: [group.id] }, user)).status).toBe(200);
    });

    test('an editor can change the default project, but cannot assign its ownership', async () => {
        const app = await testApp();
        const editor = await app.has.user({ rootRole: 'editor' });

        const response = await app.post(
            '/api/admin/projects/default/access',
            { roles: [OWNER], users: [editor.id], groups: [] },
            editor,
        );

        expect(response).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
    });

    test('members and owners of other projects can neither see nor change access', async () => {
        const app = await appWithProject();
        const member = await app.has.user({ projectRoles: { p2: 'member', default: 'owner' } });

        expect(await app.get(access, member)).toMatchObject({ status: 403 });
        expect(await app.post(access, { roles: [MEMBER], users: [1], groups: [] }, member)).toMatchObject({
            status: 403,
            body: { name: 'NoAccessError', permissions: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'] },
        });
    });
});

describe('a request about access is rejected and nothing changes', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.has.project({ id: 'p2' });
    });

    test.each([
        ['without roles', { roles: [], users: [1], groups: [] }],
        ['with a root role', { roles: [1], users: [1], groups: [] }],
        ['with a role that does not exist', { roles: [99], users: [1], groups: [] }],
        ['with a user who does not exist', { roles: [MEMBER], users: [999], groups: [] }],
        ['with a group that does not exist', { roles: [MEMBER], users: [], groups: [999] }],
        ['with names', { roles: ['Member'], users: [1], groups: [] }],
        ['without users', { roles: [MEMBER], groups: [] }],
        ['with an id beyond any', { roles: [2 ** 31], users: [1], groups: [] }],
        ['with an unknown property', { roles: [MEMBER], users: [1], groups: [], project: 'default' }],
    ])('%s', async (_case, body) => {
        expect(await app.post(access, body)).toMatchObject({ status: 400 });
        expect(await held(app)).toEqual({ users: [], groups: [] });
    });

    test('for a user who does not exist or has no role', async () => {
        const path = '/api/admin/projects/p2';

        expect(await app.put(`${path}/users/999/roles`, { roles: [MEMBER] })).toMatchObject({ status: 404 });
        expect(await app.put(`${path}/groups/999/roles`, { roles: [MEMBER] })).toMatchObject({ status: 404 });
        expect(await app.delete(`${path}/users/1/roles`)).toMatchObject({ status: 404 });
        expect(await app.delete(`${path}/groups/999/roles`)).toMatchObject({ status: 404 });
        expect(await app.put(`${path}/users/1/roles`, { roles: [] })).toMatchObject({ status: 400 });
    });

    test('in a project that does not exist; reading it returns no users', async () => {
        const path = '/api/admin/projects/nowhere';

        expect(await app.post(`${path}/access`, { roles: [MEMBER], users: [1], groups: [] })).toMatchObject({
            status: 404,
        });
        expect(await app.put(`${path}/access`, { roles: [] })).toMatchObject({ status: 404 });
        expect(await app.get(`${path}/access`)).toMatchObject({ status: 200, body: { users: [], groups: [] } });
    });
});

test('the uses of a role are counted by project', async () => {
    const app = await appWithProject();
    const { body: robot } = await app.post('/api/admin/service-account', { username: 'robot', rootRole: 3 });
    const { body: group } = await app.post('/api/admin/groups', { name: 'team' });
    await app.post(access, { roles: [MEMBER], users: [1, robot.id], groups: [group.id] });

    const { body } = await app.get(`/api/admin/projects/roles/${MEMBER}/access`);

    expect(body).toEqual({
        version: 1,
        projects: [{ project: 'p2', role: MEMBER, userCount: 1, groupCount: 1, serviceAccountCount: 1 }],
    });
    expect(await app.get('/api/admin/projects/roles/999/access')).toMatchObject({ status: 404 });
});

test('the uses of a role do not reveal private projects', async () => {
    const app = await testApp();
    await app.has.project({ id: 'secret', mode: 'private' });
    await app.put('/api/admin/projects/secret/users/1/roles', { roles: [MEMBER] });
    const { body } = await app.post('/api/admin/roles', {
        name: 'Role reader',
        type: 'root-custom',
        permissions: [{ name: 'READ_ROLE' }],
    });
    const { body: robot } = await app.post('/api/admin/service-account', {
        username: 'robot',
        rootRole: body.roles.id,
    });
    const { body: token } = await app.post(`/api/admin/service-account/${robot.id}/token`, {
        description: 'x',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });

    const asReader = await app.get(`/api/admin/projects/roles/${MEMBER}/access`, { token: token.secret });
    const asAdmin = await app.get(`/api/admin/projects/roles/${MEMBER}/access`);

    expect(asReader.body.projects).toEqual([]);
    expect(asAdmin.body.projects).toMatchObject([{ project: 'secret' }]);
});
