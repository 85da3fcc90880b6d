import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { kindOf } from './kinds.ts';
import { CERTIFICATE, OIDC, SAML } from './samples.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

describe('SAML settings', () => {
    const PATH = '/api/admin/auth/saml/settings';
    let settings: Record<string, unknown>;
    beforeAll(async () => {
        ({ body: settings } = await app.post(PATH, {
            ...SAML,
            signOutUrl: 'https://idp.example.com/slo',
            spCertificate: CERTIFICATE,
            autoCreate: true,
            emailDomains: 'example.com, example.org',
            defaultRootRole: 'Viewer',
            defaultRootRoleId: 2,
        }));
    });

    test.each([
        ['enabled', 'boolean'],
        ['entityId', 'string'],
        ['signOnUrl', 'string'],
        ['certificate', 'string'],
        ['signOutUrl', 'string'],
        ['spCertificate', 'string'],
        ['autoCreate', 'boolean'],
        ['emailDomains', 'string'],
        ['defaultRootRole', 'string'],
        ['defaultRootRoleId', 'integer'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(settings[member])).toBe(kind);
    });

    test.each(['entityId', 'signOnUrl', 'certificate'] as const)(
        '%s is required in enabled settings',
        async (member) => {
            const { [member]: _, ...without } = SAML;
            const response = await app.post(PATH, without);

            expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
            expect(response.body.message).toContain(member);
        },
    );

    test.each([
        ['a certificate that is none', { certificate: 'nonsense' }],
        ['a default role that is no root role', { defaultRootRole: 'Owner' }],
        ['a default role id that is no root role', { defaultRootRoleId: 4 }],
        ['a domain that is none', { emailDomains: 'example.com, not a domain' }],
    ])('%s returns 400', async (_what, members) => {
        expect(await app.post(PATH, { ...SAML, ...members })).toMatchObject({ status: 400 });
    });
});

describe('OIDC settings', () => {
    const PATH = '/api/admin/auth/oidc/settings';
    beforeAll(async () => {
        await app.post(PATH, {
            ...OIDC,
            autoCreate: true,
            enableSingleSignOut: true,
            defaultRootRole: 'Editor',
            defaultRootRoleId: 2,
            emailDomains: 'example.com',
            acrValues: 'urn:a urn:b',
            idTokenSigningAlgorithm: 'RS512',
        });
    });

    test.each([
        ['enabled', 'boolean'],
        ['discoverUrl', 'string'],
        ['clientId', 'string'],
        ['secret', 'string'],
        ['autoCreate', 'boolean'],
        ['enableSingleSignOut', 'boolean'],
        ['defaultRootRole', 'string'],
        ['defaultRootRoleId', 'integer'],
        ['emailDomains', 'string'],
        ['acrValues', 'string'],
        ['idTokenSigningAlgorithm', 'string'],
    ])('%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await app.get(PATH)).body[member])).toBe(kind);
    });

    test.each(['clientId', 'secret'] as const)('%s is required in enabled settings', async (member) => {
        const { [member]: _, ...without } = OIDC;
        const response = await app.post(PATH, without);

        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        expect(response.body.message).toContain(member);
    });

    test.each(['RS256', 'RS384', 'RS512'])('idTokenSigningAlgorithm may be %s', async (idTokenSigningAlgorithm) => {
        await app.send('POST', PATH, {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ ...OIDC, idTokenSigningAlgorithm }),
        });

        expect((await app.get(PATH)).body).toMatchObject({ idTokenSigningAlgorithm });
    });

    test.each(['Viewer', 'Editor', 'Admin'])('defaultRootRole may be %s', async (defaultRootRole) => {
        const { body } = await app.post(PATH, { ...OIDC, defaultRootRole });

        expect(body).toMatchObject({ defaultRootRole });
    });

    test.each([
        ['an algorithm that does not exist', { idTokenSigningAlgorithm: 'none' }],
        ['a default role that is no root role', { defaultRootRole: 'Member' }],
    ])('%s returns 400', async (_what, members) => {
        expect(await app.post(PATH, { ...OIDC, ...members })).toMatchObject({ status: 400 });
    });
});

