import { beforeAll, describe, expect, test } from 'vitest';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';
import { OIDC, SAML } from './samples.ts';

/**
 * The calls of the Unleash Terraform provider, object by object: the members it sends, the statuses it expects, and the members
 * it requires in responses.
 */
let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const terraform: RequestOptions = { headers: { 'x-unleash-appname': 'terraform-provider-unleash' } };
const inAnHour = () => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;

test('unleash_user', async () => {
    const created = await app.post(
        '/api/admin/user-admin',
        { username: 'chuck', email: 'chuck@example.com', name: 'Chuck', rootRole: 2, sendEmail: false },
        terraform,
    );
    const path = `/api/admin/user-admin/${created.body.id}`;
    expect(created).toMatchObject({ status: 201, body: { rootRole: 2, username: 'chuck' } });
    expect(await app.get(path)).toMatchObject({
        status: 200,
        body: { id: created.body.id, username: 'chuck', email: 'chuck@example.com', name: 'Chuck', rootRole: 2 },
    });

    const update = { name: 'Charles', email: 'charles@example.com', rootRole: 3 };
    expect(await app.put(path, update)).toMatchObject({ status: 200, body: { ...update, username: 'chuck' } });
    expect((await app.get(path)).body).toMatchObject(update);
    expect((await app.get('/api/admin/user-admin/search?q=charles@example.com')).body).toMatchObject([
        { id: created.body.id },
    ]);

    expect(await app.delete(path)).toMatchObject({ status: 200 });
    expect(await app.get(path)).toMatchObject({ status: 404 });
});

test('unleash_user without a name or an email: they are absent, because null is an error for the provider', async () => {
    const { body: created } = await app.post('/api/admin/user-admin', { username: 'bare', rootRole: 3 });
    const { body: read } = await app.get(`/api/admin/user-admin/${created.id}`);

    for (const body of [created, read]) {
        expect(body).not.toHaveProperty('name');
        expect(body).not.toHaveProperty('email');
    }
});

test('unleash_group', async () => {
    const ada = await app.has.user();
    const group = {
        name: 'team',
        description: null,
        rootRole: null,
        mappingsSSO: ['idp'],
        users: [{ user: { id: ada.id } }],
    };
    const created = await app.post('/api/admin/groups', group);
    const path = `/api/admin/groups/${created.body.id}`;
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number), name: 'team' } });
    expect((await app.get(path)).body).toMatchObject(group);

    const update = { name: 'crew', description: 'Who sails', rootRole: 3, mappingsSSO: [], users: [] };
    expect(await app.put(path, update)).toMatchObject({ status: 200, body: { id: created.body.id } });
    expect((await app.get(path)).body).toMatchObject(update);
    expect((await app.get('/api/admin/groups')).body.groups).toContainEqual(expect.objectContaining(update));

    expect(await app.delete(path)).toMatchObject({ status: 200 });
    expect(await app.get(path)).toMatchObject({ status: 404 });
});

describe('unleash_role', () => {
    test.each(['custom', 'root-custom'])('of type %s', async (type) => {
        const permissions =
            type === 'custom'
                ? [{ name: 'CREATE_FEATURE' }, { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }]
                : [{ name: 'CREATE_PROJECT' }];
        const role = { name: `a ${type}`, description: 'Made by Terraform', type };
        const created = await app.post('/api/admin/roles', { ...role, permissions });
        const path = `/api/admin/roles/${created.body.roles.id}`;
        expect(created).toMatchObject({ status: 200, body: { version: 1, roles: role } });
        const read = (await app.get(path)).body;
        expect(read).toMatchObject(role);
        expect(read.permissions).toEqual(permissions.map((permission) => expect.objectContaining(permission)));

        const update = { ...role, description: 'Changed', permissions: permissions.slice(0, 1) };
        expect(await app.put(path, update)).toMatchObject({ status: 200, body: { roles: { description: 'Changed' } } });
        expect((await app.get(path)).body.permissions).toHaveLength(1);
        expect((await app.get('/api/admin/roles')).body.roles).toContainEqual(
            expect.objectContaining({ name: role.name, description: 'Changed' }),
        );

        expect(await app.delete(path)).toMatchObject({ status: 200 });
        expect(await app.get(path)).toMatchObject({ status: 404 });
    });
});

