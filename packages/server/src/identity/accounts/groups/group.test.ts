import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const groups = '/api/admin/groups';

const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];
const member = (id: number) => ({ user: { id } });

test('the list contains the members of all groups, also of those that one query does not read', async () => {
    const app = await testApp();
    const ed = await app.has.user();
    const names = Array.from({ length: 21 }, (_, index) => `Team ${String(index).padStart(2, '0')}`);
    for (const name of names) await app.post(groups, { name, users: [member(ed.id)] });

    const { body } = await app.get(groups);

    expect(body.groups.map(({ name }: { name: string }) => name)).toEqual(names);
    for (const group of body.groups) expect(group).toMatchObject({ userCount: 1, users: [{ user: { id: ed.id } }] });
});

test('a group is created with members, a root role and mappings', async () => {
    const app = await sharedApp();
    const ed = await app.has.user();

    const response = await app.post(groups, {
        name: 'Team',
        description: 'All of us',
        mappingsSSO: ['idp-team', 'idp-team'],
        rootRole: 2,
        users: [member(ed.id), member(ed.id)],
    });

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`groups/${response.body.id}`);
    expect(response.body).toEqual({
        id: expect.any(Number),
        name: 'Team',
        description: 'All of us',
        mappingsSSO: ['idp-team'],
        rootRole: 2,
        createdBy: expect.any(String),
        createdAt: expect.any(String),
        users: [
            {
                joinedAt: expect.any(String),
                createdBy: expect.any(String),
                user: expect.objectContaining({ id: ed.id, username: ed.username }),
            },
        ],
        projects: [],
        userCount: 1,
        scimId: null,
    });
    expect(await newest(app)).toMatchObject({
        type: 'group-created',
        data: { name: 'Team', rootRole: 2, users: [ed.id] },
    });
});

test('a group needs only a name', async () => {
    const app = await testApp();

    const { body } = await app.post(groups, { name: 'Team' });

    expect(body).toMatchObject({ description: null, mappingsSSO: [], rootRole: null, users: [], userCount: 0 });
    expect(await app.get(`${groups}/${body.id}`)).toMatchObject({ status: 200, body });
});

test('the list has all groups by name, with members and the projects where they are used', async () => {
    const app = await testApp();
    const { body: b } = await app.post(groups, { name: 'b', users: [member(1)] });
    await app.post(groups, { name: 'a' });
    await app.put(`/api/admin/projects/default/groups/${b.id}/roles`, { roles: [5, 6] });

    const { body } = await app.get(groups);

    expect(body.groups).toMatchObject([
        { name: 'a', userCount: 0, projects: [] },
        { name: 'b', userCount: 1, projects: ['default'], users: [{ user: { id: 1 } }] },
    ]);
});

test('updating replaces the group; remaining members keep the date they joined', async () => {
    const app = await testApp();
    const [ed, ada] = [await app.has.user(), await app.has.user()];
    const { body: before } = await app.post(groups, {
        name: 'Team',
        description: 'x',
        rootRole: 2,
        users: [member(ed.id)],
    });
    app.passTime(1000);

    const response = await app.put(`${groups}/${before.id}`, { name: 'Crew', users: [member(ed.id), member(ada.id)] });

    expect(response).toMatchObject({
        status: 200,
        body: { name: 'Crew', description: null, rootRole: null, userCount: 2 },
    });
    const [first, second] = response.body.users;
    expect(first).toEqual(before.users[0]);
    expect(second.joinedAt > first.joinedAt).toBe(true);
    expect(await newest(app)).toMatchObject({
        type: 'group-updated',
        preData: { name: 'Team', users: [ed.id] },
        data: { name: 'Crew', users: [ed.id, ada.id] },
    });
});

test('an update without members keeps them, an empty list removes them', async () => {
    const app = await testApp();
    const { body } = await app.post(groups, { name: 'Team', users: [member(1)] });

    const kept = await app.put(`${groups}/${body.id}`, { name: 'Team 2' });
    const emptied = await app.put(`${groups}/${body.id}`, { name: 'Team 2', users: [] });

    expect(kept.body.userCount).toBe(1);
    expect(emptied.body.userCount).toBe(0);
});

test('a group that is read and sent back is unchanged', async () => {
    const app = await testApp();
    const { body } = await app.post(groups, { name: 'Team', rootRole: 3, mappingsSSO: ['x'], users: [member(1)] });

    const response = await app.put(`${groups}/${body.id}`, body, { changesNothing: true });

    expect(response).toMatchObject({ status: 200, body });
});

test('deleting a group deletes its roles, but not its members', async () => {
    const app = await testApp();
    const ed = await app.has.user();
    const { body } = await app.post(groups, { name: 'Team', rootRole: 2, users: [member(ed.id)] });
    await app.put(`/api/admin/projects/default/groups/${body.id}/roles`, { roles: [5] });

    const response = await app.delete(`${groups}/${body.id}`);

    expect(response.status).toBe(200);
    expect(await app.get(`${groups}/${body.id}`)).toMatchObject({ status: 404 });
    expect((await app.get('/api/admin/user', ed)).body.permissions).toEqual([]);
    expect(await newest(app)).toMatchObject({ type: 'group-deleted', preData: { name: 'Team', users: [ed.id] } });
});

