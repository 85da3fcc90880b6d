import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isOfAdministration } from '../src/http/route/route.ts';
import { hashSecret } from '../src/identity/accounts/api-tokens/token-secret.ts';
import { addressOf, type Schema, sampleOf } from './support/samples.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN, CLIENT_TOKEN, type RequestOptions, testApp } from './support/test-app.ts';

/*
 * Known vulnerability classes of services like this one, with their CWE numbers, as far as they concern authentication and information
 * disclosure. Some classes have their own files: every route and every permission (permissions.test.ts, role-matrix.test.ts), private
 * projects (private-project.test.ts), single sign-on (oidc.test.ts, saml.test.ts), requests into the internal network (outbound.test.ts),
 * secrets in logs (e2e/logs.test.ts), markup in mails (mail.test.ts).
 */

const app = await testApp({
    until: 'file',
    environment: {
        SIMPLE_LOGIN_LIMIT_PER_MINUTE: '100000',
        CREATE_USER_RATE_LIMIT_PER_MINUTE: '100000',
        UNLEASH_FRONTEND_API_ORIGINS: 'https://shop.example.com',
    },
});
const { secret: frontendToken } = await app.has.token({ type: 'frontend', environment: 'development' });
const JSON_TYPE = { 'content-type': 'application/json' };

/** A request whose path is sent unchanged: `fetch` would normalise it. */
function knock(
    path: string,
    headers: Record<string, string> = {},
    url = app.url,
): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
        request({ hostname, port, path, headers }, async (response) => {
            const parts: Buffer[] = [];
            for await (const part of response) parts.push(part as Buffer);
            resolve({ status: response.statusCode!, text: Buffer.concat(parts).toString() });
        })
            .on('error', reject)
            .end();
    });
}

const logIn = (body: object, headers = {}) => app.post('/auth/simple/login', body, { token: null, headers });

test('CWE-306: no spelling of a path bypasses authentication', async () => {
    const { text } = await knock('/api/admin/user-admin', { authorization: ADMIN_TOKEN });
    expect(text).toContain('"admin"');
    const spellings = [
        '//api/admin/user-admin',
        '/api//admin//user-admin',
        '/api/./admin/user-admin',
        '/./api/admin/user-admin',
        '/health/../api/admin/user-admin',
        '/health/%2e%2e/api/admin/user-admin',
        '/health/..%2fapi/admin/user-admin',
        '/auth/simple/login/../../../api/admin/user-admin',
        '/api%2fadmin%2fuser-admin',
        '/api/%61dmin/user-admin',
        '/api/admin/user%2dadmin',
        '/api/%2561dmin/user-admin',
        '/api/admin/user-admin/',
        '/api/admin/user-admin;',
        '/api/admin/user-admin;/health',
        '/api/admin;x=y/user-admin',
        '/API/ADMIN/USER-ADMIN',
        '/api/admin/user-admin?/health',
        '/api/admin/user-admin%00',
        '/api/admin/user-admin%20',
        '/\\api\\admin\\user-admin',
        `${app.url}/api/admin/user-admin`,
        'http://elsewhere.example/api/admin/user-admin',
    ];

    for (const path of spellings) {
        const response = await knock(path);
        expect(response.text, path).not.toContain('"users"');
        // The UI page is served at paths that do not belong to an API.
        if (response.status < 300) expect(response.text, path).toMatch(/^<!doctype html>/i);
    }

    // With a base path, which other services compared with the raw path.
    const below = await testApp({ environment: { BASE_URI_PATH: '/flags' } });
    const behind = new URL(below.url).origin;
    const asAdmin = await knock('/flags/api/admin/user-admin', { authorization: ADMIN_TOKEN }, behind);
    expect(asAdmin.text).toContain('"users"');
    for (const path of [
        ...spellings.filter((each) => each.startsWith('/')).flatMap((each) => [each, `/flags${each}`]),
        '/flags/../flags/api/admin/user-admin',
        '/flags/health/../../flags/api/admin/user-admin',
        '/flags/../api/admin/user-admin',
        '/flags%2fapi/admin/user-admin',
        '/%66lags/api/admin/user-admin',
        '/flagsapi/admin/user-admin',
        '/flags/flags/api/admin/user-admin',
        '/FLAGS/api/admin/user-admin',
    ]) {
        const response = await knock(path, {}, behind);
        expect(response.text, path).not.toContain('"users"');
        if (response.status < 300) expect(response.text, path).toMatch(/^<!doctype html>/i);
    }
});

