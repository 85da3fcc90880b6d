import { beforeAll, test as databaseTest, expect } from 'vitest';
import { embedded } from '../../../../test/support/embedded-test.ts';
import { ADMIN_PASSWORD, type TestApp, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const { describe, test } = embedded;

const users = '/api/admin/user-admin';
const DAY = 86_400_000;

const lastEvents = async (app: TestApp, type: string) =>
    (await app.get(`/api/admin/events`)).body.events.filter((event: { type: string }) => event.type === type);

const signIn = (app: TestApp, username: string, password: string) =>
    app.post('/auth/simple/login', { username, password }, { token: null });

test('creating a user returns 201 with the user, a link to choose a password, and the id as location', async () => {
    const app = await testApp();

    const response = await app.post(users, { username: 'ed', name: 'Ed', rootRole: 2 });

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(String(response.body.id));
    expect(response.body).toEqual({
        id: expect.any(Number),
        isAPI: false,
        accountType: 'User',
        name: 'Ed',
        username: 'ed',
        imageUrl: expect.stringMatching(/^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?s=42&d=retro&r=g$/),
        seenAt: null,
        loginAttempts: 0,
        createdAt: expect.any(String),
        rootRole: 2,
        inviteLink: expect.stringMatching(/\/new-user\?token=[\w-]{43}$/),
        emailSent: false,
    });
});

databaseTest('a new user gets roles in the requested projects, or is not created at all', async () => {
    const app = await testApp();
    const { id: harbour } = await app.has.project();
    const rolesIn = async (project: string) =>
        (await app.get(`/api/admin/projects/${project}/access`)).body.users.map(
            ({ username, roles }: { username: string; roles: number[] }) => [username, roles],
        );
    const ed = { username: 'ed', rootRole: 3 };

    const unknown = await app.post(users, {
        ...ed,
        projects: [
            { id: harbour, role: 5 },
            { id: 'sunken', role: 5 },
        ],
    });
    const wrongRole = await app.post(users, { ...ed, projects: [{ id: harbour, role: 999 }] });
    expect([unknown.status, wrongRole.status]).toEqual([400, 400]);
    expect(unknown.body.message).toContain('There is no project sunken.');
    expect(await rolesIn(harbour)).not.toContainEqual(['ed', [5]]);

    const projects = [
        { id: harbour, role: 5 },
        { id: 'default', role: 4 },
    ];
    expect(await app.post(users, { ...ed, projects })).toMatchObject({ status: 201 });
    expect(await rolesIn(harbour)).toContainEqual(['ed', [5]]);
    expect(await rolesIn('default')).toContainEqual(['ed', [4]]);
});

databaseTest('lists contain all users, also those that one query does not read', async () => {
    const app = await testApp();
    const names = Array.from({ length: 1_001 }, (_, index) => `employee-${index}`);
    await app.services.recordObservation(async (tx) => {
        const created_at = new Date().toISOString();
        for (let start = 0; start < names.length; start += 100) {
            const rows = names.slice(start, start + 100).map((username) => ({
                name: null,
                username,
                email: null,
                password_hash: null,
                is_service: false,
                login_attempts: 0,
                created_at,
                seen_at: null,
                scim_id: null,
                deleted_at: null,
            }));
            await tx.insertInto('users').values(rows).execute();
        }
    });

    const overview = '/api/admin/access/overview';
    // The responses are in memory at the same time, and again in memory that earlier responses have used.
    for (const path of [users, `${users}/access`, overview, users, overview]) {
        const responses = await Promise.all([app.get(path), app.get(path), app.get(users)]);
        for (const { body } of responses) {
            const listed = (body.users ?? body.overview).map(
                (user: { username?: string; userName?: string }) => user.username ?? user.userName,
            );
            expect(listed).toEqual(['admin', ...names]);
        }
    }
});

test('the event of a new user contains their data, but neither password nor link', async () => {
    const app = await testApp();
    const { body: user } = await app.post(users, { email: 'Ann@Example.com', password: 'secret-word', rootRole: 3 });

    const [event] = await lastEvents(app, 'user-created');

    expect(event).toMatchObject({
        preData: null,
        data: { id: user.id, name: null, username: null, email: 'ann@example.com', rootRole: 3 },
    });
    expect(Object.keys(event.data)).toHaveLength(5);
});

test.each([
    ['Admin', [{ permission: 'ADMIN' }]],
    ['Viewer', []],
    ['3', []],
])('the root role %j is accepted and returned', async (rootRole, permissions) => {
    const app = await testApp();

    const created = await app.post(users, { username: 'ed', password: 'secret-word', rootRole });
    const signedIn = await signIn(app, 'ed', 'secret-word');
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const me = await app.get('/api/admin/user', { token: null, headers: { cookie } });

    expect(created).toMatchObject({ status: 201, body: { rootRole } });
    expect(me.body.permissions).toEqual(permissions);
});

test.each([
    ['Owner', 4],
    ['Member', 5],
])('a user created as %s is a Viewer with that role in the default project', async (rootRole, roleId) => {
    const app = await testApp();
    const own = { username: 'ed', password: 'A-password-of-tests-1' };

    const { status, body } = await app.post(users, { ...own, rootRole });

    expect({ status, body }).toMatchObject({ status: 201, body: { rootRole } });
    expect((await app.get(`${users}/${body.id}`)).body).toMatchObject({ rootRole: 3 });
    expect((await app.get('/api/admin/projects/default/access')).body.users).toMatchObject([
        { id: body.id, roles: [roleId] },
    ]);
    const signedIn = await signIn(app, own.username, own.password);
    const they = { token: null, headers: { cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! } };
    expect((await app.post('/api/admin/projects/default/features', { name: 'own' }, they)).status).toBe(201);
    await app.has.project({ id: 'other' });
    expect((await app.post('/api/admin/projects/other/features', { name: 'theirs' }, they)).status).toBe(403);
    const { events } = (await app.get('/api/admin/events')).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(
        expect.arrayContaining(['user-created', 'project-access-added']),
    );
});

test.each(['user-admin', 'service-account'])(
    'the error of %s names rootRole if the root role does not exist',
    async (what) => {
        const app = await testApp();
        const names = what === 'user-admin' ? ['King', 'Reader', '0'] : [];

        for (const rootRole of [99, 4, ...names]) {
            expect(await app.post(`/api/admin/${what}`, { username: 'x', rootRole })).toMatchObject({
                status: 400,
                body: {
                    message: expect.stringContaining(`\`rootRole\` ${rootRole} `),
                    details: [{ path: '/body/rootRole' }],
                },
            });
        }
    },
);

test('an existing user cannot become an owner through rootRole', async () => {
    const app = await testApp();
    const { body } = await app.post(users, { username: 'ed', rootRole: 3 });

    expect(await app.put(`${users}/${body.id}`, { rootRole: 'Owner' })).toMatchObject({ status: 400 });
});

describe('a user is rejected and not created', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file', environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000' } });
        await app.post(users, { username: 'taken', email: 'taken@example.com', rootRole: 3 });
    });

    test.each([
        ['without username and e-mail address', { rootRole: 3 }],
        ['with both empty', { username: ' ', email: '', rootRole: 3 }],
        ['without a root role', { username: 'x' }],
        ['with a root role that does not exist', { username: 'x', rootRole: 99 }],
        ['with a root role beyond any id', { username: 'x', rootRole: 2 ** 31 }],
        ['with the id of a project role', { username: 'x', rootRole: 4 }],
        ['with digits beyond any id', { username: 'x', rootRole: '9'.repeat(50) }],
        ['with the role Reader', { username: 'x', rootRole: 'Reader' }],
        ['with an unknown role name', { username: 'x', rootRole: '__proto__' }],
        ['with a role in lower case', { username: 'x', rootRole: 'admin' }],
        ['with an object as role', { username: 'x', rootRole: { id: 1 } }],
        ['with an invalid e-mail address', { email: 'not-an-address', rootRole: 3 }],
        ['with an e-mail address without a domain', { email: 'ed@local', rootRole: 3 }],
        ['with a line break in the name', { username: 'x', name: 'a\nb', rootRole: 3 }],
        ['with a username of 256 characters', { username: 'x'.repeat(256), rootRole: 3 }],
        ['with a password of 129 characters', { username: 'x', password: 'x'.repeat(129), rootRole: 3 }],
        ['with a number as username', { username: 7, rootRole: 3 }],
        ['with an unknown property', { username: 'x', rootRole: 3, isAdmin: true }],
        ['with an id', { id: 7, username: 'x', rootRole: 3 }],
        ['whose username exists', { username: 'taken', rootRole: 3 }],
        ['whose username exists in another case', { username: 'TAKEN', rootRole: 3 }],
        ['whose e-mail address exists', { email: 'taken@example.com', rootRole: 3 }],
        ['whose e-mail address exists in another case', { email: 'Taken@Example.COM', rootRole: 3 }],
        ['whose username is the e-mail address of another user', { username: 'Taken@example.com', rootRole: 3 }],
    ])('%s', async (_case, body) => {
        const response = await app.post(users, body);

        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        expect((await app.get(users)).body.users).toHaveLength(2);
    });
});