test('unleash_permission', async () => {
    const { status, body } = await app.get('/api/admin/permissions');

    expect(status).toBe(200);
    expect(body.permissions.root).toContainEqual(expect.objectContaining({ name: 'CREATE_PROJECT' }));
    expect(body.permissions.project).toContainEqual(expect.objectContaining({ name: 'CREATE_FEATURE' }));
    expect(body.permissions.environments[0].permissions).toContainEqual(
        expect.objectContaining({ name: 'UPDATE_FEATURE_ENVIRONMENT' }),
    );
});

test('unleash_project', async () => {
    const find = async () => {
        const { projects } = (await app.get('/api/admin/projects')).body;
        return projects.find(({ id }: { id: string }) => id === 'tf');
    };
    const created = await app.post('/api/admin/projects', {
        id: 'tf',
        name: 'Terraform',
        description: 'Managed',
        mode: 'open',
        environments: [],
    });
    expect(created).toMatchObject({ status: 201, body: { id: 'tf', name: 'Terraform', description: 'Managed' } });
    expect(await app.put('/api/admin/projects/tf/settings', { mode: 'protected' })).toMatchObject({ status: 200 });
    expect(await find()).toMatchObject({ name: 'Terraform', description: 'Managed', mode: 'protected' });

    expect(await app.put('/api/admin/projects/tf/settings', { mode: 'private' })).toMatchObject({ status: 200 });
    expect(await app.put('/api/admin/projects/tf', { name: 'Renamed', description: 'Still' })).toMatchObject({
        status: 200,
    });
    expect(await find()).toMatchObject({ name: 'Renamed', description: 'Still', mode: 'private' });

    expect(await app.delete('/api/admin/projects/tf')).toMatchObject({ status: 200 });
    expect(await find()).toBeUndefined();
});

test('unleash_project without a description: it is absent, because null is an error for the provider', async () => {
    const { body } = await app.post('/api/admin/projects', { id: 'terse', name: 'Terse', environments: [] });

    expect(body).not.toHaveProperty('description');
});

test('unleash_project_access', async () => {
    await app.has.project({ id: 'shared' });
    const ada = await app.has.user();
    const { body: group } = await app.post('/api/admin/groups', { name: 'sharers' });
    const path = '/api/admin/projects/shared/access';
    const read = async () => {
        const { body } = await app.get(path);
        const held = ({ id, roles }: { id: number; roles: number[] }) => [id, roles];
        return { users: body.users.map(held), groups: body.groups.map(held) };
    };

    expect(
        await app.put(path, {
            roles: [
                { id: 4, users: [ada.id] },
                { id: 5, groups: [group.id] },
            ],
        }),
    ).toMatchObject({
        status: 200,
    });
    expect(await read()).toEqual({ users: [[ada.id, [4]]], groups: [[group.id, [5]]] });

    expect(await app.put(path, { roles: [{ id: 4, users: [ada.id, 1] }] })).toMatchObject({ status: 200 });
    expect(await read()).toEqual({
        users: [
            [1, [4]],
            [ada.id, [4]],
        ],
        groups: [],
    });
});

test('unleash_environment', async () => {
    const path = '/api/admin/environments/tf-env';
    const created = await app.post('/api/admin/environments', { name: 'tf-env', type: 'test' });
    expect(created).toMatchObject({ status: 201, body: { name: 'tf-env', type: 'test' } });
    expect(await app.get(path)).toMatchObject({ status: 200, body: { name: 'tf-env', type: 'test' } });

    expect(await app.put('/api/admin/environments/update/tf-env', { type: 'preproduction' })).toMatchObject({
        status: 200,
        body: { name: 'tf-env', type: 'preproduction' },
    });
    expect((await app.get(path)).body.type).toBe('preproduction');

    expect(await app.delete(path)).toMatchObject({ status: 200 });
    expect(await app.get(path)).toMatchObject({ status: 404 });
});