test('CWE-770: no public endpoint accepts a body that is larger than needed or expands when decompressed', async () => {
    const endpoints = app.routes.filter(({ access, body }) => access === 'public' && body);
    expect(endpoints.length).toBeGreaterThan(6);

    for (const route of endpoints) {
        const type = route.takesForm ? 'application/x-www-form-urlencoded' : 'application/json';
        const response = await app.send(route.method, addressOf(route), {
            token: null,
            headers: { 'content-type': type },
            rawBody: 'x'.repeat((route.bodyLimit ?? 2 * 1024 * 1024) + 1),
        });
        expect(response.status, `${route.method} ${route.path}`).toBe(413);
    }
    const bomb = gzipSync(JSON.stringify({ username: 'admin', password: 'x'.repeat(50_000_000) })).toString('latin1');
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    for (const route of [...endpoints, ...app.routes.filter(({ access, body }) => access === 'client' && body)]) {
        const token = route.access === 'client' ? CLIENT_TOKEN : null;
        const response = await app.send(route.method, addressOf(route), { token, headers, rawBody: bomb });
        const refused = route.keepsUsableParts ? [202] : [400, 413, 415];
        expect(refused, `${route.method} ${route.path}`).toContain(response.status);
    }
});

test('CWE-200: a frontend token reads the enabled flags of its user, and not the rules', async () => {
    await app.has.flag({ name: 'visible', enabled: true, description: 'secret-description' });
    await app.has.strategy({
        flag: 'visible',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['secret-user'] }],
        title: 'secret-title',
    });
    await app.has.flag({ name: 'secret-flag-that-is-off' });
    const { id: project } = await app.has.project();
    await app.has.flag({ name: 'visible-elsewhere', project, enabled: true });
    const { secret: ofOneProject } = await app.has.token({
        type: 'frontend',
        environment: 'development',
        projects: ['default'],
    });
    const as = { token: ofOneProject };

    const responses = [
        await app.send('GET', '/api/frontend', as),
        await app.send('POST', '/ofrep/v1/evaluate/flags', { ...as, headers: JSON_TYPE, rawBody: '{"context":{}}' }),
    ];

    for (const { status, body } of responses) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).toContain('visible');
        expect(JSON.stringify(body)).not.toMatch(/secret-user|secret-title|secret-description|visible-elsewhere/);
    }
    const ofAll = await app.send('GET', '/api/frontend', { token: frontendToken });
    expect(JSON.stringify(ofAll.body)).toContain('visible-elsewhere');
    expect(JSON.stringify(responses[0]!.body)).not.toContain('secret-flag-that-is-off');
    for (const path of ['/api/client/features', '/api/admin/projects/default/features', '/api/admin/ui-config']) {
        expect((await app.send('GET', path, as)).status, path).toBe(403);
    }
});

test('CWE-200: public responses reveal no users, flags or tokens, and there are no debugging endpoints', async () => {
    await app.has.flag({ name: 'known-inside' });
    const open = app.routes.filter(({ access, method }) => access === 'public' && method === 'GET');

    for (const route of open) {
        const { body } = await app.send('GET', addressOf(route), { token: null });
        expect(JSON.stringify(body), route.path).not.toMatch(/known-inside|"admin"|token-of-the-tests|user-\d/);
    }
    for (const path of [
        '/debug/pprof',
        '/debug/vars',
        '/api/admin/heap-snapshot',
        '/heapsnapshot',
        '/.env',
        '/server-status',
    ]) {
        const { status, text } = await knock(path, { accept: 'application/json' });
        if (status < 300) expect(text, path).toMatch(/^<!doctype html>/i);
    }
});

test('CWE-639: ids of objects of other users or projects are rejected, whatever the path before them', async () => {
    const ownUser = await app.has.user();
    const otherUser = await app.has.user();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body: token } = await app.post('/api/admin/user/tokens', { description: 'x', expiresAt }, otherUser);
    const { body: sessions } = await app.get('/api/admin/user/sessions', otherUser);
    const { body: first } = await app.post('/api/admin/service-account', { username: 'first', rootRole: 1 });
    const { body: second } = await app.post('/api/admin/service-account', { username: 'second', rootRole: 1 });
    const { body: key } = await app.post(`/api/admin/service-account/${first.id}/token`, {
        description: 'k',
        expiresAt,
    });

    await app.delete(`/api/admin/user/tokens/${token.id}`, { ...ownUser, changesNothing: true });
    expect((await app.delete(`/api/admin/user/sessions/${sessions.sessions[0].id}`, ownUser)).status).toBe(404);
    expect((await app.delete(`/api/admin/service-account/${second.id}/token/${key.id}`)).status).toBe(404);
    expect((await app.get(`/api/admin/user-admin/${otherUser.id}/permissions`, ownUser)).status).toBe(403);

    expect((await app.get('/api/admin/user', { token: token.secret })).status).toBe(200);
    expect((await app.get('/api/admin/user', otherUser)).status).toBe(200);
    expect((await app.get('/api/admin/user', { token: key.secret })).status).toBe(200);
});

