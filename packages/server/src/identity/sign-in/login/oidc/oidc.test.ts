import { describe, expect, onTestFinished, test } from 'vitest';
import { Browser } from '../../../../../test/support/browser.ts';
import { deactivate } from '../../../../../test/support/directory.ts';
import { CLIENT, oidcIssuer } from '../../../../../test/support/oidc-issuer.ts';
import { enrolTotp, sessionIn } from '../../../../../test/support/second-factor.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const SETTINGS = '/api/admin/auth/oidc/settings';

type IssuerOptions = Omit<Parameters<typeof oidcIssuer>[0], 'serviceUrl'>;

/** An app with its own identity provider. */
async function appWithIssuer({ issuer = {}, settings = {} }: { issuer?: IssuerOptions; settings?: object } = {}) {
    const app = await testApp({ environment: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' } });
    const home = app.services.publicUrl();
    const provider = await oidcIssuer({ serviceUrl: home, ...issuer });
    const configure = (members: object) =>
        app.post(SETTINGS, { enabled: true, discoverUrl: provider.issuer, ...CLIENT, ...members });
    const { status, body } = await configure({ autoCreate: true, ...settings });
    expect(status, JSON.stringify(body)).toBe(200);
    return { app, home, login: `${home}/auth/oidc/login`, provider, configure };
}

const whoIs = (app: TestApp, browser: Browser) => {
    const { services, url } = app;
    const secret = browser.cookie(services.publicUrl(), 'halyard-session') ?? browser.cookie(url, 'halyard-session');
    const cookie = `halyard-session=${secret}`;
    return app.get('/api/admin/user', { token: null, headers: { cookie } });
};

/** Returns the error shown on the sign-in page after a rejected sign-in. */
async function refusal(app: TestApp, browser: Browser, address: string | URL): Promise<string> {
    const { url } = await browser.open(address, { until: ({ pathname }) => pathname === '/login' });
    expect(url.pathname).toBe('/login');
    expect(browser.cookie(url, 'halyard-session')).toBeUndefined();
    expect(url.origin).toBe(new URL(app.services.publicUrl()).origin);
    return url.searchParams.get('error')!;
}

/** Opens the login URL and stops at the redirect of the provider to the callback. */
const callbackOf = async (browser: Browser, login: string) =>
    (await browser.open(login, { until: ({ pathname }) => pathname === '/auth/oidc/callback' })).url;

const usersOf = async (app: TestApp) => (await app.get('/api/admin/user-admin')).body.users;

describe('signing in with OpenID Connect', () => {
    test('creates the user and a session, and redirects to the requested page', async () => {
        const { app, login } = await appWithIssuer();
        const browser = new Browser();

        const { url } = await browser.open(`${login}?returnTo=${encodeURIComponent('/projects/default?tab=1#top')}`);

        expect(url.pathname + url.search + url.hash).toBe('/projects/default?tab=1#top');
        const { body } = await whoIs(app, browser);
        expect(body.user).toMatchObject({ email: 'ada@example.com', name: 'Ada', rootRole: 3 });
        expect((await app.get('/api/admin/logins')).body.events[0]).toMatchObject({
            username: 'ada@example.com',
            authType: 'oidc',
            successful: true,
        });
        expect(browser.cookie(`${login}`, 'halyard-sign-in')).toBeUndefined();
    });

    test('finds the user by the e-mail address, ignoring case', async () => {
        const { app, login } = await appWithIssuer({
            issuer: { claims: { email: 'ADA@example.com' } },
            settings: { autoCreate: false },
        });
        const { body: ada } = await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 1 });
        const browser = new Browser();

        await browser.open(login);

        expect((await whoIs(app, browser)).body.user).toMatchObject({ id: ada.id, rootRole: 1 });
    });

    test('identifies users by their subject, even if their address changes', async () => {
        const { app, login, provider } = await appWithIssuer();
        provider.account['sub'] = 'ada';
        await new Browser().open(login);
        const [, ada] = await usersOf(app);
        await app.post('/api/admin/user-admin', { email: 'bob@example.com', rootRole: 1 });

        for (const claims of [
            { email: 'ada@example.org', email_verified: true },
            { email: 'bob@example.com', email_verified: true },
            { email: 'bob@example.com', email_verified: false },
            { email: undefined },
        ]) {
            Object.assign(provider.account, claims);
            const browser = new Browser();
            await browser.open(login);
            expect((await whoIs(app, browser)).body.user, String(claims.email)).toMatchObject({
                id: ada.id,
                email: 'ada@example.com',
            });
        }
    });

    test('accepts unverified addresses if trustUnverifiedEmail is set', async () => {
        const { app, login, provider } = await appWithIssuer({ settings: { trustUnverifiedEmail: true } });
        provider.account['email_verified'] = undefined;
        const browser = new Browser();

        await browser.open(login);

        expect((await whoIs(app, browser)).body.user).toMatchObject({ email: 'ada@example.com' });
    });

    test('revokes the password, sessions and tokens of a user who signed up with the address', async () => {
        const { app, login } = await appWithIssuer();
        const expiresAt = new Date(app.services.clock().getTime() + 86_400_000).toISOString();
        const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        const password = 'A-good-password-1';
        const signup = { name: 'Eve', email: 'ada@example.com', password };
        const { body: eve } = await app.post(`/invite/${link.secret}/signup`, signup, { token: null });
        const signIn = () => app.post('/auth/simple/login', { username: 'ada@example.com', password }, { token: null });
        const cookie = (await signIn()).headers.get('set-cookie')!.split(';')[0]!;
        const session = { token: null, headers: { cookie } };
        const pat = { description: 'mine', expiresAt: '2200-01-01T00:00:00Z' };
        const { body: token } = await app.post('/api/admin/user/tokens', pat, session);
        const ways = async () => [
            (await signIn()).status,
            (await app.get('/api/admin/user', session)).status,
            (await app.get('/api/admin/user', { token: token.secret })).status,
        ];
        expect(await ways()).toEqual([200, 200, 200]);
        const browser = new Browser();

        await browser.open(login);

        expect(await ways()).toEqual([401, 401, 401]);
        expect((await whoIs(app, browser)).body.user.id).toBe(eve.id);
        await browser.open(login);
        expect((await whoIs(app, browser)).status).toBe(200);
    });

    test('removes the second factors of a user who signed up with the address', async () => {
        const { app, login } = await appWithIssuer();
        const expiresAt = new Date(app.services.clock().getTime() + 86_400_000).toISOString();
        const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        const account = { username: 'ada@example.com', password: 'A-good-password-1' };
        const signup = { name: 'Eve', email: account.username, password: account.password };
        const { body: eve } = await app.post(`/invite/${link.secret}/signup`, signup, { token: null });
        await enrolTotp(app, sessionIn(await app.post('/auth/simple/login', account, { token: null })));

        await new Browser().open(login);

        expect((await app.get('/api/admin/second-factors')).body.users).toEqual([]);
        await app.post(`/api/admin/user-admin/${eve.id}/change-password`, { password: 'Another-Horse-8' });
        const again = { ...account, password: 'Another-Horse-8' };
        expect(await app.post('/auth/simple/login', again, { token: null })).toMatchObject({ status: 200 });
    });

    test('asks for no second factor, whether the user has one or should have one', async () => {
        const { app, login } = await appWithIssuer();
        const admin = await app.has.user({ rootRole: 'admin' });
        await enrolTotp(app, admin);
        const settings = { requiredFor: 'everybody', rootRoles: [], forBreakGlass: false };
        await app.put('/api/admin/auth/second-factor/settings', settings, admin);

        const browser = new Browser();
        await browser.open(login);
        expect(await whoIs(app, browser)).toMatchObject({ status: 200 });
        const secret = browser.cookie(app.services.publicUrl(), 'halyard-session');
        await enrolTotp(app, { token: null, headers: { cookie: `halyard-session=${secret}` } });
        const other = new Browser();
        await other.open(login);
        expect(await whoIs(app, other)).toMatchObject({ status: 200, body: { user: { email: 'ada@example.com' } } });
    });

    test('does not change users created by an administrator', async () => {
        const { app, login } = await appWithIssuer();
        const password = 'A-good-password-1';
        await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 2, password });

        await new Browser().open(login);

        const byPassword = { username: 'ada@example.com', password };
        expect((await app.post('/auth/simple/login', byPassword, { token: null })).status).toBe(200);
    });

    test('works if another node receives the callback', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const environment = { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1', UNLEASH_URL: 'http://flags.example.com' };
        const first = await testApp({ database, environment });
        const second = await testApp({ database, environment });
        const { issuer } = await oidcIssuer({ serviceUrl: environment.UNLEASH_URL });
        await first.post(SETTINGS, { enabled: true, discoverUrl: issuer, ...CLIENT, autoCreate: true });
        await second.services.changeFeed.catchUp();
        const browser = new Browser();

        const { search } = await callbackOf(browser, `${first.url}/auth/oidc/login`);
        await browser.open(`${second.url}/auth/oidc/callback${search}`);

        expect((await whoIs(second, browser)).body.user).toMatchObject({ email: 'ada@example.com' });
    });

    test('works with a configuration from environment variables', async () => {
        const home = 'http://flags.example.com';
        const { issuer } = await oidcIssuer({ serviceUrl: home });
        const app = await testApp({
            environment: {
                UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
                UNLEASH_URL: home,
                OIDC_ENABLED: 'true',
                OIDC_DISCOVER_URL: issuer,
                OIDC_CLIENT_ID: CLIENT.clientId,
                OIDC_CLIENT_SECRET: CLIENT.secret,
                OIDC_AUTO_CREATE: 'true',
            },
        });
        const browser = new Browser();

        const { search } = await callbackOf(browser, `${app.url}/auth/oidc/login`);
        await browser.open(`${app.url}/auth/oidc/callback${search}`);

        expect((await whoIs(app, browser)).body.user).toMatchObject({ email: 'ada@example.com', rootRole: 3 });
    });

    test('redirects only to paths of this service', async () => {
        const { login, home } = await appWithIssuer();

        for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'x']) {
            const { url } = await new Browser().open(`${login}?returnTo=${encodeURIComponent(returnTo)}`);
            expect(url.href, returnTo).toBe(`${home}/`);
        }
    });

    test('is listed as a sign-in method while it is enabled', async () => {
        const { app, configure } = await appWithIssuer();
        const methods = async () => (await app.get('/auth/methods', { token: null })).body;

        expect(await methods()).toEqual({
            password: true,
            options: [{ type: 'oidc', message: 'Sign in with OpenID Connect', path: '/auth/oidc/login' }],
        });
        await configure({ enabled: false });
        expect(await methods()).toEqual({ password: true, options: [] });
    });

    test('shows an error on the sign-in page if it is disabled or the provider is unavailable', async () => {
        const { app, login, configure } = await appWithIssuer();

        await configure({ discoverUrl: 'http://127.0.0.1:1' });
        expect(await refusal(app, new Browser(), login)).toMatch(/cannot be reached/);
        await configure({ enabled: false });
        expect(await refusal(app, new Browser(), login)).toMatch(/disabled/);
    });

    test('calls no provider in the internal network unless the operator allows it', async () => {
        const { app, login, configure } = await appWithIssuer();

        await configure({ discoverUrl: 'http://127.0.0.2:8080' });

        expect(await refusal(app, new Browser(), login)).toMatch(/not in the public internet/);
    });
});

