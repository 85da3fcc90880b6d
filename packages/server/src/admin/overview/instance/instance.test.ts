import { expect, test } from 'vitest';
import { CLIENT_TOKEN, testApp, unchangedApp } from '../../../../test/support/test-app.ts';

test('the UI configuration has every field, with the value of a new installation', async () => {
    const app = await testApp();

    const { status, body } = await app.get('/api/admin/ui-config');

    expect(status).toBe(200);
    expect(body).toMatchObject({
        slogan: expect.any(String),
        name: 'Halyard',
        version: '0.0.0-test',
        environment: 'Open Source',
        serviceUrl: expect.stringMatching(/^http:\/\/localhost:\d+$/),
        baseUriPath: '',
        feedbackUriPath: '',
        disablePasswordAuth: false,
        emailEnabled: false,
        maintenanceMode: false,
        segmentValuesLimit: 1000,
        strategySegmentsLimit: 5,
        resourceLimits: {
            segmentValues: 1000,
            strategySegments: 5,
            actionSetActions: 10,
            actionSetsPerProject: 5,
            actionSetFilters: 5,
            actionSetFilterValues: 25,
            signalEndpoints: 5,
            signalTokensPerEndpoint: 5,
        },
        networkViewEnabled: false,
        frontendApiOrigins: ['*'],
        flags: {},
        links: [],
        authenticationType: 'open-source',
        versionInfo: {
            current: { oss: '0.0.0-test', enterprise: '' },
            latest: {},
            isLatest: true,
            instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
    });
    expect(Object.values(body.resourceLimits).every(Number.isInteger)).toBe(true);
});

test('the UI configuration follows the settings of the operator', async () => {
    const app = await testApp({
        environment: {
            UNLEASH_URL: 'https://flags.example.com/base/',
            BASE_URI_PATH: 'base',
            UNLEASH_SEGMENT_VALUES_LIMIT: '7',
            UNLEASH_STRATEGY_SEGMENTS_LIMIT: '3',
            AUTH_TYPE: 'none',
            UNLEASH_FRONTEND_API_ORIGINS: 'https://a.example.com, https://b.example.com',
        },
    });

    const { body } = await app.get('/api/admin/ui-config');

    expect(body).toMatchObject({
        serviceUrl: 'https://flags.example.com/base',
        baseUriPath: '/base',
        segmentValuesLimit: 7,
        strategySegmentsLimit: 3,
        resourceLimits: { segmentValues: 7, strategySegments: 3 },
        authenticationType: 'none',
        frontendApiOrigins: ['https://a.example.com', 'https://b.example.com'],
    });
});

test('the id of an instance does not change', async () => {
    const app = await testApp();

    const first = (await app.get('/api/admin/ui-config')).body.versionInfo.instanceId;
    await app.post('/api/admin/ui-config/cors', { frontendApiOrigins: [] });

    expect((await app.get('/api/admin/ui-config')).body.versionInfo.instanceId).toBe(first);
});

test('the service reports that it is running and ready', async () => {
    const app = await testApp({ environment: { CHECK_DB_ON_READY: 'true' } });

    expect(await app.get('/health', { token: null })).toMatchObject({ status: 200, body: { health: 'GOOD' } });
    expect(await app.get('/ready', { token: null })).toMatchObject({ status: 200, body: { health: 'GOOD' } });
});

test('the service is running but not ready while its database does not respond', async () => {
    const app = await testApp({ environment: { CHECK_DB_ON_READY: 'true' } });
    const rename = (from: string, to: string) =>
        app.services.recordObservation((tx) => tx.schema.alterTable(from).renameTo(to).execute());
    await rename('event_head', 'lost');

    expect(await app.send('GET', '/ready', { token: null })).toMatchObject({ status: 503, body: { health: 'BAD' } });
    expect(await app.send('GET', '/health', { token: null })).toMatchObject({ status: 200 });
    await rename('lost', 'event_head');
    expect(await app.send('GET', '/ready', { token: null })).toMatchObject({ status: 200 });
});

test('Prometheus metrics contain the duration of requests by route, not by URL', async () => {
    const app = await testApp();
    await app.get('/api/admin/environments/production');

    const { status, body } = await app.send('GET', '/internal-backstage/prometheus', { token: null });

    expect(status).toBe(200);
    expect(body).toContain(
        'http_request_duration_milliseconds_count{path="/api/admin/environments/:name",method="GET",status="200"} 1',
    );
    expect(body).not.toContain('environments/production');
});

test('origins of the frontend API are stored without duplicates, and the change is recorded', async () => {
    const app = await testApp();
    const origins = ['https://app.example.com', 'http://localhost:3000', 'capacitor://localhost', 'http://[::1]:8080'];

    const response = await app.post('/api/admin/ui-config/cors', { frontendApiOrigins: [...origins, origins[0]] });

    expect(response.status).toBe(204);
    expect((await app.get('/api/admin/ui-config')).body.frontendApiOrigins).toEqual(origins);
    expect((await app.get('/api/admin/events')).body.events[0]).toMatchObject({
        type: 'setting-created',
        data: { id: 'cors', frontendApiOrigins: origins },
    });
    await app.post('/api/admin/ui-config/cors', { frontendApiOrigins: ['*'] });
    expect((await app.get('/api/admin/events')).body.events[0]).toMatchObject({
        type: 'setting-updated',
        preData: { id: 'cors', frontendApiOrigins: origins },
        data: { id: 'cors', frontendApiOrigins: ['*'] },
    });
});

test('the deprecated route sets the same origins', async () => {
    const app = await testApp();

    const response = await app.post('/api/admin/ui-config', {
        frontendSettings: { frontendApiOrigins: ['https://app.example.com'] },
    });

    expect(response.status).toBe(204);
    expect((await app.get('/api/admin/ui-config')).body.frontendApiOrigins).toEqual(['https://app.example.com']);
});

test.each([
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://*.example.com',
    'https://app.example.com?x',
    'https://app.example.com#x',
    'https://user@app.example.com',
    'https://app.example.com:443',
    'https://APP.example.com',
    'https://app.example.com:99999',
    'https://',
    'javascript:alert(1)',
    ' https://app.example.com',
    '**',
    'null',
])('%s is not an origin and is rejected', async (origin) => {
    const app = await unchangedApp();

    expect(await app.post('/api/admin/ui-config/cors', { frontendApiOrigins: ['*', origin] })).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', details: [{ path: '/body/frontendApiOrigins/1' }] },
    });
    expect((await app.get('/api/admin/ui-config')).body.frontendApiOrigins).toEqual(['*']);
});

