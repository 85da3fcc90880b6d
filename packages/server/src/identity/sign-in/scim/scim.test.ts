import { beforeAll, describe as databaseDescribe, test as databaseTest, expect } from 'vitest';
import { type Directory, directoryOf } from '../../../../test/support/directory.ts';
import { embedded } from '../../../../test/support/embedded-test.ts';
import { mailServer } from '../../../../test/support/mail-server.ts';
import { ADMIN_PASSWORD, type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const { describe, test } = embedded;

const users = '/scim/v2/Users';
const groups = '/scim/v2/Groups';
const settings = '/api/admin/scim-settings';
const SCIM_JSON = { 'content-type': 'application/scim+json' };

const createEd = async (directory: Directory, more: object = {}) =>
    (await directory.post(users, { userName: 'ed@example.com', displayName: 'Ed', ...more })).body;

async function adminUser(app: TestApp, scimId: string) {
    const { body } = await app.get('/api/admin/user-admin');
    return body.users.find((user: { scimId: string | null }) => user.scimId === scimId);
}

async function adminGroup(app: TestApp, scimId: string) {
    const { body } = await app.get('/api/admin/groups');
    return body.groups.find((group: { scimId: string | null }) => group.scimId === scimId);
}

const newest = async (app: TestApp, type: string) =>
    (await app.get('/api/admin/events')).body.events.find((event: { type: string }) => event.type === type);

databaseTest('a directory creates a user, adds them to a group with a role, renames and deactivates them', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const project = await app.has.project();

    const ed = await createEd(directory, { externalId: 'dir-1' });
    const account = await adminUser(app, ed.id);
    await app.post(`/api/admin/user-admin/${account.id}/change-password`, { password: ADMIN_PASSWORD });
    const signIn = (username: string) =>
        app.post('/auth/simple/login', { username, password: ADMIN_PASSWORD }, { token: null });
    const cookie = (await signIn('ed@example.com')).headers.get('set-cookie')!.split(';')[0]!;
    const asEd: RequestOptions = { token: null, headers: { cookie } };
    const createFlag = (name: string) =>
        app.post(`/api/admin/projects/${project.id}/features`, { name, type: 'release' }, asEd);
    expect((await createFlag('a')).status).toBe(403);

    const { body: team } = await directory.post(groups, { displayName: 'Team', externalId: 'dir-g', members: [] });
    const group = await adminGroup(app, team.id);
    await app.post(`/api/admin/projects/${project.id}/access`, { roles: [4], groups: [group.id], users: [] });
    expect((await createFlag('a')).status).toBe(403);
    await directory.patch(`${groups}/${team.id}`, [{ op: 'add', path: 'members', value: [{ value: ed.id }] }]);
    expect((await createFlag('a')).status).toBe(201);

    await directory.patch(`${users}/${ed.id}`, [{ op: 'replace', path: 'displayName', value: 'Edward' }]);
    expect(await adminUser(app, ed.id)).toMatchObject({ name: 'Edward', id: account.id });

    await directory.patch(`${groups}/${team.id}`, [{ op: 'remove', path: `members[value eq "${ed.id}"]` }]);
    expect((await createFlag('b')).status).toBe(403);

    await directory.patch(`${users}/${ed.id}`, [{ op: 'replace', value: { active: false } }]);
    expect((await app.get('/api/admin/user', asEd)).status).toBe(401);
    expect(await signIn('ed@example.com')).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('deactivated') },
    });
    expect((await directory.get(`${users}/${ed.id}`)).body).toMatchObject({ active: false, displayName: 'Edward' });
    expect(await adminUser(app, ed.id)).toMatchObject({ id: account.id });

    await directory.patch(`${users}/${ed.id}`, [{ op: 'Replace', path: 'active', value: 'True' }]);
    expect((await signIn('ed@example.com')).status).toBe(200);
});

test('a user is returned in SCIM format with their location', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);

    const response = await directory.post(users, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'ed',
        name: { givenName: 'Ed', familyName: 'Example' },
        emails: [{ value: 'home@example.com' }, { value: 'Work@example.com', primary: true, type: 'work' }],
        externalId: 'dir-1',
        active: true,
        title: 'Engineer',
    });

    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    const location = `${app.services.publicUrl()}/scim/v2/Users/${response.body.id}`;
    expect(response.headers.get('location')).toBe(location);
    expect(response.body).toEqual({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        id: expect.any(String),
        externalId: 'dir-1',
        userName: 'ed',
        displayName: 'Ed Example',
        name: { formatted: 'Ed Example' },
        emails: [{ value: 'work@example.com', type: 'work', primary: true }],
        active: true,
        meta: { resourceType: 'User', created: expect.any(String), location },
    });
    expect((await directory.get(`${users}/${response.body.id}`)).body).toEqual(response.body);
    expect(await adminUser(app, response.body.id)).toMatchObject({ username: 'ed', rootRole: 3 });
});