test('an e-mail address that is the username of another user is rejected, and the error names the member', async () => {
    const app = await testApp();
    await app.post(users, { username: 'ed@example.com', rootRole: 3 });
    const refused = (member: string) => ({ status: 400, body: { details: [{ path: `/body/${member}` }] } });

    expect(await app.post(users, { username: 'free', email: 'ed@example.com', rootRole: 1 })).toMatchObject(
        refused('email'),
    );
    expect(await app.post(users, { username: 'ed@example.com', email: 'free@example.com', rootRole: 1 })).toMatchObject(
        refused('username'),
    );
});

databaseTest(
    'usernames that differ in the case of ASCII letters are equal; those that differ in other letters are not',
    async () => {
        const app = await testApp();
        const create = (username: string) => app.post(users, { username, rootRole: 3 });

        expect(await create('\u00c4rger')).toMatchObject({ status: 201 });
        expect(await create('\u00c4RGER')).toMatchObject({ status: 400 });
        expect(await create('\u00e4rger')).toMatchObject({ status: 201 });
        expect(await create('kate')).toMatchObject({ status: 201 });
        // The Kelvin sign becomes a k in lower case, and a dotted I an i.
        expect(await create('\u212aate')).toMatchObject({ status: 201 });
        expect(await create('\u0130ris')).toMatchObject({ status: 201 });
        expect(await create('iris')).toMatchObject({ status: 201 });
    },
);