test('unleash_project_environment', async () => {
    await app.post('/api/admin/projects', { id: 'staged', name: 'Staged', environments: [] });
    const environments = '/api/admin/projects/staged/environments';
    const config = `${environments}/production/change-requests/config`;
    const visible = async () => {
        const { body } = await app.get('/api/admin/environments/project/staged');
        return body.environments
            .filter((environment: { visible: boolean }) => environment.visible)
            .map(({ name }: { name: string }) => name);
    };

    expect(await app.post(environments, { environment: 'production' })).toMatchObject({ status: 200 });
    expect(await app.post(environments, { environment: 'production' })).toMatchObject({ status: 409 });
    const off = app.put(config, { changeRequestsEnabled: false }, { changesNothing: true });
    expect(await off).toMatchObject({ status: 200 });
    expect(await visible()).toEqual(['production']);
    expect((await app.get('/api/admin/projects/staged/change-requests/config')).body).toEqual([
        { environment: 'production', type: 'production', changeRequestEnabled: false, requiredApprovals: null },
    ]);
    expect(await app.put(config, { changeRequestsEnabled: true, requiredApprovals: 2 })).toMatchObject({ status: 200 });
    expect((await app.get('/api/admin/projects/staged/change-requests/config')).body).toEqual([
        { environment: 'production', type: 'production', changeRequestEnabled: true, requiredApprovals: 2 },
    ]);

    await app.post(environments, { environment: 'development' });
    expect(await app.put(config, { changeRequestsEnabled: false, requiredApprovals: 0 })).toMatchObject({
        status: 200,
    });
    expect(await app.delete(`${environments}/production`)).toMatchObject({ status: 200 });
    expect(await visible()).toEqual(['development']);
});

test('unleash_context_field', async () => {
    const path = '/api/admin/context/tier';
    const field = {
        name: 'tier',
        description: 'What they pay',
        stickiness: true,
        legalValues: [{ value: 'gold', description: 'A lot' }, { value: 'free' }],
    };
    expect(await app.post('/api/admin/context', field)).toMatchObject({ status: 201, body: field });
    expect(await app.get(path)).toMatchObject({ status: 200, body: field });

    const update = { description: 'What they pay', stickiness: false, legalValues: [] };
    expect(await app.put(path, update)).toMatchObject({ status: 200 });
    expect((await app.get(path)).body).toMatchObject({ name: 'tier', ...update });

    expect(await app.delete(path)).toMatchObject({ status: 200 });
    expect(await app.get(path)).toMatchObject({ status: 404 });
});

describe('unleash_api_token', () => {
    test.each([
        ['client', 'development'],
        ['frontend', 'production'],
        ['admin', '*'],
    ])('of type %s: created, updated with another expiry and deleted by its secret', async (type, environment) => {
        const token = { tokenName: `tf-${type}`, type, environment, projects: ['*'], expiresAt: inAnHour() };
        const created = await app.post('/api/admin/api-tokens', token);
        expect(created).toMatchObject({
            status: 201,
            body: { tokenName: token.tokenName, type, environment, project: '*', projects: ['*'] },
        });
        const path = `/api/admin/api-tokens/${encodeURIComponent(created.body.secret)}`;
        const find = async () => {
            const { tokens } = (await app.get('/api/admin/api-tokens')).body;
            return tokens.find(({ id }: { id: number }) => id === created.body.id);
        };
        expect(await find()).toMatchObject({ tokenName: token.tokenName, type, environment, projects: ['*'] });

        const expiresAt = new Date(Date.now() + 7_200_000).toISOString();
        expect(await app.put(path, { expiresAt })).toMatchObject({ status: 200 });
        expect((await find()).expiresAt).toBe(expiresAt);

        expect(await app.delete(path)).toMatchObject({ status: 200 });
        expect(await find()).toBeUndefined();
    });

    test('for one project, by the old member', async () => {
        const { body } = await app.post('/api/admin/api-tokens', {
            tokenName: 'tf-one',
            type: 'client',
            environment: 'development',
            project: 'default',
        });

        expect(body).toMatchObject({ project: 'default', projects: ['default'], expiresAt: null });
    });

    test('the list does not repeat secrets (decision 5): the provider, which searches for them, does not find its token', async () => {
        const { id, secret } = await app.has.token();
        const { tokens } = (await app.get('/api/admin/api-tokens')).body;

        expect(tokens.find((token: { id: number }) => token.id === id).secret).not.toBe(secret);
    });
});