test('changes by the directory are recorded under its name', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);

    const ed = await createEd(directory, { externalId: 'dir-1' });
    expect(await newest(app, 'user-created')).toMatchObject({
        createdBy: 'scim',
        data: { username: 'ed@example.com', scimId: ed.id },
    });
    await directory.patch(`${users}/${ed.id}`, [{ op: 'replace', path: 'active', value: false }]);

    const event = await newest(app, 'user-updated');
    expect(event).toMatchObject({ createdBy: 'scim', data: { active: false, externalId: 'dir-1' } });
    expect(event.preData).not.toHaveProperty('active');
});

test('deactivating a user deletes their personal tokens permanently', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ann = await app.has.user();
    const expiresAt = new Date(app.services.clock().getTime() + 86_400_000).toISOString();
    const { body: pat } = await app.post('/api/admin/user/tokens', { description: 'cli', expiresAt }, ann);
    const { body: managed } = await directory.post(users, { userName: ann.username });
    expect((await app.get('/api/admin/user', { token: pat.secret })).status).toBe(200);

    await directory.patch(`${users}/${managed.id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect((await app.get('/api/admin/user', { token: pat.secret })).status).toBe(401);
    await directory.patch(`${users}/${managed.id}`, [{ op: 'replace', path: 'active', value: true }]);

    expect((await app.get('/api/admin/user', { token: pat.secret })).status).toBe(401);
});

test('a deactivated user gets no reset mail, and existing links expire', async () => {
    const server = await mailServer();
    const app = await testApp({ environment: server.environment });
    const directory = await directoryOf(app);
    const ed = await createEd(directory);
    const { body: link } = await app.post('/api/admin/user-admin/reset-password', { id: 'ed@example.com' });
    await directory.patch(`${users}/${ed.id}`, [{ op: 'replace', path: 'active', value: false }]);

    await app.post('/auth/reset/password-email', { email: 'ed@example.com' }, { token: null });
    await app.services.mails.sendDue();

    expect(server.mails).toEqual([]);
    const token = new URL(link.resetPasswordUrl).searchParams.get('token');
    expect((await app.get(`/auth/reset/validate?token=${token}`, { token: null })).status).toBe(401);
    expect(await app.post('/api/admin/user-admin/reset-password', { id: 'ed@example.com' })).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('deactivated') },
    });
});

describe('a directory without permission to manage administrators', () => {
    const admins = async (app: TestApp) => (await app.get('/api/admin/user-admin/admin-count')).body;

    test('cannot take over an administrator by name or address', async () => {
        const app = await testApp();
        const directory = await directoryOf(app);
        await app.put('/api/admin/user-admin/1', { email: 'admin@example.com' });

        for (const body of [
            { userName: 'admin' },
            { userName: 'Admin@Example.com' },
            { userName: 'eve', emails: [{ value: 'admin@example.com' }] },
        ]) {
            expect(await directory.post(users, body)).toMatchObject({
                status: 403,
                body: { detail: expect.stringContaining('administrators') },
            });
        }
        expect((await app.get('/api/admin/user-admin/1')).body).toMatchObject({
            username: 'admin',
            email: 'admin@example.com',
        });
    });

    test.each(['a role', 'a group'])(
        'cannot change a managed user who became an administrator through %s',
        async (way) => {
            const app = await testApp();
            const directory = await directoryOf(app);
            const ed = await createEd(directory);
            const { id } = await adminUser(app, ed.id);
            if (way === 'a role') await app.put(`/api/admin/user-admin/${id}`, { rootRole: 1 });
            else await app.post('/api/admin/groups', { name: 'Admins', rootRole: 1, users: [{ user: { id } }] });

            const changes = [
                { path: 'emails', value: [{ value: 'eve@example.com' }] },
                { path: 'userName', value: 'eve' },
                { path: 'displayName', value: 'Eve' },
                { path: 'active', value: false },
            ];
            for (const change of changes) {
                expect((await directory.patch(`${users}/${ed.id}`, [{ op: 'replace', ...change }])).status).toBe(403);
            }
            expect((await directory.delete(`${users}/${ed.id}`)).status).toBe(403);
            const same = { userName: 'ed@example.com', displayName: 'Ed' };
            expect((await directory.put(`${users}/${ed.id}`, same, { changesNothing: true })).status).toBe(200);
            expect(await adminUser(app, ed.id)).toMatchObject({ email: 'ed@example.com', name: 'Ed' });
        },
    );

    test('cannot change the members of a group with the Admin role', async () => {
        const app = await testApp();
        const directory = await directoryOf(app);
        const eve = await createEd(directory, { userName: 'eve@example.com' });
        await app.post('/api/admin/groups', { name: 'Admins', rootRole: 1 });
        const { body: team } = await directory.post(groups, { displayName: 'Team' });
        const before = await admins(app);

        const adopted = await directory.post(groups, { displayName: 'Admins', members: [{ value: eve.id }] });
        const { id } = await adminGroup(app, team.id);
        await app.put(`/api/admin/groups/${id}`, { name: 'Team', rootRole: 1 });
        const joined = await directory.patch(`${groups}/${team.id}`, [
            { op: 'add', path: 'members', value: [{ value: eve.id }] },
        ]);
        const deleted = await directory.delete(`${groups}/${team.id}`);

        expect([adopted.status, joined.status, deleted.status]).toEqual([403, 403, 403]);
        expect(await admins(app)).toEqual(before);
    });

    test('can manage administrators once an administrator allows it', async () => {
        const app = await testApp();
        const directory = await directoryOf(app, { manageAdministrators: true });

        expect((await directory.post(users, { userName: 'admin', displayName: 'A' })).status).toBe(201);
        expect((await app.get(settings)).body).toMatchObject({ enabled: true, manageAdministrators: true });
        await app.post(settings, { enabled: false });
        expect((await app.get(settings)).body).toMatchObject({ enabled: false, manageAdministrators: true });
    });
});

databaseDescribe('a user who signed up with the login of another user before the directory creates the other', () => {
    async function squatter(more: object = {}) {
        const app = await testApp();
        const directory = await directoryOf(app);
        const expiresAt = new Date(app.services.clock().getTime() + 86_400_000).toISOString();
        const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        const signup = { name: 'Eve', email: 'ada@example.com', password: ADMIN_PASSWORD, ...more };
        const { body: eve } = await app.post(`/invite/${link.secret}/signup`, signup, { token: null });
        const signIn = () =>
            app.post('/auth/simple/login', { username: signup.email, password: ADMIN_PASSWORD }, { token: null });
        const cookie = (await signIn()).headers.get('set-cookie')!.split(';')[0]!;
        const session: RequestOptions = { token: null, headers: { cookie } };
        const pat = { description: 'mine', expiresAt: '2200-01-01T00:00:00Z' };
        const { body: token } = await app.post('/api/admin/user/tokens', pat, session);
        /** The status of a request with each credential that the user created. */
        const statuses = async () => [
            (await signIn()).status,
            (await app.get('/api/admin/user', session)).status,
            (await app.get('/api/admin/user', { token: token.secret })).status,
        ];
        return { app, directory, eve, statuses };
    }

    test('loses the password, session and token if the address matches', async () => {
        const { app, directory, eve, statuses } = await squatter();
        expect(await statuses()).toEqual([200, 200, 200]);

        const { body: ada } = await directory.post(users, { userName: 'ada@example.com' });

        expect(await adminUser(app, ada.id)).toMatchObject({ id: eve.id });
        expect(await statuses()).toEqual([401, 401, 401]);
    });

    databaseTest('loses the password, session and token if the username matches', async () => {
        const { directory, statuses } = await squatter({ email: 'eve@example.com', username: 'ada' });

        expect((await directory.post(users, { userName: 'ada' })).status).toBe(201);

        expect(await statuses()).toEqual([401, 401, 401]);
    });

    test('cannot use an e-mail address as username', async () => {
        const app = await testApp();
        const expiresAt = new Date(app.services.clock().getTime() + 86_400_000).toISOString();
        const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        const signup = { name: 'Eve', email: 'eve@example.com', password: ADMIN_PASSWORD, username: 'ada@example.com' };

        expect(await app.post(`/invite/${link.secret}/signup`, signup, { token: null })).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/username' }] },
        });
    });
});

test('password reset links expire when the directory changes the address', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory);
    const { body } = await app.post('/api/admin/user-admin/reset-password', { id: 'ed@example.com' });
    const token = new URL(body.resetPasswordUrl).searchParams.get('token');

    await directory.patch(`${users}/${ed.id}`, [
        { op: 'replace', path: 'emails', value: [{ value: 'e@example.org' }] },
    ]);

    expect((await app.get(`/auth/reset/validate?token=${token}`, { token: null })).status).toBe(401);
});

test('the last administrator cannot be deactivated or deleted by the directory', async () => {
    const app = await testApp();
    const directory = await directoryOf(app, { manageAdministrators: true });
    const { body: admin } = await directory.post(users, { userName: 'admin' });

    const deactivated = await directory.patch(`${users}/${admin.id}`, [{ op: 'replace', value: { active: false } }]);
    const deleted = await directory.delete(`${users}/${admin.id}`);

    expect([deactivated.status, deleted.status]).toEqual([409, 409]);
    expect((await directory.get(`${users}/${admin.id}`)).body.active).toBe(true);
});

test('the directory cannot remove the address with which the last administrator signs in', async () => {
    const app = await testApp();
    const directory = await directoryOf(app, { manageAdministrators: true });
    const { body: admin } = await directory.post(users, {
        userName: 'admin',
        emails: [{ value: 'admin@example.com' }],
    });
    await app.services.recordObservation((tx) =>
        tx.insertInto('settings').values({ name: 'simpleAuth', content: '{"disabled":true}' }).execute(),
    );

    const response = await directory.patch(`${users}/${admin.id}`, [{ op: 'remove', path: 'emails' }]);

    expect(response.status).toBe(409);
});

test('an existing user is taken over, with their roles and id', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const { body: ed } = await app.post('/api/admin/user-admin', { email: 'ed@example.com', rootRole: 2 });

    const response = await directory.post(users, { userName: 'ED@example.com', displayName: 'Ed' });

    expect(response.status).toBe(201);
    expect(await adminUser(app, response.body.id)).toMatchObject({ id: ed.id, rootRole: 2, name: 'Ed' });
    expect(await newest(app, 'user-updated')).toMatchObject({ data: { scimId: response.body.id } });
});

test('a user that the directory already manages is not created again', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    await createEd(directory);

    const response = await directory.post(users, { userName: 'Ed@Example.com' });

    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toContain('application/scim+json');
    expect(response.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: expect.any(String),
    });
});

test('a username of another user is rejected', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory);

    const response = await directory.patch(`${users}/${ed.id}`, [{ op: 'replace', path: 'userName', value: 'ADMIN' }]);

    expect(response).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
});

test('only the directory renames a managed user; administrators assign roles', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory);
    const { id } = await adminUser(app, ed.id);

    expect((await app.put(`/api/admin/user-admin/${id}`, { name: 'Other' })).status).toBe(400);
    expect((await app.put(`/api/admin/user-admin/${id}`, { email: 'other@example.com' })).status).toBe(400);
    expect((await app.put(`/api/admin/user-admin/${id}`, { rootRole: 2 })).status).toBe(200);
});

test('only the directory renames a managed group and changes its members; administrators assign roles', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const { body: team } = await directory.post(groups, { displayName: 'Team' });
    const { id } = await adminGroup(app, team.id);

    expect((await app.put(`/api/admin/groups/${id}`, { name: 'Other' })).status).toBe(400);
    expect((await app.put(`/api/admin/groups/${id}`, { name: 'Team', users: [{ user: { id: 1 } }] })).status).toBe(400);
    expect((await app.put(`/api/admin/groups/${id}`, { name: 'Team', rootRole: 2 })).status).toBe(200);
    expect((await directory.get(`${groups}/${team.id}`)).body.displayName).toBe('Team');
});

databaseTest('all users of a directory are deleted with one request, and no other users', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    await createEd(directory);
    await directory.post(users, { userName: 'ann' });
    const joe = await app.has.user();
    const all = '/api/admin/user-admin/scim-users';

    expect(await app.delete(all, joe)).toMatchObject({ status: 403, body: { permissions: ['ADMIN'] } });
    expect(await app.delete(all)).toMatchObject({ status: 200 });

    expect((await directory.get(users)).body.totalResults).toBe(0);
    const { body } = await app.get('/api/admin/user-admin');
    expect(body.users.map(({ username }: { username: string }) => username)).toEqual(['admin', joe.username]);
    const { events } = (await app.get('/api/admin/events')).body;
    expect(events.slice(0, 2)).toMatchObject([
        { type: 'user-deleted', preData: { username: 'ann', rootRole: 3 } },
        { type: 'user-deleted', preData: { username: 'ed@example.com' } },
    ]);
    expect(await app.delete(all, { changesNothing: true })).toMatchObject({ status: 200 });
});

databaseTest('the users of a directory are not deleted if one of them is the last administrator', async () => {
    const app = await testApp();
    const directory = await directoryOf(app, { manageAdministrators: true });
    await createEd(directory);
    await directory.post(users, { userName: 'admin' });

    expect(await app.delete('/api/admin/user-admin/scim-users')).toMatchObject({ status: 409 });

    expect((await directory.get(users)).body.totalResults).toBe(2);
});

test('a deleted user is no longer listed, and their name can be reused', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory);

    expect((await directory.delete(`${users}/${ed.id}`)).status).toBe(204);

    expect((await directory.get(`${users}/${ed.id}`)).status).toBe(404);
    expect((await directory.delete(`${users}/${ed.id}`)).status).toBe(404);
    expect((await directory.post(users, { userName: 'ed@example.com' })).status).toBe(201);
});

test.each([
    ['a path', [{ op: 'Replace', path: 'displayName', value: 'New' }], { displayName: 'New' }],
    ['the formatted name', [{ op: 'Add', path: 'name.formatted', value: 'New' }], { displayName: 'New' }],
    [
        'the parts of a name',
        [
            { op: 'Replace', path: 'name.givenName', value: 'A' },
            { op: 'Replace', path: 'name.familyName', value: 'B' },
        ],
        { displayName: 'A B' },
    ],
    ['a value without a path', [{ op: 'replace', value: { displayName: 'New', active: false } }], { active: false }],
    ['dotted names without a path', [{ op: 'Add', value: { 'name.formatted': 'New' } }], { displayName: 'New' }],
    [
        'a full name of an attribute',
        [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'new' }],
        { userName: 'new' },
    ],
    [
        'an address selected by its type',
        [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'New@example.com' }],
        { emails: [{ value: 'new@example.com', type: 'work', primary: true }] },
    ],
    [
        'a list of addresses',
        [{ op: 'replace', path: 'emails', value: [{ value: 'new@example.com' }] }],
        { emails: [{ value: 'new@example.com', type: 'work', primary: true }] },
    ],
    ['a removed address', [{ op: 'remove', path: 'emails' }], { emails: [] }],
    ['false as a string', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['the external id', [{ op: 'replace', path: 'externalId', value: 'x-2' }], { externalId: 'x-2' }],
])('a patch may contain %s', async (_what, operations, expected) => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory);

    const response = await directory.patch(`${users}/${ed.id}`, operations);

    expect(response).toMatchObject({ status: 200, body: expected });
    expect((await directory.get(`${users}/${ed.id}`)).body).toEqual(response.body);
});

test('unsupported attributes are ignored', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory);

    const response = await directory.patch(`${users}/${ed.id}`, [{ op: 'add', path: 'title', value: 'Boss' }], {
        changesNothing: true,
    });

    expect(response).toMatchObject({ status: 200, body: ed });
});

test('PUT updates a user, and omitted attributes are unchanged', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const ed = await createEd(directory, { externalId: 'dir-1' });

    const response = await directory.put(`${users}/${ed.id}`, { userName: 'edward', active: false });

    expect(response).toMatchObject({
        status: 200,
        body: { userName: 'edward', displayName: 'Ed', externalId: 'dir-1', active: false },
    });
});

databaseTest('members of a group are added, removed and replaced', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const [a, b, c] = [
        await createEd(directory, { userName: 'a' }),
        await createEd(directory, { userName: 'b' }),
        await createEd(directory, { userName: 'c' }),
    ];
    const { body: team } = await directory.post(groups, { displayName: 'Team', members: [{ value: a.id }] });
    const path = `${groups}/${team.id}`;
    const after = async (...operations: unknown[]) => {
        const { body } = await directory.patch(path, operations);
        return body.members.map(({ display }: { display: string }) => display).join('');
    };

    expect(await after({ op: 'add', path: 'members', value: [{ value: b.id }, { value: c.id }] })).toBe('abc');
    expect(await after({ op: 'Remove', path: 'members', value: [{ value: a.id }] })).toBe('bc');
    expect(await after({ op: 'remove', path: `members[value eq "${b.id}"]` })).toBe('c');
    expect(await after({ op: 'replace', value: { members: [{ value: a.id }] } })).toBe('a');
    expect(
        await after(
            { op: 'add', path: 'members', value: { value: b.id } },
            { op: 'replace', path: 'displayName', value: 'T' },
        ),
    ).toBe('ab');
    expect(await after({ op: 'remove', path: 'members' })).toBe('');
    expect((await directory.put(path, { displayName: 'Crew', members: [{ value: c.id }] })).body).toMatchObject({
        displayName: 'Crew',
        members: [{ value: c.id, display: 'c' }],
    });
    expect(await newest(app, 'group-updated')).toMatchObject({
        createdBy: 'scim',
        preData: { name: 'T' },
        data: { name: 'Crew', scimId: team.id },
    });
    expect((await directory.delete(path)).status).toBe(204);
    expect((await directory.get(path)).status).toBe(404);
});

test('an existing group is taken over with its roles, unless it is managed already', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    const { body: team } = await app.post('/api/admin/groups', { name: 'Team', rootRole: 2 });

    const adopted = await directory.post(groups, { displayName: 'Team' });
    const again = await directory.post(groups, { displayName: 'Team' });

    expect(await adminGroup(app, adopted.body.id)).toMatchObject({ id: team.id, rootRole: 2 });
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
});

databaseTest('a group cannot have the name of another group or unknown members', async () => {
    const app = await testApp();
    const directory = await directoryOf(app);
    await app.post('/api/admin/groups', { name: 'Other' });
    const { body: team } = await directory.post(groups, { displayName: 'Team' });

    expect(await directory.put(`${groups}/${team.id}`, { displayName: 'Other' })).toMatchObject({ status: 409 });
    const stranger = [{ op: 'add', path: 'members', value: [{ value: 'nobody' }] }];
    expect(await directory.patch(`${groups}/${team.id}`, stranger)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue', status: '400' },
    });
});

describe('SCIM authentication', () => {
    test('a token works while SCIM is enabled, until it is replaced', async () => {
        const app = await testApp();
        expect((await app.get(settings)).body).toMatchObject({ enabled: false, hasToken: false });
        const first = await directoryOf(app);
        expect((await app.get(settings)).body).toMatchObject({ enabled: true, hasToken: true });
        expect((await first.get(users)).status).toBe(200);

        await app.post(settings, { enabled: false });
        expect((await first.get(users)).status).toBe(401);
        const second = await directoryOf(app);

        expect((await first.get(users)).status).toBe(401);
        expect((await second.get(users)).status).toBe(200);
    });

    test('the token is stored as a hash, which is not in the audit log', async () => {
        const app = await testApp();
        const { token } = await directoryOf(app);

        const { events } = (await app.get('/api/admin/events')).body;
        const rows = await app.services.db.selectFrom('settings').selectAll().execute();

        expect(JSON.stringify([events, rows])).not.toContain(token);
        expect(events[0]).toMatchObject({ type: 'setting-updated', data: { id: 'scim', enabled: true } });
        expect(events[0].data).not.toHaveProperty('tokenHash');
    });

    test('the token is accepted by SCIM routes only, and they accept no other token', async () => {
        const app = await testApp();
        const { token } = await directoryOf(app);

        for (const path of ['/api/admin/projects', '/api/admin/user', '/api/client/features', '/api/frontend']) {
            expect((await app.send('GET', path, { token })).status, path).toBeOneOf([401, 403]);
        }
        expect((await app.get(users)).status).toBe(403);
        expect((await app.get(users, await app.has.user({ rootRole: 'admin' }))).status).toBe(403);
        expect((await app.get(users, { token: null })).status).toBe(401);
        expect((await app.get(users, { token: 'Bearer scim:guess' })).status).toBe(401);
    });

    test('other routes do not accept the media type of SCIM', async () => {
        const app = await testApp();

        expect((await app.post(settings, { enabled: true }, { headers: SCIM_JSON })).status).toBe(415);
    });

    test('plain JSON is accepted, too', async () => {
        const app = await testApp();
        const directory = await directoryOf(app);

        const json = { headers: { 'content-type': 'application/json' } };
        expect((await directory.post(users, { userName: 'ed' }, json)).status).toBe(201);
    });
});

databaseDescribe('search', () => {
    let app: TestApp;
    let directory: Directory;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        directory = await directoryOf(app);
        const created = [];
        for (const name of ['a', 'b', 'c', 'd', 'e']) {
            const input = { userName: `${name}@example.com`, displayName: `User ${name}`, externalId: `x-${name}` };
            created.push((await directory.post(users, { ...input, active: name !== 'e' })).body.id);
        }
        await directory.post(groups, {
            displayName: 'First "one"',
            externalId: 'g-1',
            members: [{ value: created[0] }],
        });
        await directory.post(groups, { displayName: 'Second' });
        await app.post('/api/admin/user-admin', { username: 'unmanaged', rootRole: 3 });
        await app.post('/api/admin/groups', { name: 'unmanaged' });
    });

    const find = async (path: string, query: Record<string, string>) =>
        directory.get(`${path}?${new URLSearchParams(query)}`);
    const names = (body: { Resources: { userName?: string; displayName: string }[] }) =>
        body.Resources.map((resource) => (resource.userName ?? resource.displayName)[0]).join('');

    databaseTest('all managed users are listed in order of creation', async () => {
        const { body } = await find(users, {});

        expect(body).toMatchObject({
            schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
            totalResults: 5,
            startIndex: 1,
            itemsPerPage: 5,
        });
        expect(names(body)).toBe('abcde');
    });

    databaseTest.each([
        ['userName eq "B@EXAMPLE.com"', 'b'],
        ['username EQ "b@example.com"', 'b'],
        ['externalId eq "x-c"', 'c'],
        ['emails.value eq "D@example.com"', 'd'],
        ['emails[type eq "work"].value eq "d@example.com"', 'd'],
        ['displayName eq "User a"', 'a'],
        ['active eq false', 'e'],
        ['active eq true and externalId eq "x-e"', ''],
        ['active eq true and externalId eq "x-a"', 'a'],
        ['userName eq "unmanaged"', ''],
        ['userName eq "a\\" or 1=1 --"', ''],
    ])('users are found by %s', async (filter, expected) => {
        const { status, body } = await find(users, { filter });

        expect([status, names(body), body.totalResults]).toEqual([200, expected, expected.length]);
    });

    databaseTest.each([
        ['displayName eq "First \\"one\\""', 'F'],
        ['externalId eq "g-1"', 'F'],
        ['displayName eq "unmanaged"', ''],
    ])('groups are found by %s', async (filter, expected) => {
        expect(names((await find(groups, { filter })).body)).toBe(expected);
    });

    databaseTest('groups are found by a member, and returned without members if those are excluded', async () => {
        const { body: found } = await find(users, { filter: 'externalId eq "x-a"' });
        const { body } = await find(groups, { filter: `members eq "${found.Resources[0].id}"` });
        expect(body.Resources).toMatchObject([{ members: [{ display: 'a@example.com' }] }]);

        const { body: without } = await find(groups, { excludedAttributes: 'members' });
        expect(without.Resources[0]).not.toHaveProperty('members');
        const one = await find(`${groups}/${body.Resources[0].id}`, { excludedAttributes: 'members' });
        expect(one.body).not.toHaveProperty('members');
    });

    databaseTest.each([
        [{ startIndex: '2', count: '2' }, 'bc', 2],
        [{ startIndex: '5', count: '10' }, 'e', 5],
        [{ startIndex: '6' }, '', 6],
        [{ startIndex: '-3', count: '1' }, 'a', 1],
        [{ count: '0' }, '', 1],
        [{ count: '-1' }, '', 1],
        [{ count: '1000000' }, 'abcde', 1],
    ])('the page %j is %j', async (query, expected, startIndex) => {
        const { body } = await find(users, query);

        expect(names(body)).toBe(expected);
        expect(body).toMatchObject({ totalResults: 5, startIndex, itemsPerPage: expected.length });
    });

    databaseTest.each([
        'userName',
        'userName co "a"',
        'userName eq a',
        'userName eq "a" or userName eq "b"',
        'userName eq "a" and',
        'password eq "a"',
        '__proto__ eq "a"',
        'userName eq "a" trailing',
        'x'.repeat(1_001),
    ])('the filter %j is rejected', async (filter) => {
        const response = await find(users, { filter });

        expect(response).toMatchObject({ status: 400, body: { status: '400', detail: expect.any(String) } });
        expect(response.headers.get('content-type')).toContain('application/scim+json');
    });

    databaseTest('long attribute names are rejected before they take time to parse', async () => {
        const { body: group } = await directory.post(groups, { displayName: 'Bracketed' });

        for (const path of [`${users}/x`, `${groups}/${group.id}`]) {
            const response = await directory.patch(path, [{ op: 'add', value: { ['['.repeat(100_000)]: 'a' } }]);
            expect(response).toMatchObject({ status: 400, body: { detail: expect.stringContaining('too long') } });
        }
    });

    databaseTest.each([['startIndex=x'], ['count=1.5'], ['count=99999999999']])(
        'the query %s is rejected',
        async (query) => {
            expect((await directory.get(`${users}?${query}`)).status).toBe(400);
        },
    );

    databaseTest.each([
        ['POST', users, {}],
        ['POST', users, { userName: '' }],
        ['POST', users, { userName: 5 }],
        ['POST', users, { userName: 'x'.repeat(256) }],
        ['POST', users, { userName: 'new', displayName: 'Ed\r\nBcc: evil@example.org' }],
        ['POST', users, { userName: 'new', emails: [{ value: 'no address' }] }],
        ['POST', users, { userName: 'new', active: 'perhaps' }],
        ['POST', users, []],
        ['POST', groups, {}],
        ['POST', groups, { displayName: ' ' }],
        ['POST', groups, { displayName: 'new', members: [{}] }],
        ['PATCH', users, { Operations: [] }],
        ['PATCH', users, { Operations: [{ op: 'move', path: 'userName' }] }],
        ['PATCH', users, { Operations: [{ op: 'remove' }] }],
        ['PATCH', users, { Operations: [{ op: 'remove', path: 'userName' }] }],
        ['PATCH', users, { Operations: [{ op: 'replace', value: 'x' }] }],
        ['PATCH', users, { Operations: [{ op: 'replace', path: 'active', value: 3 }] }],
        ['PATCH', users, { Operations: [{ op: 'replace', path: 'userName', value: { a: 1 } }] }],
        ['PATCH', users, { Operations: [{ op: 'replace', path: 'emails', value: 'a@example.com' }] }],
        ['PATCH', groups, { Operations: [{ op: 'add', path: 'members', value: ['a'] }] }],
        ['PATCH', groups, { Operations: [{ op: 'remove', path: 'members[display eq "a"]' }] }],
        ['PATCH', groups, { Operations: [{ op: 'remove', path: 'displayName' }] }],
    ] as const)('%s %s refuses %j', async (method, path, body) => {
        const { body: list } = await find(path, {});
        const request =
            method === 'POST'
                ? app.post(path, body, directory.as)
                : app.patch(`${path}/${list.Resources[0].id}`, body, directory.as);

        expect(await request).toMatchObject({
            status: 400,
            body: {
                schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
                status: '400',
                detail: expect.any(String),
            },
        });
    });

    databaseTest.each(['nobody', '__proto__', '1', "' or 1=1"])(
        'returns 404 for an unknown user or group %j',
        async (id) => {
            const path = encodeURIComponent(id);

            expect((await directory.get(`${users}/${path}`)).body).toMatchObject({ status: '404' });
            expect((await directory.get(`${groups}/${path}`)).status).toBe(404);
            expect((await directory.put(`${users}/${path}`, { userName: 'x' })).status).toBe(404);
            expect((await directory.patch(`${groups}/${path}`, [{ op: 'remove', path: 'members' }])).status).toBe(404);
            expect((await directory.delete(`${groups}/${path}`)).status).toBe(404);
        },
    );

    databaseTest('the discovery endpoints describe the supported features', async () => {
        const { body: config } = await directory.get('/scim/v2/ServiceProviderConfig');
        const { body: types } = await directory.get('/scim/v2/ResourceTypes');
        const { body: schemas } = await directory.get('/scim/v2/Schemas');

        expect(config).toMatchObject({
            patch: { supported: true },
            bulk: { supported: false },
            filter: { supported: true },
        });
        expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
        expect(schemas.Resources.map(({ name }: { name: string }) => name)).toEqual(['User', 'Group']);
        expect((await app.get('/scim/v2/Schemas', { token: null })).status).toBe(401);
    });
});
