import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyChain } from '../src/changes/verify-chain.ts';
import { ROLE_ID } from '../src/core/access/permissions.ts';
import { findPublicationDifferences } from '../src/publications/publish.ts';
import {
    ADMIN_PASSWORD,
    CLIENT_TOKEN,
    type RequestOptions,
    type TestApp,
    type TestResponse,
    testApp,
} from './support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
    app = await testApp();
});

afterEach(async () => {
    expect(await findPublicationDifferences(app.services.db)).toEqual([]);
    expect(await verifyChain(app.services.db)).toMatchObject({ valid: true });
});

type Call = [method: string, path: string, body?: unknown, options?: RequestOptions];

function send([method, path, body, options = {}]: Call): Promise<TestResponse> {
    return app.send(method, path, {
        ...options,
        ...(body !== undefined && { rawBody: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers },
    });
}

/** Sends all requests concurrently; none may cause a server error. */
async function atOnce(calls: readonly Call[]): Promise<number[]> {
    const responses = await Promise.all(calls.map(send));
    const failures = responses.flatMap(({ status, body }, index) =>
        status >= 500 ? [{ call: calls[index], body }] : [],
    );
    expect(failures).toEqual([]);
    return responses.map(({ status }) => status);
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const FLAGS = '/api/admin/projects/default/features';

test.each<[string, string, object]>([
    ['project', '/api/admin/projects', { id: 'twin', name: 'Twin' }],
    ['environment', '/api/admin/environments', { name: 'twin', type: 'test' }],
    ['flag', FLAGS, { name: 'twin' }],
    ['segment', '/api/admin/segments', { name: 'twin', constraints: [] }],
    ['context field', '/api/admin/context', { name: 'twin' }],
    ['tag', '/api/admin/tags', { type: 'simple', value: 'twin' }],
    ['tag type', '/api/admin/tag-types', { name: 'twin' }],
    ['strategy', '/api/admin/strategies', { name: 'twin', parameters: [] }],
    ['user', '/api/admin/user-admin', { username: 'twin', rootRole: ROLE_ID.viewer }],
    ['group', '/api/admin/groups', { name: 'twin' }],
    ['role', '/api/admin/roles', { name: 'twin', type: 'root-custom', permissions: [] }],
    ['service account', '/api/admin/service-account', { username: 'twin', name: 'Twin', rootRole: ROLE_ID.viewer }],
])('of many concurrent requests to create the same %s, one succeeds', async (_what, path, body) => {
    const statuses = await atOnce(times(8, () => ['POST', path, body]));

    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 400)).toHaveLength(7);
});

test('a flag that is changed, archived, deleted and recreated concurrently is consistent afterwards', async () => {
    const viewer = await app.has.user();
    for (let round = 0; round < 3; round++) {
        await send(['POST', FLAGS, { name: 'lamp' }]);
        const strategy = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default' } };
        await atOnce([
            ['POST', `${FLAGS}/lamp/environments/development/on`],
            ['POST', `${FLAGS}/lamp/environments/development/strategies`, strategy],
            ['PATCH', `${FLAGS}/lamp`, [{ op: 'replace', path: '/stale', value: true }]],
            ['PUT', `${FLAGS}/lamp`, { description: 'bright' }],
            ['DELETE', `${FLAGS}/lamp`],
            ['POST', `${FLAGS}/lamp/favorites`, undefined, viewer],
            ['POST', '/api/admin/features/lamp/tags', { type: 'simple', value: 'bright' }],
            ['GET', `${FLAGS}/lamp`],
            ['GET', '/api/admin/search/features?query=lamp'],
            ['POST', `${FLAGS}/lamp/clone`, { name: `copy-${round}` }],
            ['DELETE', '/api/admin/archive/lamp'],
            ['POST', '/api/admin/archive/revive/lamp'],
            ['POST', FLAGS, { name: 'lamp' }],
            ['POST', `${FLAGS}/lamp/environments/production/on`],
            ['PUT', `${FLAGS}/lamp/environments/development/variants`, []],
            ['POST', `${FLAGS}/lamp/link`, { url: 'https://example.com' }],
            ['GET', '/api/client/features', undefined, { token: CLIENT_TOKEN }],
            ['GET', '/api/admin/events/lamp'],
        ]);
    }
});