test('unleash_service_account and unleash_service_account_token', async () => {
    const accounts = '/api/admin/service-account';
    const created = await app.post(accounts, { username: 'tf', name: 'Terraform', rootRole: 1 });
    const path = `${accounts}/${created.body.id}`;
    const find = async () => {
        const { serviceAccounts } = (await app.get(accounts)).body;
        return serviceAccounts.find(({ id }: { id: number }) => id === created.body.id);
    };
    expect(created).toMatchObject({ status: 201, body: { username: 'tf', name: 'Terraform', rootRole: 1 } });
    expect(await find()).toMatchObject({ username: 'tf', name: 'Terraform', rootRole: 1, tokens: [] });

    const update = { name: 'Terra', rootRole: 2 };
    expect(await app.put(path, update)).toMatchObject({ status: 200, body: { ...update, username: 'tf' } });
    expect(await find()).toMatchObject(update);

    const token = await app.post(`${path}/token`, { description: 'ci', expiresAt: inAnHour() });
    expect(token).toMatchObject({ status: 201, body: { description: 'ci', secret: expect.stringMatching(/^user:/) } });
    expect((await app.get(`${path}/token`)).body.pats).toMatchObject([{ id: token.body.id, description: 'ci' }]);
    expect(await app.delete(`${path}/token/${token.body.id}`)).toMatchObject({ status: 200 });
    expect((await app.get(`${path}/token`)).body.pats).toEqual([]);

    expect(await app.delete(path)).toMatchObject({ status: 200 });
    expect(await find()).toBeUndefined();
});

describe('single sign-on: the provider reads, merges and writes all', () => {
    test('unleash_oidc', async () => {
        const path = '/api/admin/auth/oidc/settings';
        // A role that is not configured is sent as 0.
        expect(await app.post(path, { ...OIDC, autoCreate: false, defaultRootRoleId: 0 })).toMatchObject({
            status: 200,
        });
        const { secret: _, ...readable } = OIDC;
        expect((await app.get(path)).body).toMatchObject({ ...readable, autoCreate: false });

        expect(
            await app.post(path, { ...OIDC, clientId: 'other', autoCreate: true, defaultRootRoleId: 2 }),
        ).toMatchObject({ status: 200 });
        expect((await app.get(path)).body).toMatchObject({ clientId: 'other', autoCreate: true, defaultRootRoleId: 2 });

        // The provider deletes singletons like this.
        expect(await app.post(path, { enabled: false, clientId: ' ', secret: ' ' })).toMatchObject({ status: 200 });
        expect((await app.get(path)).body.enabled).toBe(false);
    });

    test('unleash_saml', async () => {
        const path = '/api/admin/auth/saml/settings';
        expect(await app.post(path, { ...SAML, autoCreate: false, defaultRootRoleId: 0 })).toMatchObject({
            status: 200,
        });
        expect((await app.get(path)).body).toMatchObject({ ...SAML, autoCreate: false });

        const update = { entityId: 'https://other.example.com', autoCreate: true, defaultRootRoleId: 3 };
        expect(await app.post(path, { ...SAML, ...update })).toMatchObject({ status: 200 });
        expect((await app.get(path)).body).toMatchObject({ ...SAML, ...update });
    });
});