test('CWE-639: a body cannot move an object to another parent', async () => {
    const { id: project } = await app.has.project();
    const { name } = await app.has.flag();
    const { name: other } = await app.has.flag({ project });
    const strategy = await app.has.strategy({ flag: name });
    const flag = `/api/admin/projects/default/features/${name}`;
    const strategies = `${flag}/environments/development/strategies`;
    const elsewhere = { project, projectId: project, featureName: other, environment: 'production' };
    const { body: before } = await app.get(flag);

    const attempts: [string, string, unknown][] = [
        ['PUT', flag, { ...before, ...elsewhere, name: other }],
        ['PATCH', flag, [{ op: 'replace', path: '/project', value: project }]],
        ['PUT', `${strategies}/${strategy.id}`, { ...strategy, ...elsewhere }],
        ['PATCH', `${strategies}/${strategy.id}`, [{ op: 'replace', path: '/featureName', value: other }]],
        ['POST', `${strategies}/set-sort-order`, [{ id: strategy.id, sortOrder: 1, ...elsewhere }]],
        ['PUT', '/api/admin/projects/default', { name: 'Default', id: project }],
    ];
    for (const [method, path, body] of attempts) {
        const response = await app.send(method, path, { headers: JSON_TYPE, rawBody: JSON.stringify(body) });
        // Unknown members are rejected or dropped.
        expect([200, 400], `${method} ${path} ${JSON.stringify(response.body)}`).toContain(response.status);
    }

    const { body: after } = await app.get(flag);
    expect(after).toMatchObject({ name, project: 'default' });
    expect((await app.get(strategies)).body).toMatchObject([{ id: strategy.id }]);
    const otherFlag = `/api/admin/projects/${project}/features/${other}`;
    expect((await app.get(`${otherFlag}/environments/production/strategies`)).body).toEqual([]);
    expect((await app.get(`/api/admin/projects/${project}/features`)).body.features).toMatchObject([{ name: other }]);
    expect((await app.get(`/api/admin/projects/${project}`)).body.name).toBe(project);
});

test('CWE-915: additional members cannot set an id, a role or timestamps', async () => {
    const viewer = await app.has.user();
    const more = {
        id: 1,
        rootRole: 1,
        isAdmin: true,
        createdBy: 'admin',
        permissions: [{ permission: 'ADMIN' }],
        scimId: 'x',
    };
    const attempts: [string, string, object, RequestOptions][] = [
        [
            'POST',
            '/auth/simple/login',
            { username: viewer.username, password: 'A-password-of-tests-1' },
            { token: null },
        ],
        ['POST', '/api/admin/user/tokens', { description: 'x', expiresAt: '2099-01-01T00:00:00Z' }, viewer],
        ['POST', '/api/admin/user/change-password', { password: 'A-password-of-tests-2', oldPassword: 'x' }, viewer],
        ['POST', '/auth/reset/password', { token: 'x', password: 'A-password-of-tests-2' }, { token: null }],
        ['POST', '/auth/reset/password-email', { email: 'a@example.com' }, { token: null }],
    ];

    for (const [method, path, body, caller] of attempts) {
        const response = await app.send(method, path, {
            ...caller,
            headers: { ...caller.headers, ...JSON_TYPE },
            rawBody: JSON.stringify({ ...body, ...more }),
        });
        expect(response.status, path).toBe(400);
    }
    expect((await app.get('/api/admin/user', viewer)).body.user).toMatchObject({ id: viewer.id, rootRole: 3 });
});

