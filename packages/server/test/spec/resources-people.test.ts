import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { kindOf } from './kinds.ts';

const OWNER = 4;
const MEMBER = 5;
const MONTH = 27 * 86_400_000;

let app: TestApp;
let user: Record<string, unknown> & { id: number };
let group: Record<string, unknown> & { id: number };
let account: Record<string, unknown> & { id: number };
let link: Record<string, unknown> & { secret: string };

const later = () => new Date(app.services.clock().getTime() + MONTH).toISOString();

beforeAll(async () => {
    app = await testApp({ until: 'file', environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000' } });
    ({ body: user } = await app.post('/api/admin/user-admin', {
        username: 'ada',
        email: 'ada@example.com',
        name: 'Ada',
        rootRole: 2,
    }));
    const created = await app.post('/api/admin/groups', {
        name: 'team',
        mappingsSSO: ['idp-team'],
        users: [{ user: { id: user.id } }],
    });
    await app.post('/api/admin/projects/default/access', {
        roles: [MEMBER],
        groups: [created.body.id],
        users: [user.id],
    });
    ({ body: group } = await app.get(`/api/admin/groups/${created.body.id}`));
    ({ body: account } = await app.post('/api/admin/service-account', {
        username: 'robot',
        name: 'Robot',
        rootRole: 3,
    }));
    ({ body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt: later() }));
});

describe('User', () => {
    test.each([
        ['id', 'integer'],
        ['isAPI', 'boolean'],
        ['name', 'string'],
        ['email', 'string'],
        ['username', 'string'],
        ['imageUrl', 'string'],
        ['inviteLink', 'string'],
        ['loginAttempts', 'integer'],
        ['emailSent', 'boolean'],
        ['rootRole', 'integer'],
        ['seenAt', 'null'],
        ['createdAt', 'date-time'],
        ['accountType', 'string'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(user[member])).toBe(kind);
    });

    test('scimId is only present when the user is managed by SCIM', async () => {
        const { id } = await app.has.user();
        const read = async () => (await app.get(`/api/admin/user-admin/${id}`)).body;
        expect(await read()).not.toHaveProperty('scimId');

        await app.services.recordObservation((tx) =>
            tx.updateTable('users').set({ scim_id: 'x-1' }).where('id', '=', id).execute(),
        );
        expect((await read()).scimId).toBe('x-1');
    });

    test.each(['Admin', 'Editor', 'Viewer'])(
        'in the response to creating a user, rootRole may be the sent name: %s',
        async (rootRole) => {
            const { body } = await app.post('/api/admin/user-admin', { username: `a-${rootRole}`, rootRole });

            expect(body.rootRole).toBe(rootRole);
        },
    );

    test('username is unique', async () => {
        expect(await app.post('/api/admin/user-admin', { username: 'ada', rootRole: 3 })).toMatchObject({
            status: 400,
        });
    });

    test('loginAttempts counts failures, seenAt is the last login', async () => {
        const bob = await app.has.user();
        await app.post('/auth/simple/login', { username: bob.username, password: 'wrong' }, { token: null });
        const { body } = await app.get(`/api/admin/user-admin/${bob.id}`);

        expect(body.loginAttempts).toBe(1);
        expect(kindOf(body.seenAt)).toBe('date-time');
    });

    test('accountType distinguishes users and service accounts', async () => {
        const { body } = await app.post(`/api/admin/service-account/${account.id}/token`, {
            description: 'who am I',
            expiresAt: later(),
        });
        const me = await app.get('/api/admin/user', { token: body.secret });

        expect(user['accountType']).toBe('User');
        expect(me.body.user.accountType).toBe('Service Account');
    });
});

describe('Role', () => {
    test.each([
        ['id', 'integer'],
        ['type', 'string'],
        ['name', 'string'],
        ['description', 'string'],
    ])('%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await app.get('/api/admin/roles')).body.roles[0][member])).toBe(kind);
    });

    test('a role is a global root role or a project role', async () => {
        const { roles } = (await app.get('/api/admin/roles')).body;

        expect(new Set(roles.map(({ type }: { type: string }) => type))).toEqual(new Set(['root', 'project']));
    });
});

describe('Group', () => {
    test.each([
        ['id', 'integer'],
        ['name', 'string'],
        ['description', 'null'],
        ['mappingsSSO', 'list'],
        ['rootRole', 'null'],
        ['createdBy', 'string'],
        ['createdAt', 'date-time'],
        ['users', 'list'],
        ['projects', 'list'],
        ['userCount', 'integer'],
        ['scimId', 'null'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(group[member])).toBe(kind);
    });

    test('users contain the user, the time and who added them', () => {
        expect(group['users']).toEqual([
            {
                joinedAt: expect.any(String),
                createdBy: expect.any(String),
                user: expect.objectContaining({ id: user.id }),
            },
        ]);
    });

    test('projects are those with a role for the group, userCount counts its users', () => {
        expect(group).toMatchObject({ projects: ['default'], userCount: 1 });
    });

    test('rootRole is applied to all members', async () => {
        const bob = await app.has.user({ rootRole: 'viewer' });
        await app.post('/api/admin/groups', { name: 'admins', rootRole: 1, users: [{ user: { id: bob.id } }] });

        expect((await app.get('/api/admin/user', bob)).body.permissions).toEqual([{ permission: 'ADMIN' }]);
    });
});