databaseTest(
    'of concurrent requests for the same username one creates the user, and others create theirs',
    async () => {
        const app = await testApp();
        const names = ['ann', 'ed', 'Ann', 'ada', 'ED', 'joe', 'ann', 'eve'];

        const responses = await Promise.all(names.map((username) => app.send('POST', users, body({ username }))));

        expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
        expect(responses.filter(({ status }) => status === 400)).toHaveLength(3);
        const events = await lastEvents(app, 'user-created');
        const created = events.filter(({ data }: { data: { rootRole: number } }) => data.rootRole === 3);
        expect(created.map(({ data }: { data: { username: string } }) => data.username.toLowerCase()).sort()).toEqual([
            'ada',
            'ann',
            'ed',
            'eve',
            'joe',
        ]);
        expect(new Set(created.map(({ groupId }: { groupId: string }) => groupId)).size).toBe(5);
    },
);

const body = (user: object) => ({
    headers: { 'content-type': 'application/json' },
    rawBody: JSON.stringify({ rootRole: 3, ...user }),
});

test('creating more users per minute than allowed returns 429', async () => {
    const app = await testApp({ environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '2' } });
    await app.post(users, { username: 'a', rootRole: 3 });
    await app.post(users, { username: 'b', rootRole: 3 });

    const response = await app.post(users, { username: 'c', rootRole: 3 });

    expect(response).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
});