test('CWE-943: operators of query languages are treated as text or rejected', async () => {
    const evil = ['j:{"$ne":""}', '{"$gt":""}', "' or '1'='1", '%', '_%', "'; drop table users; --"];
    for (const value of evil) {
        const cookie = `halyard-session=${encodeURIComponent(value)}`;
        expect((await app.get('/api/admin/user', { token: null, headers: { cookie } })).status, value).toBe(401);
        expect((await app.get('/api/admin/user', { token: encodeURIComponent(value) })).status, value).toBe(401);
        expect((await logIn({ username: value, password: value })).status, value).toBe(401);
        expect((await app.get(`/auth/reset/validate?token=${encodeURIComponent(value)}`, { token: null })).status).toBe(
            401,
        );
    }
    for (const body of [
        { username: { $ne: '' }, password: 'x' },
        { username: ['admin'], password: 'x' },
    ]) {
        expect((await logIn(body)).status).toBe(400);
    }
    for (const query of ['q[$ne]=x', 'q[]=x&q[]=y', 'q=ad%25', 'q=ad_in']) {
        const { status, body } = await app.get(`/api/admin/user-admin/search?${query}`);
        expect(status === 400 || body.length === 0, `${query}: ${status} ${JSON.stringify(body)}`).toBe(true);
    }
});

test('CWE-22: no file outside of the UI folder is served', async () => {
    for (const path of [
        '/../package.json',
        '/assets/../../package.json',
        '/assets/..%2f..%2fpackage.json',
        '/assets/%2e%2e/%2e%2e/package.json',
        '/assets/..\\..\\package.json',
        '/assets-evil/../../../server/package.json',
        '/%2e%2e%2f%2e%2e%2fetc/passwd',
        '//etc/passwd',
    ]) {
        expect((await knock(path)).text, path).not.toMatch(/"@?halyard|root:/);
    }
});

test('CWE-614 and CWE-1004: session cookies are HttpOnly and Secure, also when they are deleted', async () => {
    const secure = { 'x-forwarded-proto': 'https' };
    const begin = await logIn({ username: 'admin', password: ADMIN_PASSWORD }, secure);
    const end = await app.post('/logout', undefined, { token: null, headers: secure });

    for (const { headers } of [begin, end]) {
        expect(headers.get('set-cookie')).toMatch(/^halyard-session=.*; HttpOnly; SameSite=Lax; Secure$/);
    }
});

test('CWE-352: pages of other sites cannot make changes with the cookie of a visitor', async () => {
    const admin = await app.has.user({ rootRole: 'admin' });
    const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example' },
    ];
    const changes = app.routes.filter(({ method, path }) => method !== 'GET' && isOfAdministration(path));

    for (const from of foreign) {
        for (const route of changes) {
            const response = await app.send(route.method, addressOf(route), {
                token: null,
                headers: { ...admin.headers, ...from, 'content-type': 'text/plain' },
                rawBody: 'x',
            });
            expect(response.status, `${route.method} ${route.path} from ${JSON.stringify(from)}`).toBe(403);
            expect(response.body.message).toMatch(/another site/);
        }
    }
});

test('CWE-352: an empty token header does not exempt a cookie from the origin check', async () => {
    const admin = await app.has.user({ rootRole: 'admin' });

    for (const empty of ['authorization', 'x-api-key']) {
        const headers = { ...admin.headers, origin: 'https://evil.example', [empty]: '', ...JSON_TYPE };
        const rawBody = '{"type":"simple","value":"planted"}';
        const response = await app.send('POST', '/api/admin/tags', { token: null, headers, rawBody });
        expect(response).toMatchObject({ status: 403, body: { message: expect.stringMatching(/another site/) } });
    }
});

test('CWE-350: without authentication, foreign host names for our address are rejected', async () => {
    const open = await testApp({ environment: { AUTH_TYPE: 'none', UNLEASH_URL: 'https://flags.example.com' } });
    const statusFor = (host: string, path: string, headers: Record<string, string> = {}) =>
        knock(path, { ...headers, host }, open.url).then(({ status }) => status);
    const own = ['localhost', 'localhost:4242', '127.0.0.1', '[::1]:4242', 'app.localhost', 'flags.example.com'];
    const foreign = [
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'flags.example.com.evil.example',
        '%',
    ];

    for (const path of ['/api/admin/projects', '/api/client/features', '/api/frontend']) {
        for (const host of own) expect(await statusFor(host, path), `${host} ${path}`).toBe(200);
        for (const host of foreign) expect(await statusFor(host, path), `${host} ${path}`).toBe(403);
    }
    // A DNS rebinding page has no token; clients with a token may use any host name.
    expect(await statusFor('halyard', '/api/client/features', { authorization: CLIENT_TOKEN })).toBe(200);
});