test('a flag through a generic REST provider: created, read, changed, destroyed and created again without differences', async () => {
    const path = '/api/admin/projects/default/flag-documents/tf-document';
    const data = (rollout: number) => ({
        flag: 'tf-document',
        type: 'release',
        description: 'From Terraform',
        tags: ['simple:terraform'],
        environments: {
            development: {
                enabled: true,
                strategies: [
                    {
                        name: 'flexibleRollout',
                        parameters: { rollout, stickiness: 'userId', groupId: 'tf-document' },
                        constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }],
                    },
                ],
            },
        },
    });

    expect(await app.get(path, terraform)).toMatchObject({ status: 404 });
    expect(await app.put(path, data(10), terraform)).toMatchObject({ status: 201, body: data(10) });
    expect(await app.get(path, terraform)).toMatchObject({ status: 200, body: data(10) });
    expect(await app.put(path, data(10), { ...terraform, changesNothing: true })).toMatchObject({ status: 200 });
    expect(await app.put(path, data(50), terraform)).toMatchObject({ status: 200, body: data(50) });
    expect(await app.get(path, terraform)).toMatchObject({ status: 200, body: data(50) });
    expect(await app.delete(path, terraform)).toMatchObject({ status: 204 });
    expect(await app.get(path, terraform)).toMatchObject({ status: 404 });
    expect(await app.put(path, data(10), terraform)).toMatchObject({ status: 201, body: data(10) });
});

test('a flag of philips-labs/unleash: the calls of unleash_feature_v2 read back what they wrote', async () => {
    const features = '/api/admin/projects/default/features';
    const flag = { name: 'tf-v2', type: 'release', description: 'Community provider' };
    const environment = `${features}/tf-v2/environments/development`;
    const strategy = {
        name: 'flexibleRollout',
        parameters: { rollout: '30', stickiness: 'default', groupId: 'tf-v2' },
        constraints: [
            { contextName: 'appName', operator: 'IN', values: ['web'], inverted: false, caseInsensitive: false },
        ],
        variants: [
            {
                ...{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' },
                payload: { type: 'string', value: 'x' },
            },
        ],
    };

    expect(await app.post(features, flag)).toMatchObject({ status: 201, body: flag });
    const { status, body: added } = await app.post(`${environment}/strategies`, strategy);
    expect({ status, body: added }).toMatchObject({ status: 200, body: strategy });
    expect(await app.post(`${environment}/on`)).toMatchObject({ status: 200 });
    const tag = { type: 'simple', value: 'terraform' };
    expect(await app.post('/api/admin/features/tf-v2/tags', tag)).toMatchObject({ status: 201 });

    const { body: read } = await app.get(`${features}/tf-v2`);
    expect(read).toMatchObject(flag);
    expect(read.environments.find(({ name }: { name: string }) => name === 'development')).toMatchObject({
        enabled: true,
        strategies: [{ id: added.id, ...strategy }],
    });
    expect((await app.get('/api/admin/features/tf-v2/tags')).body.tags).toEqual([tag]);

    const changed = { ...strategy, parameters: { ...strategy.parameters, rollout: '60' } };
    expect(await app.put(`${environment}/strategies/${added.id}`, changed)).toMatchObject({
        status: 200,
        body: changed,
    });
    expect(await app.put(`${features}/tf-v2`, { ...flag, description: 'Changed' })).toMatchObject({ status: 200 });
    expect(await app.post(`${environment}/off`)).toMatchObject({ status: 200 });
    expect((await app.get(`${features}/tf-v2`)).body).toMatchObject({ description: 'Changed' });

    expect(await app.delete(`${features}/tf-v2`)).toMatchObject({ status: 202 });
    expect(await app.delete('/api/admin/archive/tf-v2')).toMatchObject({ status: 200 });
    expect(await app.get(`${features}/tf-v2`)).toMatchObject({ status: 404 });
});