test('the list contains all users with their root role, and the root roles, but no service accounts', async () => {
    const app = await testApp();
    await app.post(users, { username: 'ed', rootRole: 'Editor' });
    await app.post('/api/admin/service-account', { username: 'robot', rootRole: 3 });

    const { body } = await app.get(users);

    expect(body.users).toMatchObject([
        { username: 'admin', rootRole: 1, inviteLink: '' },
        { username: 'ed', rootRole: 2, inviteLink: '' },
    ]);
    expect(body.rootRoles).toMatchObject([
        { id: 1, name: 'Admin', type: 'root' },
        { id: 2, name: 'Editor', type: 'root' },
        { id: 3, name: 'Viewer', type: 'root' },
    ]);
});

databaseTest('no list of users contains a password hash', async () => {
    const app = await testApp();

    const texts = await Promise.all([
        app.send('GET', users),
        app.send('GET', `${users}/1`),
        app.send('GET', `${users}/access`),
        app.send('GET', `${users}/search?q=admin`),
    ]);

    expect(JSON.stringify(texts.map(({ body }) => body))).not.toMatch(/argon2|password/i);
});

test.each([
    ['read', 'GET', ''],
    ['deleted', 'DELETE', ''],
])('a user who does not exist cannot be %s', async (_verb, method, rest) => {
    const app = await unchangedApp();

    expect(await app.send(method, `${users}/999${rest}`)).toMatchObject({ status: 404 });
    expect(await app.send(method, `${users}/abc${rest}`)).toMatchObject({ status: 400 });
    expect(await app.send(method, `${users}/9999999999${rest}`)).toMatchObject({ status: 400 });
});

test('an update changes the present members and keeps those that are missing or empty', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', name: 'Ed', email: 'ed@example.com', rootRole: 3 });

    const response = await app.put(`${users}/${ed.id}`, { name: '', email: 'Edward@example.com', rootRole: 2 });

    expect(response).toMatchObject({
        status: 200,
        body: { id: ed.id, name: 'Ed', username: 'ed', email: 'edward@example.com', rootRole: 2 },
    });
    const [event] = await lastEvents(app, 'user-updated');
    expect(event).toMatchObject({
        preData: { id: ed.id, name: 'Ed', email: 'ed@example.com', rootRole: 3 },
        data: { id: ed.id, name: 'Ed', email: 'edward@example.com', rootRole: 2 },
    });
});

test('an update with the current values changes nothing', async () => {
    const app = await testApp();
    const { body: ed } = await app.post(users, { username: 'ed', name: 'Ed', rootRole: 3 });

    const response = await app.put(`${users}/${ed.id}`, { name: 'Ed', rootRole: 3 }, { changesNothing: true });

    expect(response).toMatchObject({ status: 200, body: { name: 'Ed', rootRole: 3 } });
});

test.each([
    ['the e-mail address of another user', { email: 'ADA@example.com' }, 400],
    ['the username of another user as e-mail address', { email: 'ada@users.example.com' }, 400],
    ['a project role', { rootRole: 5 }, 400],
    ['a username', { username: 'new-name' }, 400],
    ['another id', { id: 1 }, 400],
])('a user cannot be updated with %s', async (_what, body, status) => {
    const app = await testApp();
    await app.post(users, { username: 'ada@users.example.com', email: 'ada@example.com', rootRole: 3 });
    const { body: ed } = await app.post(users, { username: 'ed', rootRole: 3 });

    expect(await app.put(`${users}/${ed.id}`, body)).toMatchObject({ status });
});

test('updating a user who does not exist, or a service account, returns 404', async () => {
    const app = await testApp();
    const { body: robot } = await app.post('/api/admin/service-account', { username: 'robot', rootRole: 3 });

    expect(await app.put(`${users}/999`, { name: 'x' })).toMatchObject({ status: 404 });
    expect(await app.put(`${users}/${robot.id}`, { name: 'x' })).toMatchObject({ status: 404 });
    expect(await app.delete(`${users}/${robot.id}`)).toMatchObject({ status: 404 });
});