describe('the permissions of group members', () => {
    test('include those of its root role', async () => {
        const app = await sharedApp();
        const ed = await app.has.user();
        const create = () => app.post('/api/admin/segments', { name: 'a', constraints: [] }, ed);
        const before = await create();

        await app.post(groups, { name: 'Editors', rootRole: 2, users: [member(ed.id)] });

        expect(before).toMatchObject({ status: 403 });
        expect(await create()).toMatchObject({ status: 201 });
        expect((await app.get('/api/admin/user', ed)).body.permissions).toContainEqual({
            permission: 'CREATE_FEATURE',
            project: 'default',
        });
    });

    test('include those of its project roles, only in that project', async () => {
        const app = await testApp();
        const ed = await app.has.user();
        await app.has.project({ id: 'p2' });
        const { body: group } = await app.post(groups, { name: 'Team', users: [member(ed.id)] });
        await app.put(`/api/admin/projects/p2/groups/${group.id}/roles`, { roles: [5] });
        const create = (project: string) =>
            app.post(`/api/admin/projects/${project}/features`, { name: `f-${project}` }, ed);

        expect(await create('p2')).toMatchObject({ status: 201 });
        expect(await create('default')).toMatchObject({ status: 403 });
    });

    test('end when they leave', async () => {
        const app = await sharedApp();
        const ed = await app.has.user();
        const { body } = await app.post(groups, { name: 'Admins', rootRole: 1, users: [member(ed.id)] });
        expect(await app.get(groups, ed)).toMatchObject({ status: 200 });

        await app.put(`${groups}/${body.id}`, { name: 'Admins', rootRole: 1, users: [] });

        expect(await app.get(groups, ed)).toMatchObject({ status: 403 });
    });

    test('are listed once, even if several roles contain them', async () => {
        const app = await sharedApp();
        const ed = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'member' } });
        await app.post(groups, { name: 'Editors', rootRole: 2, users: [member(ed.id)] });

        const { body } = await app.get('/api/admin/user', ed);

        const keys = body.permissions.map((entry: unknown) => JSON.stringify(entry));
        expect(new Set(keys).size).toBe(keys.length);
    });

    test('include access to a private project in which the group has a role', async () => {
        const app = await testApp();
        const [ed, stranger] = [await app.has.user(), await app.has.user()];
        await app.has.project({ id: 'secret', mode: 'private' });
        const { body: group } = await app.post(groups, { name: 'Team', users: [member(ed.id)] });
        await app.put(`/api/admin/projects/secret/groups/${group.id}/roles`, { roles: [6] });

        expect(await app.get('/api/admin/projects/secret/overview', ed)).toMatchObject({ status: 200 });
        expect(await app.get('/api/admin/projects/secret/overview', stranger)).toMatchObject({ status: 404 });
    });
});

describe('a request about groups is rejected and nothing changes', () => {
    let app: TestApp;
    let existing: { id: number };
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.post(groups, { name: 'Taken' });
        existing = (await app.post(groups, { name: 'Existing', users: [member(1)] })).body;
        await app.post('/api/admin/service-account', { username: 'robot', rootRole: 3 });
    });

    test.each([
        ['without a name', {}, 400],
        ['with a blank name', { name: ' ' }, 400],
        ['with a number as name', { name: 5 }, 400],
        ['with the name of another', { name: 'Taken' }, 409],
        ['with the name of another and blanks', { name: ' Taken' }, 409],
        ['with a root role that does not exist', { name: 'x', rootRole: 99 }, 400],
        ['with a project role as root role', { name: 'x', rootRole: 4 }, 400],
        ['with the name of a role', { name: 'x', rootRole: 'Admin' }, 400],
        ['with a user who does not exist', { name: 'x', users: [member(999)] }, 400],
        ['with a service account', { name: 'x', users: [member(2)] }, 400],
        ['with users that are ids', { name: 'x', users: [1] }, 400],
        ['with mappings that are no texts', { name: 'x', mappingsSSO: [1] }, 400],
        ['with too many mappings', { name: 'x', mappingsSSO: Array.from({ length: 501 }, (_, i) => `m${i}`) }, 400],
        ['with an unknown property', { name: 'x', admin: true }, 400],
    ])('%s', async (_case, body, status) => {
        expect(await app.post(groups, body)).toMatchObject({ status });
        expect(await app.put(`${groups}/${existing.id}`, body)).toMatchObject({ status });
    });

    test('an unknown group returns 404, an invalid id 400', async () => {
        expect(await app.get(`${groups}/999`)).toMatchObject({ status: 404 });
        expect(await app.put(`${groups}/999`, { name: 'x' })).toMatchObject({ status: 404 });
        expect(await app.delete(`${groups}/999`)).toMatchObject({ status: 404 });
        expect(await app.get(`${groups}/abc`)).toMatchObject({ status: 400 });
    });
});

test('the name and members of a group that a directory manages cannot be changed, but its root role can', async () => {
    const app = await sharedApp();
    const { body } = await app.post(groups, { name: 'Managed', users: [member(1)] });
    await app.services.recordObservation((tx) =>
        tx.updateTable('groups').set({ scim_id: 'x' }).where('id', '=', body.id).execute(),
    );

    expect(await app.put(`${groups}/${body.id}`, { name: 'Other' })).toMatchObject({ status: 400 });
    expect(await app.put(`${groups}/${body.id}`, { name: 'Managed', users: [] })).toMatchObject({ status: 400 });
    expect(await app.put(`${groups}/${body.id}`, { name: 'Managed', rootRole: 3 })).toMatchObject({ status: 200 });
});