test('statistics count all resources', async () => {
    const app = await testApp();
    await app.has.flag();
    const { name } = await app.has.flag();
    await app.delete(`/api/admin/projects/default/features/${name}`);
    await app.has.token({ type: 'frontend' });
    await app.post('/api/admin/groups', { name: 'team' });

    const { status, body } = await app.get('/api/admin/instance-admin/statistics');

    expect(status).toBe(200);
    expect(body).toEqual({
        instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timestamp: expect.stringMatching(/Z$/),
        versionOSS: '0.0.0-test',
        users: 1,
        serviceAccounts: 0,
        featureToggles: 1,
        archivedFeatureToggles: 1,
        projects: 1,
        environments: 2,
        segments: 0,
        contextFields: 5,
        strategies: 5,
        roles: 6,
        groups: 1,
        tags: 0,
        tagTypes: 1,
        integrations: 0,
        applications: 0,
        events: await app.revision(),
        apiTokens: { admin: 1, client: 1, frontend: 1 },
    });
});

test('statistics can be exported as CSV', async () => {
    const app = await testApp();

    const response = await app.get('/api/admin/instance-admin/statistics/csv');

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    const [names, values] = response.body
        .trim()
        .split('\r\n')
        .map((line: string) => line.split(','));
    const row = Object.fromEntries(names.map((name: string, index: number) => [name, values[index]]));
    expect(row).toMatchObject({ versionOSS: '0.0.0-test', users: '1', projects: '1', adminApiTokens: '1' });
});

test('no data about this instance is sent to the makers of Halyard', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/telemetry/settings', await app.has.user())).toMatchObject({
        status: 200,
        body: { versionInfoCollectionEnabled: false, featureInfoCollectionEnabled: false },
    });
});

test('in maintenance mode, changes are rejected and everything else works', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const path = `/api/admin/projects/default/features/${name}`;

    expect(await app.post('/api/admin/maintenance', { enabled: true })).toMatchObject({ status: 204 });

    const refused = { status: 503, body: { name: 'MaintenanceError' } };
    expect(await app.post('/api/admin/tags', { value: 'beta' })).toMatchObject(refused);
    expect(await app.patch(path, [{ op: 'replace', path: '/description', value: 'x' }])).toMatchObject(refused);
    expect(await app.put('/api/admin/tag-types/simple', { icon: 'x' })).toMatchObject(refused);
    expect(await app.delete(path)).toMatchObject(refused);
    expect(await app.get(path)).toMatchObject({ status: 200 });
    expect(await app.post('/api/admin/tag-types/validate', { name: 'team' })).toMatchObject({ status: 200 });
    expect((await app.get('/api/admin/ui-config')).body.maintenanceMode).toBe(true);
    expect(await app.get('/api/client/features', { token: CLIENT_TOKEN })).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/maintenance')).toMatchObject({ status: 200, body: { enabled: true } });
});

test('users can sign in in maintenance mode, and administrators can end it', async () => {
    const app = await testApp();
    await app.post('/api/admin/maintenance', { enabled: true });
    const admin = await app.has.user({ rootRole: 'admin' });

    expect(await app.post('/api/admin/maintenance', { enabled: false }, admin)).toMatchObject({ status: 204 });

    expect(await app.post('/api/admin/tags', { value: 'beta' })).toMatchObject({ status: 201 });
});

test('enabling maintenance mode again changes nothing', async () => {
    const app = await testApp();
    await app.post('/api/admin/maintenance', { enabled: true });

    expect(await app.post('/api/admin/maintenance', { enabled: true }, { changesNothing: true })).toMatchObject({
        status: 204,
    });
});
