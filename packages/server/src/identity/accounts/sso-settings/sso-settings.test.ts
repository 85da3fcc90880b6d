import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OTHER_KEYS, SERVICE_KEYS } from '../../../../test/support/saml-keys.ts';
import { ADMIN_PASSWORD, ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const saml = '/api/admin/auth/saml/settings';
const oidc = '/api/admin/auth/oidc/settings';
const simple = '/api/admin/auth/simple/settings';
const MASK = '********';

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDFzCCAf+gAwIBAgIUNGHIRStAT0CQiY9Y9oLC+kAMQn4wDQYJKoZIhvcNAQEL
BQAwGjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTExNTAzNTg0MloY
DzIxMjYxMDIyMDM1ODQyWjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wggEi
MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCxVp7eNOI+/+0LM+g/KbLp8/W7
psgx39qgifbWxbnMkbCf7ySPyyhwGpDU/bB4w2kIp6ohOJgMzygdCJvKdX7CXwff
+dp1m30d8OvtqsW4Jb+nPbefNYdU/+7HENnst/HCMZ9N9NZhcKvFT/qrYmSkR6/R
RxSnsB2j67iZkoWvP+YI5GToxuuzSTlC8xTRmGW5RNzhBDlDONL2jv9cwghMxNxI
fb6T/JS8N0Z0ukgbamzg7SkinFR9YC06IS5w1fzm2OtcqBBkOcGBXRdxANTSX5mk
tx74ToapyqLvdc/9kHr/Wp9C4/8SAHU75Of81msDVCQ6huNgcRYGgbojAbWNAgMB
AAGjUzBRMB0GA1UdDgQWBBQH+O9Y8DA2vmOM6GpUwdKX/CyUGTAfBgNVHSMEGDAW
gBQH+O9Y8DA2vmOM6GpUwdKX/CyUGTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4IBAQA/baeQtQUCIMIjr5GfwMiFue9QX1F1PfaP9eMchlK0lBGmQFXV
rCNsEvgx+nCNIXHxCi5UbBao9RdeghQ5a/xRsiy1K6GdUj6fztYrfyGL2hlJJni5
QV6qVAg2NWKGB/2IfkiloqPijXuwBcWNoZMnivbYC90Tkuwseqbr3RnvTuA2iKoK
0aHYly1MZO720cm1nxmdCM6OkDkjt4zuLw1Ev8YrWrr+F3v58zjdtjiURvrr3AZ8
vL8XdFZ0TbafjPZKTPAUnbxF4CkoTXXI+SlNIPu347BhbGXLae2LUHTiwDXq0i2k
iOckyFp+u9j8TyXrQGWTZQfxKh0qfHsPBRgE
-----END CERTIFICATE-----
`;

const SAML = {
    enabled: true,
    entityId: 'https://idp.example.com',
    signOnUrl: 'https://idp.example.com/sso',
    certificate: CERTIFICATE,
};
const OIDC = {
    enabled: true,
    discoverUrl: 'https://idp.example.com/.well-known',
    clientId: 'halyard',
    secret: 's3cret',
};

const giveAdminAnAddress = (app: TestApp) => app.put('/api/admin/user-admin/1', { email: 'admin@example.com' });

const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

test('the default settings are empty and disabled', async () => {
    const app = await testApp();

    expect(await app.get(saml)).toMatchObject({
        status: 200,
        body: { enabled: false, entityId: '', signOnUrl: '', certificate: '', autoCreate: false, spCertificate: '' },
    });
    expect(await app.get(oidc)).toMatchObject({
        status: 200,
        body: {
            enabled: false,
            discoverUrl: '',
            clientId: '',
            secret: '',
            autoCreate: false,
            enableSingleSignOut: false,
            defaultRootRole: 'Viewer',
            idTokenSigningAlgorithm: 'RS256',
        },
    });
    expect(await app.get(simple)).toMatchObject({ status: 200, body: { disabled: false } });
});

test.each([
    [saml, SAML],
    [oidc, OIDC],
])('%s accepts 0 for no default root role, which some tools send', async (path, settings) => {
    const app = await testApp();
    await app.post(path, { ...settings, defaultRootRoleId: 2 });

    const response = await app.post(path, { ...settings, defaultRootRoleId: 0 });

    expect(response.status).toBe(200);
    expect(response.body).not.toHaveProperty('defaultRootRoleId');
});

test('SAML settings are stored and returned', async () => {
    const app = await testApp();
    const body = {
        ...SAML,
        signOutUrl: 'https://idp.example.com/out',
        autoCreate: true,
        emailDomains: 'example.com, example.org',
        defaultRootRole: 'Editor',
        defaultRootRoleId: 3,
    };

    const response = await app.post(saml, body);

    expect(response).toMatchObject({ status: 200, body });
    expect((await app.get(saml)).body).toEqual(response.body);
    expect(await newest(app)).toMatchObject({
        type: 'setting-created',
        data: { id: 'samlAuth', entityId: SAML.entityId },
    });
});

test('a certificate may omit the PEM header lines', async () => {
    const app = await testApp();
    const certificate = CERTIFICATE.replace(/-----[A-Z ]+-----/g, '').trim();

    expect(await app.post(saml, { ...SAML, certificate })).toMatchObject({ status: 200, body: { certificate } });
});

test('OIDC settings are stored and returned with a masked secret', async () => {
    const app = await testApp();
    const body = { ...OIDC, acrValues: 'phr phrh', idTokenSigningAlgorithm: 'RS512', enableSingleSignOut: true };

    const response = await app.post(oidc, body);

    expect(response).toMatchObject({ status: 200, body: { ...body, secret: MASK } });
    expect((await app.get(oidc)).body).toEqual(response.body);
});

test('the audit log contains no secret, but records that it changed', async () => {
    const app = await testApp();
    await app.post(oidc, OIDC);

    await app.post(oidc, { ...OIDC, secret: 'another-secret' });

    const log = (await app.get('/api/admin/events')).body.events;
    expect(log[0]).toMatchObject({ type: 'setting-updated', data: { id: 'oidcAuth', clientId: 'halyard' } });
    expect(JSON.stringify(log)).not.toMatch(/s3cret|another-secret/);
    expect(app.services.settings.get('oidcAuth').secret).toBe('another-secret');
});

test('sending back the returned settings changes nothing and keeps the secret', async () => {
    const app = await testApp();
    await app.post(oidc, OIDC);
    const { body: read } = await app.get(oidc);

    const response = await app.post(oidc, read, { changesNothing: true });

    expect(response).toMatchObject({ status: 200, body: read });
    expect(app.services.settings.get('oidcAuth').secret).toBe('s3cret');
});

test('sending back the returned settings with one changed member keeps the secret', async () => {
    const app = await testApp();
    await app.post(oidc, OIDC);
    const { body: read } = await app.get(oidc);

    await app.post(oidc, { ...read, autoCreate: true });

    expect(app.services.settings.get('oidcAuth')).toMatchObject({ secret: 's3cret', autoCreate: true });
});

test('the private key of SAML is masked; its certificate is returned', async () => {
    const app = await testApp();
    const { privateKey, certificate } = SERVICE_KEYS;

    const response = await app.post(saml, { ...SAML, spCertificate: privateKey + certificate });
    const { body: read } = await app.get(saml);
    await app.post(saml, { ...read, autoCreate: true });

    expect(response.body.spCertificate).toContain(MASK);
    expect(response.body.spCertificate).toContain(certificate.trim());
    expect(response.body.spCertificate).not.toContain(privateKey.split('\n')[1]);
    expect(app.services.settings.get('samlAuth').spCertificate).toBe(privateKey + certificate);
    expect(JSON.stringify((await newest(app)).data)).not.toContain('spCertificate');
});

test('the certificate can be replaced while the masked private key is kept', async () => {
    const app = await testApp();
    const { privateKey, certificate } = SERVICE_KEYS;
    await app.post(saml, { ...SAML, spCertificate: privateKey + certificate });

    await app.post(saml, { ...SAML, spCertificate: `${MASK}\n${CERTIFICATE}` });

    expect(app.services.settings.get('samlAuth').spCertificate).toBe(`${privateKey.trim()}\n${CERTIFICATE}`);
    await app.post(saml, { ...SAML, spCertificate: MASK }, { changesNothing: true });
    expect(app.services.settings.get('samlAuth').spCertificate).toBe(`${privateKey.trim()}\n${CERTIFICATE}`);
});

test('a service provider certificate without a private key is not masked', async () => {
    const app = await testApp();

    const response = await app.post(saml, { ...SAML, spCertificate: CERTIFICATE });

    expect(response.body.spCertificate).toBe(CERTIFICATE);
    expect((await app.get(saml)).body.spCertificate).toBe(CERTIFICATE);
});

test.each(['entityId', 'signOnUrl', 'certificate'])(
    'every update of SAML requires %s, also if SAML is disabled',
    async (member) => {
        const app = await testApp();
        await app.post(saml, SAML);

        for (const enabled of [true, false, undefined]) {
            const response = await app.post(saml, { ...SAML, enabled, [member]: undefined });
            expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining(member) } });
        }
        expect((await app.get(saml)).body).toMatchObject(SAML);
    },
);

describe('the stored secret of OpenID Connect', () => {
    test.each([
        ['masked', { ...OIDC, secret: MASK }],
        ['omitted', { enabled: false }],
    ])('is not used for another provider: %s', async (_case, rest) => {
        const app = await testApp();
        await app.post(oidc, OIDC);

        for (const discoverUrl of ['https://evil.example/.well-known', '', null]) {
            const response = await app.post(oidc, { ...rest, discoverUrl });
            expect(response).toMatchObject({
                status: 400,
                body: { details: [{ path: '/body/secret', message: expect.stringContaining('again') }] },
            });
        }
        expect(app.services.settings.get('oidcAuth')).toMatchObject(OIDC);
    });

    test('is used for another provider if it is sent again', async () => {
        const app = await testApp();
        await app.post(oidc, OIDC);

        const response = await app.post(oidc, { ...OIDC, discoverUrl: 'https://other.example/.well-known' });

        expect(response).toMatchObject({ status: 200, body: { discoverUrl: 'https://other.example/.well-known' } });
    });
});

describe('users with UPDATE_AUTH_CONFIGURATION who are not administrators', () => {
    async function appWithAdmin() {
        const app = await testApp();
        await app.post(oidc, OIDC);
        await app.post(saml, SAML);
        const admin = await app.has.user();
        const { body: role } = await app.post('/api/admin/roles', {
            name: 'Keeper of single sign-on',
            type: 'root-custom',
            permissions: [{ name: 'UPDATE_AUTH_CONFIGURATION' }],
        });
        const { body: token } = await app.post(
            '/api/admin/user/tokens',
            { description: 'keeper', expiresAt: '2200-01-01T00:00:00Z' },
            admin,
        );
        await app.put(`/api/admin/user-admin/${admin.id}`, { rootRole: role.roles.id });
        return { app, keeper: { token: token.secret } };
    }

    test('cannot change who can sign in, and with which role', async () => {
        const { app, keeper } = await appWithAdmin();
        const changes: [string, object][] = [
            [oidc, { ...OIDC, discoverUrl: 'https://evil.example' }],
            [oidc, { ...OIDC, clientId: 'other' }],
            [oidc, { ...OIDC, secret: 'other' }],
            [oidc, { ...OIDC, idTokenSigningAlgorithm: 'RS512' }],
            [oidc, { ...OIDC, autoCreate: true }],
            [oidc, { ...OIDC, defaultRootRole: 'Admin' }],
            [oidc, { ...OIDC, defaultRootRoleId: 1 }],
            [oidc, { ...OIDC, emailDomains: 'evil.example' }],
            [oidc, { ...OIDC, enableGroupSyncing: true }],
            [oidc, { ...OIDC, groupJsonPath: 'name' }],
            [saml, { ...SAML, entityId: 'https://evil.example' }],
            [saml, { ...SAML, signOnUrl: 'https://evil.example' }],
            [saml, { ...SAML, certificate: OTHER_KEYS.certificate }],
            [saml, { ...SAML, spCertificate: SERVICE_KEYS.privateKey }],
            [saml, { ...SAML, signOutUrl: 'https://evil.example' }],
            [saml, { ...SAML, autoCreate: true }],
            [saml, { ...SAML, defaultRootRoleId: 1 }],
        ];

        for (const [path, body] of changes) {
            const before = await app.get(path);
            const response = await app.post(path, body, keeper);
            expect(response, JSON.stringify(body)).toMatchObject({ status: 403, body: { permissions: ['ADMIN'] } });
            expect((await app.get(path)).body).toEqual(before.body);
        }
    });

    test('cannot enable a disabled method', async () => {
        const { app, keeper } = await appWithAdmin();

        expect(await app.post(oidc, { ...OIDC, enabled: false }, keeper)).toMatchObject({ status: 200 });
        expect(await app.post(oidc, OIDC, keeper)).toMatchObject({ status: 403 });
    });

    test('can change the other settings', async () => {
        const { app, keeper } = await appWithAdmin();

        const response = await app.post(oidc, { ...OIDC, acrValues: 'phr', enableSingleSignOut: true }, keeper);

        expect(response).toMatchObject({ status: 200, body: { acrValues: 'phr', enableSingleSignOut: true } });
    });
});

test('disabled OIDC requires no member, and omitted members are unchanged', async () => {
    const app = await testApp();
    await app.post(oidc, OIDC);

    const response = await app.post(oidc, { enabled: false });

    expect(response).toMatchObject({ status: 200, body: { enabled: false, clientId: 'halyard', secret: MASK } });
});

test('null and the empty string clear a member', async () => {
    const app = await testApp();
    await app.post(oidc, { ...OIDC, enabled: false, emailDomains: 'example.com', defaultRootRoleId: 2 });

    const response = await app.post(oidc, { secret: '', emailDomains: null, defaultRootRoleId: null });

    expect(response.body).toMatchObject({ secret: '', emailDomains: '', clientId: 'halyard' });
    expect(response.body).not.toHaveProperty('defaultRootRoleId');
});

describe('settings are rejected and unchanged', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
    });

    test.each([
        ['SAML without entityId', saml, { ...SAML, entityId: undefined }],
        ['SAML with an empty entityId', saml, { ...SAML, entityId: '' }],
        ['SAML without signOnUrl', saml, { ...SAML, signOnUrl: undefined }],
        ['SAML without a certificate', saml, { ...SAML, certificate: undefined }],
        ['SAML with an invalid certificate', saml, { ...SAML, certificate: 'not a certificate' }],
        ['SAML with an invalid signing key', saml, { ...SAML, spCertificate: 'not a key' }],
        ['SAML with an invalid URL', saml, { ...SAML, signOnUrl: 'idp' }],
        ['SAML with a script as URL', saml, { ...SAML, signOutUrl: 'javascript:alert(1)' }],
        ['SAML with a role that does not exist', saml, { ...SAML, defaultRootRoleId: 99 }],
        ['SAML with a project role', saml, { ...SAML, defaultRootRoleId: 4 }],
        ['SAML with the role Owner', saml, { ...SAML, defaultRootRole: 'Owner' }],
        ['SAML with invalid domains', saml, { ...SAML, emailDomains: 'example.com, a b' }],
        ['SAML with an unknown property', saml, { ...SAML, enable: true }],
        ['SAML with a string as boolean', saml, { ...SAML, enabled: 'true' }],
        ['OIDC without clientId', oidc, { ...OIDC, clientId: undefined }],
        ['OIDC without a secret', oidc, { ...OIDC, secret: undefined }],
        ['OIDC with the mask if no secret is stored', oidc, { ...OIDC, secret: MASK }],
        ['OIDC with a file as URL', oidc, { ...OIDC, discoverUrl: 'file:///etc/passwd' }],
        ['OIDC with an unsafe algorithm', oidc, { ...OIDC, idTokenSigningAlgorithm: 'none' }],
        ['OIDC with a symmetric algorithm', oidc, { ...OIDC, idTokenSigningAlgorithm: 'HS256' }],
        ['passwords without the member disabled', simple, {}],
    ])('%s', async (_case, path, body) => {
        const before = await app.get(path);

        expect(await app.post(path, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        expect((await app.get(path)).body).toEqual(before.body);
    });
});

describe('at least one sign-in method stays enabled', () => {
    test('passwords cannot be disabled if no other method is enabled', async () => {
        const app = await testApp();

        expect(await app.post(simple, { disabled: true })).toMatchObject({ status: 400 });
        expect((await app.get(simple)).body).toEqual({ disabled: false });
    });

    test('passwords cannot be disabled if no administrator has an e-mail address', async () => {
        const app = await testApp();
        await app.post(oidc, OIDC);

        expect(await app.post(simple, { disabled: true })).toMatchObject({ status: 409 });
        await giveAdminAnAddress(app);
        expect(await app.post(simple, { disabled: true })).toMatchObject({ status: 200 });
        await app.post('/api/admin/user-admin', { username: 'second', rootRole: 1 });
        expect(await app.delete('/api/admin/user-admin/1')).toMatchObject({ status: 409 });
    });

    test('OpenID Connect without a discovery URL does not count as enabled', async () => {
        const app = await testApp();
        await giveAdminAnAddress(app);
        await app.post(oidc, { ...OIDC, discoverUrl: '' });

        expect(await app.post(simple, { disabled: true })).toMatchObject({ status: 400 });
        await app.post(oidc, OIDC);
        await app.post(simple, { disabled: true });
        expect(await app.post(oidc, { ...OIDC, discoverUrl: '' })).toMatchObject({ status: 400 });
    });

    test('passwords can be disabled if single sign-on is enabled, which then cannot be disabled', async () => {
        const app = await testApp();
        await giveAdminAnAddress(app);
        await app.post(oidc, OIDC);

        const off = await app.post(simple, { disabled: true });

        expect(off).toMatchObject({ status: 200, body: { disabled: true } });
        expect(await app.post(oidc, { enabled: false })).toMatchObject({ status: 400 });
        await app.post(saml, SAML);
        expect(await app.post(oidc, { enabled: false })).toMatchObject({ status: 200 });
        expect(await app.post(saml, { ...SAML, enabled: false })).toMatchObject({ status: 400 });
        await app.post(simple, { disabled: false });
        expect(await app.post(saml, { ...SAML, enabled: false })).toMatchObject({ status: 200 });
    });
});

test('with disabled passwords, sign-in with a password is rejected, and links lead to the home page', async () => {
    const app = await testApp();
    await giveAdminAnAddress(app);
    await app.post(oidc, OIDC);
    await app.post(simple, { disabled: true });

    const login = await app.post(
        '/auth/simple/login',
        { username: 'admin', password: ADMIN_PASSWORD },
        { token: null },
    );
    const { body: user } = await app.post('/api/admin/user-admin', { username: 'ed', rootRole: 3 });

    expect(login).toMatchObject({ status: 422, body: { name: 'DisabledError' } });
    expect(user.inviteLink).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await app.get('/api/admin/ui-config')).body.disablePasswordAuth).toBe(true);
});

describe('single sign-on configured by the operator', () => {
    const environment = {
        OIDC_ENABLED: 'true',
        OIDC_DISCOVER_URL: 'https://operator.example.com',
        OIDC_CLIENT_ID: 'of-the-operator',
        OIDC_CLIENT_SECRET: 'secret-of-the-operator',
        OIDC_AUTO_CREATE: 'true',
        OIDC_AUTO_CREATE_EMAIL_DOMAINS: 'example.com',
        OIDC_DEFAULT_ROOT_ROLE: 'editor',
    };

    test('is returned with a masked secret, and cannot be changed', async () => {
        const app = await testApp({ environment });

        const shown = await app.get(oidc);

        expect(shown).toMatchObject({
            status: 200,
            body: {
                enabled: true,
                discoverUrl: 'https://operator.example.com',
                clientId: 'of-the-operator',
                secret: MASK,
                autoCreate: true,
                emailDomains: 'example.com',
                defaultRootRole: 'Editor',
                enablePkce: true,
                readOnly: true,
            },
        });
        expect((await app.get(saml)).body).not.toHaveProperty('readOnly');
        expect(await app.post(oidc, { ...shown.body, autoCreate: false })).toMatchObject({
            status: 403,
            body: { name: 'InvalidOperationError', message: expect.stringContaining('OIDC_*') },
        });
        expect((await app.get(oidc)).body).toEqual(shown.body);
        expect(await app.post(saml, SAML)).toMatchObject({ status: 200 });
    });

    test('is returned and cannot be changed: SAML', async () => {
        const app = await testApp({
            environment: {
                SAML_ENABLED: 'true',
                SAML_ENTITY_ID: 'https://operator.example.com',
                SAML_SIGNON_URL: 'https://operator.example.com/sso',
                SAML_CERTIFICATE: CERTIFICATE.replaceAll('\n', '\\n'),
            },
        });

        expect((await app.get(saml)).body).toMatchObject({ enabled: true, readOnly: true, certificate: CERTIFICATE });
        expect(await app.post(saml, SAML)).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('SAML_*') },
        });
    });

    test('replaces all stored settings as long as it is configured', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const before = await testApp({ database });
        await before.post(oidc, { ...OIDC, acrValues: 'stored' });
        await before.close();

        const during = await testApp({ database, environment });
        expect((await during.get(oidc)).body).toMatchObject({ clientId: 'of-the-operator', acrValues: '' });
        await during.close();

        const after = await testApp({ database });
        expect((await after.get(oidc)).body).toMatchObject({ clientId: 'halyard', acrValues: 'stored' });
    });

    test('allows passwords to be disabled, which are enabled again when it is removed', async () => {
        const database = await ownFreshInstall();
        onTestFinished(database.remove);
        const during = await testApp({ database, environment });
        await giveAdminAnAddress(during);
        expect(await during.post(simple, { disabled: true })).toMatchObject({ status: 200, body: { disabled: true } });
        await during.close();

        const after = await testApp({ database });

        expect((await after.get('/auth/methods', { token: null })).body).toEqual({ password: true, options: [] });
        const login = { username: 'admin', password: ADMIN_PASSWORD };
        expect(await after.post('/auth/simple/login', login, { token: null })).toMatchObject({ status: 200 });
    });
});