test('a project that is deleted during imports, moves and role assignments leaves no rows behind', async () => {
    for (let round = 0; round < 3; round++) {
        const id = `shop-${round}`;
        const flags = times(20, (i) => ({ name: `${id}-${i}` }));
        await app.has.project({ id });
        const user = await app.has.user();
        await app.has.flag({ name: `moves-${round}` });
        await atOnce([
            [
                'POST',
                '/api/admin/features-batch/import',
                {
                    project: id,
                    environment: 'development',
                    data: { features: flags, featureStrategies: [], featureEnvironments: [] },
                },
            ],
            ['POST', `/api/admin/projects/${id}/features`, { name: `${id}-a` }],
            ['POST', `${FLAGS}/moves-${round}/changeProject`, { newProjectId: id }],
            ['POST', '/api/admin/segments', { name: `of-${id}`, project: id, constraints: [] }],
            ['POST', `/api/admin/projects/${id}/context`, { name: `of-${id}` }],
            ['DELETE', `/api/admin/projects/${id}`],
            ['PUT', `/api/admin/projects/${id}/users/${user.id}/roles`, { roles: [ROLE_ID.owner] }],
            [
                'POST',
                `/api/admin/projects/${id}/api-tokens`,
                { tokenName: 't', type: 'client', environment: 'development' },
            ],
            ['POST', `/api/admin/projects/${id}/favorites`, undefined, user],
            ['GET', `/api/admin/projects/${id}/overview`],
            ['GET', `/api/admin/projects/${id}/insights`],
            ['GET', '/api/admin/projects'],
            ['POST', `/api/admin/projects/archive/${id}`],
            ['DELETE', `/api/admin/projects/${id}`],
            ['GET', `/api/admin/projects/${id}/access`],
            ['POST', `/api/admin/projects/revive/${id}`],
        ]);
    }
});

test('an environment that is removed while its flags are toggled leaves no rows behind', async () => {
    const names = times(5, (i) => `flag-${i}`);
    for (const name of names) await app.has.flag({ name });
    for (let round = 0; round < 3; round++) {
        await send(['POST', '/api/admin/environments', { name: 'stage', type: 'test' }]);
        await send(['POST', '/api/admin/projects/default/environments', { environment: 'stage' }]);
        const token: Call = ['POST', '/api/admin/api-tokens', { tokenName: 't', type: 'client', environment: 'stage' }];
        await atOnce([
            ...names.map((name): Call => ['POST', `${FLAGS}/${name}/environments/stage/on`]),
            ...names.map(
                (name): Call => ['POST', `${FLAGS}/${name}/environments/stage/strategies`, { name: 'default' }],
            ),
            token,
            ['DELETE', '/api/admin/projects/default/environments/stage'],
            ...names.map((name): Call => ['POST', `${FLAGS}/${name}/environments/stage/off`]),
            ['POST', '/api/admin/environments/stage/off'],
            ['DELETE', '/api/admin/environments/stage'],
            ['POST', '/api/admin/environments/stage/clone', { name: `copy-${round}`, type: 'test' }],
            ['POST', '/api/admin/projects/default/environments', { environment: 'stage' }],
            token,
            ['GET', '/api/admin/environments/project/default'],
            ['GET', '/api/admin/projects/default'],
        ]);
    }
});

test('a segment or context field that is deleted while strategies start to use it is either in use or deleted', async () => {
    await app.has.flag({ name: 'lamp' });
    for (let round = 0; round < 3; round++) {
        const { id } = await app.has.segment();
        await app.post('/api/admin/context', { name: `field-${round}` });
        const constraints = [{ contextName: `field-${round}`, operator: 'IN', values: ['a'] }];
        const strategies = `${FLAGS}/lamp/environments/development/strategies`;
        await atOnce([
            ['POST', strategies, { name: 'default', segments: [id] }],
            ['POST', strategies, { name: 'default', constraints }],
            ['DELETE', `/api/admin/segments/${id}`],
            ['DELETE', `/api/admin/context/field-${round}`],
            ['POST', strategies, { name: 'default', segments: [id] }],
            ['POST', '/api/admin/segments', { name: `s-${round}`, constraints }],
            ['PUT', `/api/admin/segments/${id}`, { name: 'other', constraints }],
            ['GET', `/api/admin/segments/${id}/strategies`],
            ['GET', `/api/admin/context/field-${round}/strategies`],
        ]);
    }
});