describe('Project access', () => {
    const access = async () => (await app.get('/api/admin/projects/default/access')).body;

    test.each(['groups', 'users', 'roles'])('%s is required and a list', async (member) => {
        expect(kindOf((await access())[member])).toBe('list');
    });

    test.each([
        ['name', 'string'],
        ['id', 'integer'],
        ['addedAt', 'date-time'],
        ['roleId', 'integer'],
        ['roles', 'list'],
        ['description', 'null'],
        ['mappingsSSO', 'list'],
        ['rootRole', 'null'],
        ['createdBy', 'string'],
        ['createdAt', 'date-time'],
        ['users', 'list'],
        ['scimId', 'null'],
    ])('groups[].%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await access()).groups[0][member])).toBe(kind);
    });

    test.each([
        ['isAPI', 'boolean'],
        ['name', 'string'],
        ['email', 'string'],
        ['id', 'integer'],
        ['imageUrl', 'string'],
        ['addedAt', 'date-time'],
        ['roleId', 'integer'],
        ['roles', 'list'],
    ])('users[].%s is of the kind %s', async (member, kind) => {
        const { users } = await access();

        expect(kindOf(users.find(({ id }: { id: number }) => id === user.id)[member])).toBe(kind);
    });

    test('roles are those that can be assigned in the project', async () => {
        const ids = (await access()).roles.map(({ id }: { id: number }) => id);

        expect(ids).toEqual(expect.arrayContaining([OWNER, MEMBER]));
        expect(ids).not.toContain(1);
    });
});

describe('Public signup token', () => {
    test.each([
        ['secret', 'string'],
        ['url', 'string'],
        ['name', 'string'],
        ['enabled', 'boolean'],
        ['expiresAt', 'date-time'],
        ['createdAt', 'date-time'],
        ['createdBy', 'string'],
        ['users', 'list'],
        ['role', 'object'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(link[member])).toBe(kind);
    });

    test('the link contains the secret', () => {
        expect(link['url']).toContain(link.secret);
    });

    test('users are those who signed up with the token, as Viewers', async () => {
        await app.post(
            `/invite/${link.secret}/signup`,
            { name: 'New', email: 'new@example.com', password: 'A-password-of-tests-1' },
            { token: null },
        );
        const { body } = await app.get(`/api/admin/invite-link/tokens/${link.secret}`);

        expect(body.users).toMatchObject([{ name: 'New' }]);
        expect((await app.get(`/api/admin/user-admin/${body.users[0].id}`)).body.rootRole).toBe(3);
    });

    test('enabled is always false once the token has expired', async () => {
        const past = await app.post('/api/admin/invite-link/tokens', {
            name: 'past',
            expiresAt: '2020-01-01T00:00:00.000Z',
        });

        expect(past).toMatchObject({ status: 201, body: { enabled: false } });
        expect(
            await app.put(
                `/api/admin/invite-link/tokens/${past.body.secret}`,
                { enabled: true },
                { changesNothing: true },
            ),
        ).toMatchObject({
            body: { enabled: false },
        });
    });
});

describe('Service account', () => {
    test.each([
        ['id', 'integer'],
        ['isAPI', 'boolean'],
        ['name', 'string'],
        ['username', 'string'],
        ['imageUrl', 'string'],
        ['rootRole', 'integer'],
        ['seenAt', 'null'],
        ['createdAt', 'date-time'],
        ['tokens', 'list'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(account[member])).toBe(kind);
    });

    test('seenAt is always null, also after a token of the account was used', async () => {
        const { body } = await app.post(`/api/admin/service-account/${account.id}/token`, {
            description: 'used',
            expiresAt: later(),
        });
        await app.get('/api/admin/user', { token: body.secret });
        const { serviceAccounts } = (await app.get('/api/admin/service-account')).body;

        expect(serviceAccounts[0].seenAt).toBeNull();
    });
});

describe('Personal access token', () => {
    let token: Record<string, unknown> & { id: number };
    beforeAll(async () => {
        ({ body: token } = await app.post(`/api/admin/service-account/${account.id}/token`, {
            description: 'ci',
            expiresAt: later(),
        }));
    });
    const listed = async () => (await app.get(`/api/admin/service-account/${account.id}/token`)).body.pats;

    test.each([
        ['id', 'integer'],
        ['secret', 'string'],
        ['createdAt', 'date-time'],
        ['seenAt', 'null'],
        ['userId', 'integer'],
        ['description', 'string'],
        ['expiresAt', 'date-time'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(token[member])).toBe(kind);
    });

    test('the id is at least 1, and a newer token has a higher one', async () => {
        const { body } = await app.post(`/api/admin/service-account/${account.id}/token`, {
            description: 'newer',
            expiresAt: later(),
        });

        expect(token.id).toBeGreaterThanOrEqual(1);
        expect(body.id).toBeGreaterThan(token.id);
    });

    test('the secret is returned only when the token is created', async () => {
        for (const each of await listed()) expect(each).not.toHaveProperty('secret');
    });
});