test('a deleted user is not listed and cannot sign in, and their names can be reused', async () => {
    const app = await testApp();
    const input = { username: 'ed', email: 'ed@example.com', password: 'secret-word', rootRole: 3 };
    const { body: ed } = await app.post(users, input);
    const signedIn = await signIn(app, 'ed', 'secret-word');
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;

    const response = await app.delete(`${users}/${ed.id}`);

    expect(response.status).toBe(200);
    expect((await app.get(users)).body.users).toHaveLength(1);
    expect(await app.get(`${users}/${ed.id}`)).toMatchObject({ status: 404 });
    expect(await app.get('/api/admin/user', { token: null, headers: { cookie } })).toMatchObject({ status: 401 });
    expect(await signIn(app, 'ed', 'secret-word')).toMatchObject({ status: 401 });
    const [event] = await lastEvents(app, 'user-deleted');
    expect(event).toMatchObject({ data: null, preData: { id: ed.id, username: 'ed', rootRole: 3 } });
    expect(await app.post(users, input)).toMatchObject({ status: 201 });
});

databaseTest('a deleted user is removed from projects and groups', async () => {
    const app = await testApp();
    const member = await app.has.user({ projectRoles: { default: 'member' } });
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [{ user: { id: member.id } }] });

    await app.delete(`${users}/${member.id}`);

    expect((await app.get('/api/admin/projects/default/access')).body.users).toEqual([]);
    expect((await app.get(`/api/admin/groups/${group.id}`)).body.users).toEqual([]);
});

describe('the last administrator', () => {
    test('cannot be deleted', async () => {
        const app = await testApp();

        expect(await app.delete(`${users}/1`)).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
        expect(await signIn(app, 'admin', ADMIN_PASSWORD)).toMatchObject({ status: 200 });
    });

    test('cannot get another role', async () => {
        const app = await unchangedApp();

        expect(await app.put(`${users}/1`, { rootRole: 2 })).toMatchObject({ status: 409 });
        expect((await app.get(`${users}/1`)).body.rootRole).toBe(1);
    });

    test('can be deleted if another administrator exists', async () => {
        const app = await testApp();
        await app.post(users, { username: 'ada', rootRole: 'Admin' });

        expect(await app.delete(`${users}/1`)).toMatchObject({ status: 200 });
    });

    test('can be deleted if a group with the Admin role has members, and then the group cannot be deleted', async () => {
        const app = await testApp();
        const { body: ada } = await app.post(users, { username: 'ada', rootRole: 'Viewer' });
        const { body: group } = await app.post('/api/admin/groups', {
            name: 'admins',
            rootRole: 1,
            users: [{ user: { id: ada.id } }],
        });

        expect(await app.put(`${users}/1`, { rootRole: 3 })).toMatchObject({ status: 200 });
        expect(await app.delete(`/api/admin/groups/${group.id}`)).toMatchObject({ status: 409 });
        expect(await app.put(`/api/admin/groups/${group.id}`, { name: 'admins', rootRole: 2 })).toMatchObject({
            status: 409,
        });
        expect(
            await app.put(`/api/admin/groups/${group.id}`, { name: 'admins', rootRole: 1, users: [] }),
        ).toMatchObject({ status: 409 });
        expect(await app.delete(`${users}/${ada.id}`)).toMatchObject({ status: 409 });
    });

    test('is not replaced by a service account', async () => {
        const app = await testApp();
        await app.post('/api/admin/service-account', { username: 'robot', rootRole: 1 });

        expect(await app.delete(`${users}/1`)).toMatchObject({ status: 409 });
    });
});

