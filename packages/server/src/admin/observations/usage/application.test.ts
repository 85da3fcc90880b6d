import { describe, expect, test } from 'vitest';
import { CLIENT_TOKEN, type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { MergedReports } from '../../../delivery/reports/merged-reports.ts';
import { SIGHTINGS } from '../../../delivery/reports/report-types/sightings.ts';
import { USAGE } from '../../../delivery/reports/report-types/usage.ts';

const sdk = { token: CLIENT_TOKEN };
const APPS = '/api/admin/metrics/applications';

async function register(app: TestApp, appName: string, more: Record<string, unknown> = {}, as: RequestOptions = sdk) {
    const registration = {
        appName,
        instanceId: 'one',
        sdkVersion: 'unleash-node-sdk:6.12.1',
        started: new Date().toISOString(),
        interval: 10_000,
        strategies: ['default', 'home-made'],
        yggdrasilVersion: null,
        ...more,
    };
    return app.post('/api/client/register', registration, as);
}

describe('registration', () => {
    test('stores an application and its instance', async () => {
        const app = await testApp();

        const response = await register(app, 'shop');
        await app.services.reports.store();

        expect(response).toMatchObject({ status: 202, body: '' });
        expect(response.headers.get('x-unleash-version')).toBe('0.0.0-test');
        expect((await app.get(`${APPS}/shop`)).body).toMatchObject({
            appName: 'shop',
            strategies: ['default', 'home-made'],
            usage: [],
            description: null,
        });
        expect((await app.get('/api/admin/metrics/instances/shop/environment/development')).body.instances).toEqual([
            {
                instanceId: 'one',
                clientIp: '127.0.0.1',
                sdkVersion: 'unleash-node-sdk:6.12.1',
                lastSeen: expect.any(String),
            },
        ]);
    });

    test.each([
        [{ appName: '' }],
        [{ strategies: 'default' }],
        [{ strategies: Array(101).fill('too-many') }],
        [{ started: true }],
        [{ interval: 'often' }],
    ])('%j gets 400', async (invalid) => {
        const app = await testApp();

        expect((await register(app, 'shop', invalid)).status).toBe(400);
    });

    test('applications beyond the limit of names share one name', async () => {
        const app = await testApp();
        const { snapshots, clock, reports } = app.services;
        const buffers = new MergedReports({ snapshots, clock, types: reports.types });
        const reporter = { kind: 'client', tokenId: 1 } as const;
        const sdk = { environment: 'development', instanceId: 'x', sdkVersion: null, ip: '', strategies: undefined };
        for (let i = 0; i < 2_010; i++) {
            buffers.in(USAGE).count({ reporter, app: `app-${i}`, environment: 'development' }, {});
            buffers.in(SIGHTINGS).add({ reporter, app: `app-${i}`, ...sdk });
        }

        expect(new Set(buffers.take().sightings.map((sighting) => sighting.app)).size).toBe(2_001);
        app.passTime(24 * 3_600_000);
        await register(app, 'new-app');
        await app.services.reports.store();
        expect((await app.get(APPS)).body.applications).toMatchObject([{ appName: 'new-app' }]);
    });
});

describe('applications', () => {
    test('are found by a part of their name, in pages and in order', async () => {
        const app = await testApp();
        for (const name of ['shop-web', 'shop-ios', 'office']) await register(app, name);
        await app.services.reports.store();
        const names = async (query: string) => {
            const { body } = await app.get(`${APPS}${query}`);
            return [body.total, ...body.applications.map(({ appName }: { appName: string }) => appName)];
        };

        expect(await names('')).toEqual([3, 'office', 'shop-ios', 'shop-web']);
        expect(await names('?query=SHOP')).toEqual([2, 'shop-ios', 'shop-web']);
        expect(await names('?limit=1&offset=1')).toEqual([3, 'shop-ios']);
        expect(await names('?sortBy=appName&sortOrder=desc')).toEqual([3, 'shop-web', 'shop-ios', 'office']);
    });

    test('contain the projects of the flags they evaluate, except hidden private projects', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret', mode: 'private' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'hidden', project: 'secret' });
        const toggles = { a: { yes: 1, no: 0 }, hidden: { yes: 1, no: 0 } };
        await app.post('/api/client/metrics', { appName: 'shop', bucket: { start: 1, stop: 1, toggles } }, sdk);
        await app.services.reports.store();
        const stranger = await app.has.user();

        expect((await app.get(`${APPS}/shop`)).body.usage).toEqual([
            { project: 'default', environments: ['development'] },
            { project: 'secret', environments: ['development'] },
        ]);
        expect((await app.get(`${APPS}/shop`, stranger)).body.usage).toEqual([
            { project: 'default', environments: ['development'] },
        ]);
        expect((await app.get(`${APPS}/shop/overview`)).body.featureCount).toBe(2);
        expect((await app.get(`${APPS}/shop/overview`, stranger)).body.featureCount).toBe(1);
    });

    test('without evaluations contain the projects of their tokens, and only users who see all projects see them', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret', mode: 'private' });
        const token = await app.has.token({ projects: ['default', 'secret'] });
        await register(app, 'shop', {}, { token: token.secret });
        await app.services.reports.store();
        const stranger = await app.has.user();
        const projectsFor = async (reader?: RequestOptions) =>
            (await app.get(APPS, reader)).body.applications.map(({ projects }: { projects: string[] }) => projects);

        expect(await projectsFor()).toEqual([['default', 'secret']]);
        expect(await projectsFor(stranger)).toEqual([]);
    });

    test('contain their instances, the flags that they evaluate, and a link', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a', description: 'The first' });
        await register(app, 'my shop');
        const toggles = { a: { yes: 1, no: 0 }, missing: { yes: 1, no: 0 } };
        const metrics = { appName: 'my shop', instanceId: 'two', bucket: { start: 1, stop: 1, toggles } };
        await app.post('/api/client/metrics', metrics, sdk);
        const production = await app.has.token({ environment: 'production' });
        const there = {
            appName: 'my shop',
            instanceId: 'two-b',
            bucket: { start: 1, stop: 1, toggles: { a: { yes: 1, no: 0 } } },
        };
        await app.post('/api/client/metrics', there, { token: production.secret });
        await app.services.reports.store();

        const { body } = await app.get(`${APPS}/my%20shop`);

        const instance = { environment: 'development', clientIp: '127.0.0.1', lastSeen: expect.any(String) };
        expect(body).toMatchObject({
            appName: 'my shop',
            instances: [
                { ...instance, instanceId: 'one', sdkVersion: 'unleash-node-sdk:6.12.1' },
                { ...instance, instanceId: 'two', sdkVersion: null },
                { ...instance, instanceId: 'two-b', sdkVersion: null, environment: 'production' },
            ],
            seenToggles: [
                {
                    name: 'a',
                    type: 'release',
                    description: 'The first',
                    project: 'default',
                    environments: ['development', 'production'],
                },
                { name: 'missing', notFound: true, environments: ['development'] },
            ],
            links: { self: `${APPS}/my%20shop` },
        });
        expect((await app.get(body.links.self)).body).toEqual(body);
    });

    test('do not contain flags and instances of private projects for users who are not members', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret', mode: 'private' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'hidden', project: 'secret' });
        await app.has.flag({ name: 'gone', project: 'secret' });
        await app.delete('/api/admin/projects/secret/features/gone');
        const production = await app.has.token({ environment: 'production' });
        const reportAs = (token: string, toggles: Record<string, unknown>) =>
            app.post('/api/client/metrics', { appName: 'shop', bucket: { start: 1, stop: 1, toggles } }, { token });
        await reportAs(CLIENT_TOKEN, { a: { yes: 1 }, hidden: { yes: 1 }, gone: { yes: 1 } });
        await reportAs(production.secret, { hidden: { yes: 1 } });
        await app.services.reports.store();
        const told = async (as?: RequestOptions) => {
            const { instances, seenToggles } = (await app.get(`${APPS}/shop`, as)).body;
            return {
                environments: instances.map(({ environment }: { environment: string }) => environment),
                flags: seenToggles.map(({ name }: { name: string }) => name),
            };
        };

        expect(await told()).toEqual({ environments: ['development', 'production'], flags: ['a', 'hidden', 'gone'] });
        expect(await told(await app.has.user())).toEqual({ environments: ['development'], flags: ['a'] });
    });

    test('report missing strategies according to the last registration', async () => {
        const app = await testApp();
        const lacking = async () => (await app.get(`${APPS}/shop/overview`)).body.issues.missingStrategies;
        await register(app, 'shop', { strategies: ['default', 'home-made'] });
        await app.services.reports.store();
        const atFirst = await lacking();

        await register(app, 'shop', { strategies: ['default', 'newer'] });
        await app.services.reports.store();
        await app.post('/api/client/metrics', { appName: 'shop', instanceId: 'one' }, sdk);
        await app.services.reports.store();

        expect(atFirst).toEqual(['home-made']);
        expect(await lacking()).toEqual(['newer']);
        await register(app, 'shop', { strategies: ['default'] });
        await app.services.reports.store();
        expect(await lacking()).toEqual([]);
    });

    test('the overview contains the number of instances, and issues', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await register(app, 'shop');
        await register(app, 'shop', { instanceId: 'two', sdkVersion: 'unleash-client-go:3.1.0' });
        const toggles = { a: { yes: 1, no: 0 }, missing: { yes: 1, no: 0 } };
        await app.post(
            '/api/client/metrics',
            { appName: 'shop', instanceId: 'one', bucket: { start: 1, stop: 1, toggles } },
            sdk,
        );
        await app.services.reports.store();

        expect((await app.get(`${APPS}/shop/overview`)).body).toMatchObject({
            projects: ['default'],
            featureCount: 1,
            environments: [
                {
                    name: 'development',
                    instanceCount: 2,
                    sdks: ['unleash-client-go:3.1.0', 'unleash-node-sdk:6.12.1'],
                    issues: { missingFeatures: ['missing'], outdatedSdks: ['unleash-client-go:3.1.0'] },
                },
            ],
            issues: { missingStrategies: ['home-made'] },
        });
        expect((await app.get('/api/admin/metrics/sdks/outdated')).body).toEqual({
            sdks: [{ sdkVersion: 'unleash-client-go:3.1.0', minimumVersion: '4.1.0', applications: ['shop'] }],
        });
    });

    test('the list contains the number of instances, SDK versions and outdated ones per environment', async () => {
        const app = await testApp();
        await register(app, 'shop');
        await register(app, 'shop', { instanceId: 'two', sdkVersion: 'unleash-client-go:3.1.0' });
        await register(app, 'shop', { instanceId: 'three', sdkVersion: 'unleash-client-go:3.1.0' });
        const production = await app.has.token({ environment: 'production' });
        const metrics = { appName: 'shop', instanceId: 'four', bucket: { start: 1, stop: 1, toggles: {} } };
        await app.post('/api/client/metrics', metrics, { token: production.secret });
        await app.services.reports.store();

        expect((await app.get(APPS)).body.applications[0].environments).toEqual([
            {
                name: 'development',
                instanceCount: 3,
                sdks: ['unleash-client-go:3.1.0', 'unleash-node-sdk:6.12.1'],
                outdatedSdks: ['unleash-client-go:3.1.0'],
            },
            { name: 'production', instanceCount: 1, sdks: [], outdatedSdks: [] },
        ]);
    });

    test('the list contains the projects of the token until usage is reported', async () => {
        const app = await testApp();
        await app.has.project({ id: 'pier' });
        await app.has.flag({ name: 'a' });
        const { secret } = await app.has.token({ projects: ['pier', 'default'] });
        const projects = async () => (await app.get(APPS)).body.applications[0].projects;
        const application = { appName: 'shop', instanceId: 'one' };
        const registration = { ...application, started: new Date().toISOString(), interval: 1, strategies: [] };
        await app.post('/api/client/register', registration, { token: secret });
        await app.services.reports.store();

        expect(await projects()).toEqual(['default', 'pier']);
        const bucket = { start: 1, stop: 1, toggles: { a: { yes: 1, no: 0 } } };
        await app.post('/api/client/metrics', { ...application, bucket }, { token: secret });
        await app.services.reports.store();
        expect(await projects()).toEqual(['default']);
    });

    describe('have evaluations over time', () => {
        const HOUR = 3_600_000;
        const USAGE_OF_ALL = '/api/admin/metrics/application-usage';

        async function evaluate(app: TestApp, appName: string, token: string, toggles: Record<string, number>) {
            const now = app.services.clock().toISOString();
            const counts = Object.entries(toggles).map(([name, yes]) => [name, { yes, no: 1 }]);
            const bucket = { start: now, stop: now, toggles: Object.fromEntries(counts) };
            await app.post('/api/client/metrics', { appName, bucket }, { token });
            await app.services.reports.store();
        }

        test('per hour and day, by application and by environment', async () => {
            const app = await testApp();
            // The middle of a day: no hour or day ends during the test.
            app.passTime(1.5 * 24 * HOUR + HOUR / 2 - (app.services.clock().getTime() % (24 * HOUR)));
            for (const name of ['a', 'b']) await app.has.flag({ name });
            const production = await app.has.token({ environment: 'production' });
            await evaluate(app, 'shop', CLIENT_TOKEN, { a: 4, b: 2 });
            app.passTime(2 * HOUR);
            await evaluate(app, 'shop', CLIENT_TOKEN, { a: 9 });
            await evaluate(app, 'shop', production.secret, { a: 1 });
            await evaluate(app, 'office', CLIENT_TOKEN, { b: 99 });

            const all = (await app.get(`${USAGE_OF_ALL}?hoursBack=3`)).body;
            expect(all.times).toHaveLength(3);
            expect(Date.parse(all.times[2]) - Date.parse(all.times[1])).toBe(HOUR);
            expect(all.applications).toEqual([
                { appName: 'office', evaluations: [0, 0, 100] },
                { appName: 'shop', evaluations: [8, 0, 12] },
            ]);
            expect((await app.get(`${APPS}/shop/usage?hoursBack=3`)).body.environments).toEqual([
                { name: 'development', evaluations: [8, 0, 10] },
                { name: 'production', evaluations: [0, 0, 2] },
            ]);
            const days = (await app.get(`${APPS}/shop/usage?hoursBack=168`)).body;
            expect(days.environments[0].evaluations.at(-1)).toBe(18);
            expect(days.times).toHaveLength(days.environments[0].evaluations.length);
            expect((await app.get(`${APPS}/nobody/usage`)).status).toBe(404);
        });

        test('that do not include hidden private projects', async () => {
            const app = await testApp();
            await app.has.project({ id: 'secret', mode: 'private' });
            await app.has.flag({ name: 'a' });
            await app.has.flag({ name: 'hidden', project: 'secret' });
            await evaluate(app, 'shop', CLIENT_TOKEN, { a: 1, hidden: 9 });
            await evaluate(app, 'vault', CLIENT_TOKEN, { hidden: 9 });
            const stranger = await app.has.user();

            const { applications } = (await app.get(`${USAGE_OF_ALL}?hoursBack=1`, stranger)).body;
            expect(applications).toEqual([{ appName: 'shop', evaluations: [2] }]);
            expect((await app.get(`${APPS}/shop/usage?hoursBack=1`, stranger)).body.environments).toEqual([
                { name: 'development', evaluations: [2] },
            ]);
            expect((await app.get(`${APPS}/vault/usage`, stranger)).status).toBe(404);
        });
    });

    test('that were never seen get 404', async () => {
        const app = await testApp();

        expect((await app.get(`${APPS}/nobody`)).status).toBe(404);
        expect((await app.get(`${APPS}/nobody/overview`)).status).toBe(404);
        expect((await app.get('/api/admin/metrics/instances/nobody/environment/x')).body).toEqual({ instances: [] });
    });

    test('can be described, also before their first registration, which retains the description', async () => {
        const app = await testApp();

        const response = await app.post(`${APPS}/shop`, { description: 'The shop', url: 'https://shop.example' });
        await register(app, 'shop');
        await app.services.reports.store();
        const repeated = await app.post(`${APPS}/shop`, { description: 'The shop' }, { changesNothing: true });

        expect([response.status, repeated.status]).toEqual([202, 202]);
        expect((await app.get(`${APPS}/shop`)).body).toMatchObject({
            description: 'The shop',
            url: 'https://shop.example',
        });
        expect((await app.get('/api/admin/events')).body.events[0]).toMatchObject({
            type: 'application-updated',
            data: { appName: 'shop', description: 'The shop' },
        });
    });

    test('can be deleted, also repeatedly', async () => {
        const app = await testApp();
        await register(app, 'shop');
        await app.services.reports.store();

        expect((await app.delete(`${APPS}/shop`)).status).toBe(200);
        expect((await app.delete(`${APPS}/shop`, { changesNothing: true })).status).toBe(200);
        expect((await app.get(`${APPS}/shop`)).status).toBe(404);
    });
});