test('CWE-79: links accept only web URLs', async () => {
    await app.has.flag({ name: 'linked' });
    const bad = ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example'];

    for (const url of bad) {
        const settings = { name: 'Default', linkTemplates: [{ title: 'x', urlTemplate: url }] };
        const responses = [
            await app.put('/api/admin/projects/default', settings),
            await app.post('/api/admin/metrics/applications/shop', { url }),
            await app.post('/api/admin/projects/default/features/linked/link', { url }),
        ];
        expect(
            responses.map(({ status }) => status),
            url,
        ).toEqual([400, 400, 400]);
    }
});

test('CWE-346: only listed origins read frontend responses, without cookies, and no origin reads admin responses', async () => {
    const from = (origin: string, path: string, caller: RequestOptions) =>
        app.send('GET', path, { ...caller, headers: { ...caller.headers, origin } });
    const admin = await app.has.user({ rootRole: 'admin' });

    const listed = await from('https://shop.example.com', '/api/frontend', { token: frontendToken });
    const other = await from('https://evil.example', '/api/frontend', { token: frontendToken });
    const withCookie = await from('https://shop.example.com', '/api/frontend', admin);
    const ofAdmin = await from('https://shop.example.com', '/api/admin/projects', admin);

    expect(listed.headers.get('access-control-allow-origin')).toBe('https://shop.example.com');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(withCookie.status).toBe(403);
    expect(ofAdmin.status).toBe(200);
    expect(ofAdmin.headers.get('access-control-allow-origin')).toBeNull();
    expect(ofAdmin.headers.get('access-control-allow-credentials')).toBeNull();
});

test('CWE-384: a sign-in does not adopt a planted or invented session', async () => {
    const planted = 'halyard-session=planted-by-an-attacker';

    const response = await logIn({ username: 'admin', password: ADMIN_PASSWORD }, { cookie: planted });

    expect(response.headers.get('set-cookie')).not.toContain('planted');
    expect((await app.get('/api/admin/user', { token: null, headers: { cookie: planted } })).status).toBe(401);
});

test('CWE-613: sessions end with a new role, a new password and the deletion of their user', async () => {
    const ends: ((id: number) => Promise<{ status: number }>)[] = [
        (id) => app.put(`/api/admin/user-admin/${id}`, { rootRole: 2 }),
        (id) => app.post(`/api/admin/user-admin/${id}/change-password`, { password: 'A-new-password-7' }),
        (id) => app.delete(`/api/admin/user-admin/${id}`),
    ];

    for (const end of ends) {
        const user = await app.has.user();
        expect((await app.get('/api/admin/user', user)).status).toBe(200);
        expect((await end(user.id)).status).toBe(200);
        expect((await app.get('/api/admin/user', user)).status).toBe(401);
    }
});

test('CWE-640: a password reset link works once and reveals no other user, and an invite link expires', async () => {
    const { body: user } = await app.post('/api/admin/user-admin', { username: 'forgetful', rootRole: 3 });
    const { body } = await app.post('/api/admin/user-admin/reset-password', { id: 'forgetful' });
    const token = new URL(body.resetPasswordUrl).searchParams.get('token');
    const choose = () => app.post('/auth/reset/password', { token, password: 'Another-password-3' }, { token: null });
    const { body: link } = await app.post('/api/admin/invite-link/tokens', {
        name: 'soon over',
        expiresAt: new Date(app.services.clock().getTime() + 60_000).toISOString(),
    });
    const invite = `/invite/${link.secret}/validate`;

    expect((await choose()).status).toBe(200);
    expect((await choose()).status).toBe(403);
    expect((await app.get(`/auth/reset/validate?token=${token}`, { token: null })).status).toBe(403);
    expect((await app.get(invite, { token: null })).status).toBe(200);
    app.passTime(60_001);
    expect((await app.get(invite, { token: null })).status).toBe(400);
    expect(user.inviteLink).not.toContain(token);
});

test('CWE-203 and CWE-307: sign-in does not reveal which users exist, and limits password attempts', async () => {
    const guess = (username: string) => logIn({ username, password: 'Wrong-password-1' });
    const [known, unknown] = [await guess('admin'), await guess('nobody-of-that-name')];
    expect({ ...known.body, id: 0 }).toEqual({ ...unknown.body, id: 0 });

    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 21; attempt++) statuses.add((await guess('someone-else')).status);

    expect([...statuses]).toEqual([401, 429]);
});