describe('Interface configuration', () => {
    const read = async () => (await app.get('/api/admin/ui-config')).body;

    test.each([
        ['slogan', 'string'],
        ['name', 'string'],
        ['version', 'string'],
        ['environment', 'string'],
        ['serviceUrl', 'string'],
        ['baseUriPath', 'string'],
        ['feedbackUriPath', 'string'],
        ['disablePasswordAuth', 'boolean'],
        ['emailEnabled', 'boolean'],
        ['maintenanceMode', 'boolean'],
        ['segmentValuesLimit', 'integer'],
        ['strategySegmentsLimit', 'integer'],
        ['resourceLimits', 'object'],
        ['networkViewEnabled', 'boolean'],
        ['frontendApiOrigins', 'list'],
        ['flags', 'object'],
        ['links', 'list'],
        ['authenticationType', 'string'],
        ['versionInfo', 'object'],
    ])('%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await read())[member])).toBe(kind);
    });

    test.each([
        'segmentValues',
        'strategySegments',
        'actionSetActions',
        'actionSetsPerProject',
        'actionSetFilters',
        'actionSetFilterValues',
        'signalEndpoints',
        'signalTokensPerEndpoint',
    ])('resourceLimits.%s is required and an integer', async (member) => {
        expect(kindOf((await read()).resourceLimits[member])).toBe('integer');
    });

    test('versionInfo contains the current version, the latest one if known, and the instance id', async () => {
        const { version, versionInfo } = await read();

        expect(versionInfo).toEqual({
            current: { oss: version, enterprise: '' },
            latest: {},
            isLatest: true,
            instanceId: expect.any(String),
        });
    });

    test('baseUriPath is the prefix under which the service listens', async () => {
        const below = await testApp({ environment: { BASE_URI_PATH: '/flags' } });

        expect((await below.get('/api/admin/ui-config')).body.baseUriPath).toBe('/flags');
        expect(below.url).toMatch(/\/flags$/);
    });

    test('frontendApiOrigins are the origins that the front-end API accepts', async () => {
        await app.post('/api/admin/ui-config/cors', { frontendApiOrigins: ['https://shop.example.com'] });

        expect((await read()).frontendApiOrigins).toEqual(['https://shop.example.com']);
    });

    test('maintenanceMode shows that changes are disabled', async () => {
        await app.post('/api/admin/maintenance', { enabled: true });
        const during = await read();
        await app.post('/api/admin/maintenance', { enabled: false });

        expect(during.maintenanceMode).toBe(true);
    });
});

describe('Current user', () => {
    test.each([
        ['user', 'object'],
        ['permissions', 'list'],
        ['feedback', 'list'],
        ['splash', 'object'],
    ])('%s is required and of the kind %s', async (member, kind) => {
        expect(kindOf((await app.get('/api/admin/user', await app.has.user())).body[member])).toBe(kind);
        expect(kindOf((await app.get('/api/admin/user')).body[member])).toBe(kind);
    });

    test('permissions contain the permission and its scope', async () => {
        await app.has.project({ id: 'shop' });
        const ada = await app.has.user({ projectRoles: { shop: 'member' } });
        const { permissions } = (await app.get('/api/admin/user', ada)).body;

        expect(permissions).toContainEqual(expect.objectContaining({ permission: 'CREATE_FEATURE', project: 'shop' }));
    });

    test('feedback contains the answered prompts, splash the seen announcements', async () => {
        const ada = await app.has.user();
        await app.post('/api/admin/feedback', { feedbackId: 'new-ui', neverShow: true }, ada);
        await app.post('/api/admin/splash/intro', undefined, ada);
        const { feedback, splash } = (await app.get('/api/admin/user', ada)).body;

        expect(feedback).toEqual([
            { userId: ada.id, neverShow: true, given: expect.any(String), feedbackId: 'new-ui' },
        ]);
        expect(splash).toEqual({ intro: true });
    });
});

describe('Event', () => {
    beforeAll(async () => {
        await app.has.flag({ name: 'checkout', enabled: true });
    });

    test.each([
        ['id', 'integer'],
        ['type', 'string'],
        ['createdBy', 'string'],
        ['createdAt', 'date-time'],
        ['data', 'null'],
        ['preData', 'null'],
        ['tags', 'list'],
        ['featureName', 'string'],
        ['project', 'string'],
        ['environment', 'string'],
    ])('%s is of the kind %s', async (member, kind) => {
        const { events } = (await app.get('/api/admin/events/checkout')).body;

        expect(events[0].type).toBe('feature-environment-enabled');
        expect(kindOf(events[0][member])).toBe(kind);
    });
});

describe('Context field', () => {
    test.each([
        ['name', 'string'],
        ['description', 'null'],
        ['stickiness', 'boolean'],
        ['sortOrder', 'integer'],
        ['createdAt', 'date-time'],
        ['usedInFeatures', 'integer'],
        ['usedInProjects', 'integer'],
    ])('%s is of the kind %s', async (member, kind) => {
        await app.send('POST', '/api/admin/context', {
            headers: { 'content-type': 'application/json' },
            rawBody: '{"name":"tier"}',
        });
        const fields = (await app.get('/api/admin/context')).body;

        expect(kindOf(fields.find(({ name }: { name: string }) => name === 'tier')[member])).toBe(kind);
    });
});

describe('Custom strategy type', () => {
    let strategy: Record<string, unknown>;
    beforeAll(async () => {
        ({ body: strategy } = await app.post('/api/admin/strategies', {
            name: 'by-moon',
            parameters: [{ name: 'phase', type: 'string' }],
        }));
    });

    test.each([
        ['name', 'string'],
        ['title', 'null'],
        ['displayName', 'null'],
        ['description', 'null'],
        ['editable', 'boolean'],
        ['deprecated', 'boolean'],
        ['parameters', 'list'],
    ])('%s is of the kind %s', (member, kind) => {
        expect(kindOf(strategy[member])).toBe(kind);
    });

    test.each(['string', 'percentage', 'list', 'number', 'boolean'])('a parameter may be of type %s', async (type) => {
        const parameters = [{ name: 'p', type, description: 'What it is', required: true }];
        const { body } = await app.post('/api/admin/strategies', { name: `takes-${type}`, parameters });

        expect(body.parameters).toEqual(parameters);
    });
});