describe('the settings of OpenID Connect', () => {
    test('autoCreate: if disabled, only existing users can sign in', async () => {
        const { app, login } = await appWithIssuer({ settings: { autoCreate: false } });

        expect(await refusal(app, new Browser(), login)).toMatch(/Ask an administrator to add you/);
        expect((await app.get('/api/admin/logins')).body.events[0]).toMatchObject({
            username: 'ada@example.com',
            successful: false,
        });
    });

    test('emailDomains: only users with addresses of these domains, without subdomains, are created', async () => {
        const { app, login, provider } = await appWithIssuer({ settings: { emailDomains: 'other.org, Example.com' } });

        provider.account['email'] = 'eve@mail.example.com';
        expect(await refusal(app, new Browser(), login)).toMatch(/cannot sign up/);
        provider.account['email'] = 'eve@evil.org@notexample.com';
        await refusal(app, new Browser(), login);
        provider.account['email'] = 'ada@EXAMPLE.com';
        await new Browser().open(login);
        expect((await usersOf(app)).map((user: { email?: string }) => user.email)).toEqual([
            undefined,
            'ada@example.com',
        ]);
    });

    test('defaultRootRoleId takes precedence over defaultRootRole', async () => {
        const { app, login, provider, configure } = await appWithIssuer({ settings: { defaultRootRole: 'Editor' } });
        const rootRole = async () => (await usersOf(app)).at(-1).rootRole;

        await new Browser().open(login);
        expect(await rootRole()).toBe(2);
        provider.account['email'] = 'bob@example.com';
        await configure({ defaultRootRoleId: 1 });
        await new Browser().open(login);
        expect(await rootRole()).toBe(1);
    });

    test('acrValues: are requested, and the ID token must confirm one of them', async () => {
        const weak = await appWithIssuer({
            issuer: { acr: 'urn:level:one' },
            settings: { acrValues: 'urn:level:two' },
        });
        const strong = await appWithIssuer({
            issuer: { acr: 'urn:level:two' },
            settings: { acrValues: 'urn:level:two' },
        });
        const silent = await appWithIssuer({ settings: { acrValues: 'urn:level:two' } });
        const browser = new Browser();

        expect(await refusal(weak.app, new Browser(), weak.login)).toMatch(/needs urn:level:two/);
        expect(await refusal(silent.app, new Browser(), silent.login)).toMatch(/needs urn:level:two/);
        await browser.open(strong.login);

        expect(strong.provider.asked[0]!.get('acr_values')).toBe('urn:level:two');
        expect((await whoIs(strong.app, browser)).status).toBe(200);
    });

    test('idTokenSigningAlgorithm: a token signed with another algorithm is rejected', async () => {
        const { app, login, configure } = await appWithIssuer({ issuer: { algorithm: 'RS512' } });
        const browser = new Browser();

        expect(await refusal(app, new Browser(), login)).toMatch(/cannot be trusted/);
        await configure({ idTokenSigningAlgorithm: 'RS512' });
        await browser.open(login);

        expect((await whoIs(app, browser)).status).toBe(200);
    });

    test('enablePkce, addGroupsScope and extraScopes: determine the authorization request', async () => {
        const { login, provider, configure } = await appWithIssuer();

        await new Browser().open(login);
        await configure({ enablePkce: false, addGroupsScope: true, extraScopes: 'extra  email' });
        await new Browser().open(login);

        const [first, second] = provider.asked;
        expect(first!.get('code_challenge_method')).toBe('S256');
        expect(first!.get('scope')).toBe('openid profile email');
        expect(second!.get('code_challenge_method')).toBeNull();
        expect(second!.get('scope')).toBe('openid profile email groups extra');
    });

    test('enableGroupSyncing: the membership of mapped groups follows the provider; other groups are unchanged', async () => {
        const { app, login, provider } = await appWithIssuer({
            issuer: { claims: { groups: ['engineering', 'other'] } },
            settings: { enableGroupSyncing: true, addGroupsScope: true },
        });
        const group = async (name: string, mappingsSSO: string[]) =>
            (await app.post('/api/admin/groups', { name, mappingsSSO, rootRole: 2 })).body.id;
        const mapped = await group('Engineers', ['engineering', 'eng']);
        const foreign = await group('Sales', ['sales']);
        const plain = await group('Lunch', []);
        const members = async (id: number) => (await app.get(`/api/admin/groups/${id}`)).body.userCount;

        await new Browser().open(login);
        expect(await Promise.all([mapped, foreign, plain].map(members))).toEqual([1, 0, 0]);
        const { body } = await app.get('/api/admin/events?limit=1');
        expect(body.events[0]).toMatchObject({ type: 'group-updated', data: { name: 'Engineers' } });
        const ada = (await usersOf(app)).at(-1);
        await app.put(`/api/admin/groups/${plain}`, { name: 'Lunch', users: [{ user: { id: ada.id } }] });
        provider.account['groups'] = ['sales'];
        await new Browser().open(login);

        expect(await Promise.all([mapped, foreign, plain].map(members))).toEqual([0, 1, 1]);
    });

    test('enableGroupSyncing: the last administrator can sign in even if the provider removed their group', async () => {
        const { app, login, provider } = await appWithIssuer({
            issuer: { claims: { groups: ['admins'] } },
            settings: { enableGroupSyncing: true, addGroupsScope: true },
        });
        await app.post('/api/admin/groups', { name: 'Admins', mappingsSSO: ['admins'], rootRole: 1 });
        await new Browser().open(login);
        const first = (await usersOf(app))[0];
        expect((await app.delete(`/api/admin/user-admin/${first.id}`)).status).toBe(200);
        provider.account['groups'] = [];
        const browser = new Browser();

        await browser.open(login);

        expect((await whoIs(app, browser)).body.permissions[0]).toMatchObject({ permission: 'ADMIN' });
    });

    test('groupJsonPath: selects the claim with the groups', async () => {
        const { app, login } = await appWithIssuer({
            issuer: {
                claims: { realm: { roles: [{ name: 'admins' }] } },
                configuration: { claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['realm'] } },
            },
            settings: { enableGroupSyncing: true, addGroupsScope: true, groupJsonPath: '$.realm.roles[*].name' },
        });
        const { body } = await app.post('/api/admin/groups', { name: 'Admins', mappingsSSO: ['admins'] });

        await new Browser().open(login);

        expect((await app.get(`/api/admin/groups/${body.id}`)).body.userCount).toBe(1);
    });

    test('enableSingleSignOut: sign-out redirects to the provider, and ends the other OIDC sessions of the user', async () => {
        const { app, home, login, provider, configure } = await appWithIssuer();
        const [here, elsewhere] = [new Browser(), new Browser()];
        const signOut = (browser: Browser) =>
            app.post('/logout', undefined, {
                token: null,
                headers: {
                    cookie: `halyard-session=${browser.cookie(home, 'halyard-session')}`,
                    accept: 'application/json',
                },
            });
        await here.open(login);
        expect((await signOut(here)).body).toEqual({ location: '/' });

        await configure({ enableSingleSignOut: true });
        await here.open(login);
        await elsewhere.open(login);
        const { body } = await signOut(here);

        const location = new URL(body.location);
        expect(location.origin + location.pathname).toBe(`${provider.issuer}/session/end`);
        expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${home}/`);
        expect((await whoIs(app, here)).status).toBe(401);
        expect((await whoIs(app, elsewhere)).status).toBe(401);
        expect((await here.open(location)).status).toBe(200);
    });
});

describe('a sign-in with OpenID Connect is rejected', () => {
    test('with a missing or unverified e-mail address', async () => {
        const { app, login, provider } = await appWithIssuer();

        for (const verified of [false, 'false', 'true', 1, null, undefined]) {
            provider.account['email_verified'] = verified;
            expect(await refusal(app, new Browser(), login), String(verified)).toMatch(/is verified/);
        }
        provider.account['sub'] = 'ada';
        for (const email of [undefined, '', 'ada', 'a b@example.com', ['ada@example.com'], 'ada@ex\u0000ample.com']) {
            provider.account['email'] = email;
            provider.account['email_verified'] = true;
            expect(await refusal(app, new Browser(), login)).toMatch(/did not send your e-mail address/);
        }
        expect(await usersOf(app)).toHaveLength(1);
    });

    test('with a subject that cannot be stored', async () => {
        const { app, login, provider } = await appWithIssuer();

        for (const sub of ['ada\u0000', 'a'.repeat(1_001)]) {
            provider.account['sub'] = sub;
            expect(await refusal(app, new Browser(), login)).toMatch(/cannot be stored/);
        }
    });

    test('with an address from one document that is verified only in the other', async () => {
        const { app, login } = await appWithIssuer({
            issuer: {
                configuration: {
                    conformIdTokenClaims: false,
                    findAccount: (_context, sub) => ({
                        accountId: sub,
                        claims: (use) =>
                            use === 'id_token'
                                ? { sub, email: 'root@example.com' }
                                : { sub, email: 'eve@example.com', email_verified: true },
                    }),
                },
            },
        });

        expect(await refusal(app, new Browser(), login)).toMatch(/is verified/);
    });

    test('with an address that only looks like the address of an administrator', async () => {
        const { app, login, provider } = await appWithIssuer({ settings: { autoCreate: false } });
        await app.post('/api/admin/user-admin', { email: 'kate@example.com', rootRole: 1 });

        // The Kelvin sign (U+212A) becomes a k in lower case.
        provider.account['email'] = '\u212aate@example.com';

        expect(await refusal(app, new Browser(), login)).toMatch(/no user with the e-mail address/);
    });

    test('with an address that belonged to another subject, until an administrator removes the link', async () => {
        const { app, login, provider } = await appWithIssuer();
        provider.account['sub'] = 'first';
        await new Browser().open(login);
        const [, ada] = await usersOf(app);
        const identities = `/api/admin/user-admin/${ada.id}/identities`;

        provider.account['sub'] = 'second';
        expect(await refusal(app, new Browser(), login)).toMatch(/Another identity is linked to your e-mail address/);
        expect((await app.get(identities)).body.identities).toMatchObject([
            { authType: 'oidc', issuer: provider.issuer, subject: 'first' },
        ]);
        await app.delete(identities);

        const browser = new Browser();
        await browser.open(login);
        expect((await whoIs(app, browser)).body.user.id).toBe(ada.id);
        expect((await app.get(identities)).body.identities).toMatchObject([{ subject: 'second' }]);
    });

    test('for a deactivated user, and their groups are unchanged', async () => {
        const { app, login } = await appWithIssuer({
            issuer: { claims: { groups: ['admins'] } },
            settings: { enableGroupSyncing: true, addGroupsScope: true },
        });
        await app.post('/api/admin/groups', { name: 'admins', mappingsSSO: ['admins'], rootRole: 1 });
        await deactivate(app, 'ada@example.com');

        expect(await refusal(app, new Browser(), login)).toMatch(/deactivated/);

        expect((await app.get('/api/admin/groups')).body.groups).toMatchObject([{ users: [] }]);
        expect((await app.get('/api/admin/logins')).body.events).toMatchObject([
            { username: 'ada@example.com', authType: 'oidc', successful: false },
        ]);
    });

    test('for a deleted user; with autoCreate a new user without the former roles is created', async () => {
        const { app, login, configure } = await appWithIssuer({ settings: { autoCreate: false } });
        const { body: ada } = await app.post('/api/admin/user-admin', { email: 'ada@example.com', rootRole: 1 });
        await app.delete(`/api/admin/user-admin/${ada.id}`);

        expect(await refusal(app, new Browser(), login)).toMatch(/no user with the e-mail address/);

        await configure({ autoCreate: true });
        const browser = new Browser();
        await browser.open(login);
        const { user } = (await whoIs(app, browser)).body;
        expect(user).toMatchObject({ email: 'ada@example.com', rootRole: 3 });
        expect(user.id).not.toBe(ada.id);
    });

    test('with a username that looks like the e-mail address of a user', async () => {
        const { app, login } = await appWithIssuer({ settings: { autoCreate: false } });
        await app.post('/api/admin/user-admin', { username: 'ada@example.com', rootRole: 1 });

        expect(await refusal(app, new Browser(), login)).toMatch(/no user with the e-mail address/);
    });

    test('with a modified ID token', async () => {
        const { app, login } = await appWithIssuer({
            issuer: { tamper: (path, body) => (path === '/token' ? withClaims(body, { sub: 'someone-else' }) : body) },
        });

        expect(await refusal(app, new Browser(), login)).toMatch(/cannot be trusted/);
    });

    test('with an unsigned ID token', async () => {
        const { app, login } = await appWithIssuer({
            issuer: { tamper: (path, body) => (path === '/token' ? withHeader(body, { alg: 'none' }) : body) },
        });

        expect(await refusal(app, new Browser(), login)).toMatch(/cannot be trusted/);
    });

    test('with the nonce of another sign-in', async () => {
        const { app, login } = await appWithIssuer();
        const browser = new Browser();
        const callback = await callbackOf(browser, login);
        const { services } = app;
        const { content } = await services.db
            .selectFrom('pending_sign_ins')
            .select('content')
            .executeTakeFirstOrThrow();
        await services.recordObservation((tx) =>
            tx
                .updateTable('pending_sign_ins')
                .set({ content: JSON.stringify({ ...(content as object), nonce: 'another' }) })
                .execute(),
        );

        expect(await refusal(app, browser, callback)).toMatch(/cannot be trusted: unexpected JWT claim/);
    });

    test('with a wrong or missing state', async () => {
        const { app, login } = await appWithIssuer();
        const browser = new Browser();
        const callback = await callbackOf(browser, login);
        const wrong = new URL(callback);
        wrong.searchParams.set('state', 'made-up');
        const none = new URL(callback);
        none.searchParams.delete('state');

        expect(await refusal(app, browser, wrong)).toMatch(/was started in another browser/);
        expect(await refusal(app, browser, none)).toMatch(/was started in another browser/);
    });

    test('with the callback of a sign-in that another browser started', async () => {
        const { app, login } = await appWithIssuer();
        const attacker = new Browser();
        const victim = new Browser();
        const callback = await callbackOf(attacker, login);
        await callbackOf(victim, login);

        expect(await refusal(app, victim, callback)).toMatch(/was started in another browser/);
        expect(await refusal(app, new Browser(), callback)).toMatch(/was started in another browser/);
    });

    test('with a used code, or after the sign-in has expired', async () => {
        const { app, login } = await appWithIssuer();
        const browser = new Browser();
        const callback = await callbackOf(browser, login);
        await browser.open(callback);
        const slow = new Browser();
        const late = await callbackOf(slow, login);
        app.passTime(10 * 60_000);

        expect((await browser.open(callback)).url.searchParams.get('error')).toMatch(/already used/);
        expect(await refusal(app, slow, late)).toMatch(/has expired/);
    });

    test('with the code of another sign-in', async () => {
        const { app, login } = await appWithIssuer();
        const [attacker, victim] = [new Browser(), new Browser()];
        const stolen = await callbackOf(victim, login);
        const own = await callbackOf(attacker, login);
        own.searchParams.set('code', stolen.searchParams.get('code')!);

        expect(await refusal(app, attacker, own)).toMatch(/refused to sign you in/);
    });

    test('if the provider returns an error', async () => {
        const { app, login } = await appWithIssuer();
        const browser = new Browser();
        const callback = await callbackOf(browser, login);
        callback.searchParams.delete('code');
        callback.searchParams.set('error', 'access_denied');
        callback.searchParams.set('error_description', 'Not today');

        expect(await refusal(app, browser, callback)).toMatch(/Not today/);
    });

    test('for a new user in maintenance mode', async () => {
        const { app, login } = await appWithIssuer();
        await app.post('/api/admin/maintenance', { enabled: true });

        expect(await refusal(app, new Browser(), login)).toMatch(/maintenance/);
    });
});

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

function withClaims(body: string, claims: object): string {
    const { id_token, ...rest } = JSON.parse(body);
    const [header, payload, signature] = id_token.split('.');
    return JSON.stringify({
        ...rest,
        id_token: `${header}.${encoded({ ...decoded(payload), ...claims })}.${signature}`,
    });
}

function withHeader(body: string, members: object): string {
    const { id_token, ...rest } = JSON.parse(body);
    const [header, payload] = id_token.split('.');
    return JSON.stringify({ ...rest, id_token: `${encoded({ ...decoded(header), ...members })}.${payload}.` });
}