test('CWE-256: the database contains only hashes of tokens, sessions and links', async () => {
    const user = await app.has.user();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body: personal } = await app.post('/api/admin/user/tokens', { description: 'p', expiresAt }, user);
    const { body: link } = await app.post('/api/admin/user-admin/reset-password', { id: user.username });
    const { body: scim } = await app.post('/api/admin/scim-settings/generate-new-token');
    const secrets = [
        ADMIN_TOKEN,
        CLIENT_TOKEN,
        frontendToken,
        personal.secret,
        scim.token,
        user.headers.cookie.split('=')[1]!,
        new URL(link.resetPasswordUrl).searchParams.get('token')!,
        ADMIN_PASSWORD,
    ];
    const { db } = app.services;
    const tables = [
        'api_tokens',
        'personal_tokens',
        'sessions',
        'password_resets',
        'users',
        'settings',
        'events',
    ] as const;

    const stored = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));

    expect(stored).toContain(hashSecret(personal.secret));
    for (const secret of secrets) expect(stored.includes(secret), `a secret of ${secret.length} letters`).toBe(false);
});

test('CWE-117: line breaks and control characters in names create no second line in the audit log', async () => {
    const name = 'Eve\r\n2026-01-01 admin deleted everything\u001b[31m';
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const attempts: [string, object][] = [
        ['/api/admin/user-admin', { username: 'eve', name, rootRole: 3 }],
        ['/api/admin/user-admin', { username: name, rootRole: 3 }],
        ['/api/admin/user-admin', { email: `${name}@example.com`, rootRole: 3 }],
        ['/api/admin/service-account', { username: name, rootRole: 3 }],
        ['/api/admin/groups', { name }],
        ['/api/admin/roles', { name, type: 'custom', permissions: [] }],
        ['/api/admin/api-tokens', { tokenName: name, type: 'client' }],
        ['/api/admin/invite-link/tokens', { name, expiresAt }],
    ];

    for (const [path, body] of attempts) {
        const { status } = await app.post(path, body);
        expect([201, 400], path).toContain(status);
    }
    await logIn({ username: name, password: 'x' });

    for (const path of ['/api/admin/events', '/api/admin/logins', '/api/admin/search/events']) {
        const { text } = await knock(path, { authorization: ADMIN_TOKEN });
        expect(/\p{Cc}/u.test(text), path).toBe(false);
    }
    const { text } = await knock('/api/admin/logins', { authorization: ADMIN_TOKEN, accept: 'text/csv' });
    expect(text.split('\r\n').filter((line) => line.startsWith('2026-01-01'))).toEqual([]);
});

test('CWE-525: responses of one caller are not cached for another, and each token gets its own response', async () => {
    await app.has.project({ id: 'apart' });
    await app.has.flag({ name: 'apart-flag', project: 'apart', enabled: true });
    const { secret: narrow } = await app.has.token({ projects: ['apart'], environment: 'development' });
    const all = await app.send('GET', '/api/client/features', { token: CLIENT_TOKEN });
    const etag = all.headers.get('etag')!;

    const own = await app.send('GET', '/api/client/features', { token: narrow, headers: { 'if-none-match': etag } });

    expect(own.status).toBe(200);
    expect(own.body.features.map(({ name }: { name: string }) => name)).toEqual(['apart-flag']);
    for (const path of ['/api/admin/user', '/auth/methods']) {
        const { headers } = await app.send('GET', path);
        expect(headers.get('cache-control') ?? 'no-store', path).toMatch(/no-store|no-cache|private/);
    }
});

test('CWE-1321: members named like those of all objects are rejected at any depth', async () => {
    const endpoints = app.routes.filter(({ access, body, takesForm }) => access === 'public' && body && !takesForm);

    for (const route of endpoints) {
        const sample = JSON.stringify(sampleOf(route.body as Schema)).replace(/^\{/, '{"__proto__":{"isAdmin":true},');
        // A route for any JSON accepts other values than objects, too.
        const rawBody = sample.startsWith('{') ? sample.replace(/,\}$/, '}') : '{"__proto__":{"isAdmin":true}}';
        const response = await app.send(route.method, addressOf(route), { token: null, headers: JSON_TYPE, rawBody });
        expect(response.status, `${route.method} ${route.path}`).toBe(400);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