test('of two administrators who remove or demote each other, one remains', async () => {
    const first = await app.has.user({ rootRole: 'admin' });
    const second = await app.has.user({ rootRole: 'admin' });
    await app.delete('/api/admin/user-admin/1');

    await atOnce([
        ['PUT', `/api/admin/user-admin/${second.id}`, { rootRole: ROLE_ID.viewer }, first],
        ['PUT', `/api/admin/user-admin/${first.id}`, { rootRole: ROLE_ID.viewer }, second],
        ['DELETE', `/api/admin/user-admin/${second.id}`, undefined, first],
        ['DELETE', `/api/admin/user-admin/${first.id}`, undefined, second],
    ]);

    expect((await app.get('/api/admin/user-admin/admin-count')).body).toMatchObject({ password: 1 });
});

test('a user who is deleted during a sign-in and role assignments is deleted completely', async () => {
    for (let round = 0; round < 3; round++) {
        const { id, username, headers } = await app.has.user();
        const group = (await app.post('/api/admin/groups', { name: `group-${round}` })).body.id;
        const signIn: Call = [
            'POST',
            '/auth/simple/login',
            { username, password: 'A-password-of-tests-1' },
            { token: null },
        ];
        const own = { token: null, headers };
        const expiresAt = new Date(Date.now() + 1e8).toISOString();
        await app.has.flag({ name: `liked-${round}` });
        await atOnce([
            signIn,
            signIn,
            ['POST', '/api/admin/user/tokens', { description: 'mine', expiresAt }, own],
            ['DELETE', `/api/admin/user-admin/${id}`],
            signIn,
            ['POST', '/api/admin/user/tokens', { description: 'more', expiresAt }, own],
            ['PUT', `/api/admin/groups/${group}`, { name: `group-${round}`, users: [{ user: { id } }] }],
            ['PUT', `/api/admin/projects/default/users/${id}/roles`, { roles: [ROLE_ID.member] }],
            ['POST', `${FLAGS}/liked-${round}/favorites`, undefined, own],
            ['POST', '/api/admin/feedback', { feedbackId: 'a', neverShow: true }, own],
            ['POST', '/api/admin/splash/a', undefined, own],
            ['GET', '/api/admin/user', undefined, own],
            ['GET', '/api/admin/user/profile', undefined, own],
            ['POST', '/api/admin/user-admin/reset-password', { id: username }],
            ['POST', `/api/admin/user-admin/${id}/change-password`, { password: 'Another-password-2' }],
            ['DELETE', `/api/admin/user-admin/${id}`],
            signIn,
        ]);
        expect((await send(signIn)).status).toBe(401);
    }
});

test('a role, a group and a token that are deleted while they are assigned and used are deleted completely', async () => {
    const { id: user } = await app.has.user();
    for (let round = 0; round < 3; round++) {
        const role = (await app.post('/api/admin/roles', { name: `r-${round}`, type: 'custom', permissions: [] })).body
            .roles.id;
        const group = (await app.post('/api/admin/groups', { name: `g-${round}` })).body.id;
        const { secret } = await app.has.token({ environment: 'development' });
        await atOnce([
            ['PUT', `/api/admin/projects/default/users/${user}/roles`, { roles: [role] }],
            ['DELETE', `/api/admin/roles/${role}`],
            ['PUT', `/api/admin/projects/default/groups/${group}/roles`, { roles: [role] }],
            ['DELETE', `/api/admin/groups/${group}`],
            ['PUT', `/api/admin/projects/default/groups/${group}/roles`, { roles: [ROLE_ID.member] }],
            ['DELETE', `/api/admin/roles/${role}`],
            ['GET', '/api/client/features', undefined, { token: secret }],
            ['DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`],
            ['PUT', `/api/admin/api-tokens/${encodeURIComponent(secret)}`, { expiresAt: '2099-01-01T00:00:00.000Z' }],
            ['GET', '/api/client/features', undefined, { token: secret }],
            ['POST', '/api/client/metrics', { appName: 'a' }, { token: secret }],
            ['GET', '/api/admin/projects/default/access'],
            ['GET', '/api/admin/groups'],
        ]);
        expect((await send(['GET', '/api/client/features', undefined, { token: secret }])).status).toBe(401);
    }
});

test('concurrent sign-ins beyond the session limit leave only the allowed number of sessions', async () => {
    const signIn: Call = [
        'POST',
        '/auth/simple/login',
        { username: 'admin', password: ADMIN_PASSWORD },
        { token: null },
    ];

    const statuses = await atOnce(times(12, () => signIn));

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await app.get('/api/admin/user-admin/1/sessions')).body.sessions).toHaveLength(5);
});