databaseTest('users are found by a part of their name, username or e-mail address, ignoring case', async () => {
    const app = await testApp();
    await app.post(users, { username: 'grace', name: 'Grace Hopper', email: 'amazing@navy.example', rootRole: 3 });
    await app.post(users, { username: 'percent', name: '100%', rootRole: 3 });
    const viewer = await app.has.user();

    const find = async (q: string) =>
        (await app.get(`${users}/search?q=${encodeURIComponent(q)}`, viewer)).body.map(
            (user: { username: string }) => user.username,
        );

    expect(await find('HOPPER')).toEqual(['grace']);
    expect(await find('grac')).toEqual(['grace']);
    expect(await find('navy.ex')).toEqual(['grace']);
    expect(await find('0%')).toEqual(['percent']);
    expect(await find('%%')).toEqual([]);
    expect(await find('g')).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
});

test('search results contain neither project roles nor sign-in data', async () => {
    const app = await testApp();

    const { body } = await app.get(`${users}/search?q=admin`);

    expect(body).toEqual([{ id: 1, username: 'admin', imageUrl: expect.any(String), rootRole: 1 }]);
});

test('users and groups that could get access are listed for every signed-in user', async () => {
    const app = await testApp();
    await app.post('/api/admin/groups', { name: 'team', description: 'All of us', users: [{ user: { id: 1 } }] });
    const viewer = await app.has.user();

    const { body } = await app.get(`${users}/access`, viewer);

    expect(body.users.map((user: { id: number }) => user.id)).toEqual([1, viewer.id]);
    expect(body.groups).toEqual([{ id: expect.any(Number), name: 'team', description: 'All of us', userCount: 1 }]);
});

test('administrators are counted by sign-in method, including those through groups', async () => {
    const app = await testApp();
    await app.post(users, { username: 'invited', rootRole: 1 });
    await app.post('/api/admin/service-account', { username: 'robot', rootRole: 1 });
    const { body: ada } = await app.post(users, { username: 'ada', password: 'secret-word', rootRole: 3 });
    await app.post('/api/admin/groups', { name: 'admins', rootRole: 1, users: [{ user: { id: ada.id } }] });

    const { body } = await app.get(`${users}/admin-count`);

    expect(body).toEqual({ password: 2, noPassword: 1, service: 1 });
});

databaseTest('users without recent sign-ins are inactive, and only those are deleted', async () => {
    const app = await testApp();
    const { body: gone } = await app.post(users, { username: 'gone', rootRole: 3 });
    app.passTime(181 * DAY);
    const { body: fresh } = await app.post(users, { username: 'fresh', rootRole: 3 });
    await signIn(app, 'admin', ADMIN_PASSWORD);

    const list = await app.get(`${users}/inactive`);
    const deletion = await app.post(`${users}/inactive/delete`, { ids: [gone.id, fresh.id, 1] });

    expect(list.body).toMatchObject({
        version: 1,
        inactiveUsers: [{ id: gone.id, username: 'gone', seenAt: null, patSeenAt: null }],
    });
    expect(deletion.status).toBe(200);
    expect((await app.get(users)).body.users.map((user: { id: number }) => user.id)).toEqual([1, fresh.id]);
});

databaseTest('deleting inactive users changes nothing if none is inactive', async () => {
    const app = await testApp();

    expect(await app.post(`${users}/inactive/delete`, { ids: [1, 999] }, { changesNothing: true })).toMatchObject({
        status: 200,
    });
});

describe('an editor', () => {
    let app: TestApp;
    let editor: Awaited<ReturnType<TestApp['has']['user']>>;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        editor = await app.has.user({ rootRole: 'editor' });
    });

    test.each([
        ['GET', users],
        ['GET', `${users}/1`],
        ['GET', `${users}/admin-count`],
        ['GET', `${users}/inactive`],
        ['GET', `${users}/1/sessions`],
        ['DELETE', `${users}/1`],
        ['POST', `${users}/1/change-password`],
        ['POST', `${users}/reset-password`],
    ])('may not %s %s', async (method, path) => {
        const response = await app.send(method, path, editor);

        expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError', permissions: ['ADMIN'] } });
    });
});
