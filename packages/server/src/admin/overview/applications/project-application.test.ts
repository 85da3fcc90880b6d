import { describe, expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from '../../../../test/support/statements.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { deleteOldReports } from '../../../delivery/reports/delete-old-reports.ts';

const outdatedPath = (project: string) => `/api/admin/projects/${project}/sdks/outdated`;

interface UsageReport {
    app: string;
    evaluates: string[];
    instance?: string;
    sdk?: string;
    token?: string;
}

/** An SDK that registers and reports its evaluations. */
async function reportUsage(
    app: TestApp,
    { app: appName, evaluates, instance = 'one', sdk, token = CLIENT_TOKEN }: UsageReport,
) {
    const instanceId = instance;
    await app.post(
        '/api/client/register',
        {
            appName,
            instanceId,
            sdkVersion: sdk ?? 'unleash-node-sdk:6.12.1',
            started: new Date().toISOString(),
            interval: 10_000,
            strategies: [],
        },
        { token },
    );
    const toggles = Object.fromEntries(evaluates.map((flag) => [flag, { yes: 1, no: 0 }]));
    await app.post('/api/client/metrics', { appName, instanceId, bucket: { start: 1, stop: 1, toggles } }, { token });
    await app.services.reports.store();
}

describe('the applications of a project', () => {
    const path = (project: string, query = '') => `/api/admin/projects/${project}/applications${query}`;

    test('are those that evaluate its flags, with their environments and SDKs', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        const { secret: production } = await app.has.token({ environment: 'production' });
        await reportUsage(app, { app: 'shop', evaluates: ['a'] });
        await reportUsage(app, { app: 'shop', evaluates: ['a'], instance: 'two', sdk: 'unleash-node-sdk:6.0.0' });
        await reportUsage(app, { app: 'shop', evaluates: ['a'], sdk: 'unleash-client-go:4.1.0', token: production });
        await reportUsage(app, { app: 'office', evaluates: ['b'] });
        await reportUsage(app, { app: 'both', evaluates: ['a', 'b'], sdk: 'home-made' });

        expect(await app.get(path('default'))).toMatchObject({
            status: 200,
            body: {
                total: 2,
                applications: [
                    {
                        name: 'both',
                        environments: ['development'],
                        instances: ['one'],
                        sdks: [{ name: 'home-made', versions: [] }],
                    },
                    {
                        name: 'shop',
                        environments: ['development', 'production'],
                        instances: ['one', 'two'],
                        sdks: [
                            { name: 'unleash-client-go', versions: ['4.1.0'] },
                            { name: 'unleash-node-sdk', versions: ['6.0.0', '6.12.1'] },
                        ],
                    },
                ],
            },
        });
        const { applications } = (await app.get(path('other'))).body;
        expect(applications.map(({ name }: { name: string }) => name)).toEqual(['both', 'office']);
    });

    test('show only the environments in which they evaluate flags of this project', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        const { secret: production } = await app.has.token({ environment: 'production' });
        await reportUsage(app, { app: 'shop', evaluates: ['a'], instance: 'here' });
        await reportUsage(app, { app: 'shop', evaluates: ['b'], instance: 'there', token: production });

        expect((await app.get(path('default'))).body.applications).toMatchObject([
            { environments: ['development'], instances: ['here'] },
        ]);
    });

    test('are searched by a part of their name, with pagination and sorting', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        for (const name of ['shop-web', 'shop-ios', 'office']) {
            await reportUsage(app, { app: name, evaluates: ['a'] });
            app.passTime(60_000);
        }
        const names = async (query: string) => {
            const { body } = await app.get(path('default', query));
            return [body.total, ...body.applications.map(({ name }: { name: string }) => name)];
        };

        expect(await names('')).toEqual([3, 'office', 'shop-ios', 'shop-web']);
        expect(await names('?query=SHOP')).toEqual([2, 'shop-ios', 'shop-web']);
        expect(await names('?limit=1&offset=1')).toEqual([3, 'shop-ios']);
        expect(await names('?sortBy=appName&sortOrder=desc')).toEqual([3, 'shop-web', 'shop-ios', 'office']);
        expect(await names('?sortBy=lastSeen&sortOrder=desc')).toEqual([3, 'office', 'shop-ios', 'shop-web']);
    });

    test('follow flags that are moved or deleted, and the retention period of usage', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        for (const name of ['a', 'b', 'c']) await app.has.flag({ name });
        await reportUsage(app, { app: 'shop', evaluates: ['a', 'b'] });
        await reportUsage(app, { app: 'office', evaluates: ['c'] });
        const namesIn = async (project: string) =>
            (await app.get(path(project))).body.applications.map(({ name }: { name: string }) => name);
        const projectsOf = async (name: string) => {
            const { usage } = (await app.get(`/api/admin/metrics/applications/${name}`)).body;
            return usage.map(({ project }: { project: string }) => project);
        };
        expect([await namesIn('default'), await namesIn('other')]).toEqual([['office', 'shop'], []]);

        await app.post('/api/admin/projects/default/features/a/changeProject', { newProjectId: 'other' });
        expect([await namesIn('default'), await namesIn('other')]).toEqual([['office', 'shop'], ['shop']]);
        await app.post('/api/admin/projects/default/features/b/changeProject', { newProjectId: 'other' });
        expect([await namesIn('default'), await namesIn('other')]).toEqual([['office'], ['shop']]);
        expect(await projectsOf('shop')).toEqual(['other']);

        await app.delete('/api/admin/projects/default/features/c');
        expect(await namesIn('default')).toEqual(['office']);
        await app.delete('/api/admin/archive/c');
        expect([await namesIn('default'), await projectsOf('office')]).toEqual([[], []]);

        app.passTime(60 * 86_400_000);
        await reportUsage(app, { app: 'kiosk', evaluates: ['a'] });
        app.passTime(60 * 86_400_000);
        await deleteOldReports(app.services, 91);
        expect(await namesIn('other')).toEqual(['kiosk']);
    });

    test('are listed without reading the usage of flags', async () => {
        withoutBackgroundWork();
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        await app.has.project({ id: 'secret', mode: 'private' });
        await reportUsage(app, { app: 'shop', evaluates: ['a'] });
        const stranger = await app.has.user();
        const statements = watchStatements();

        for (const list of ['/api/admin/metrics/applications', path('default'), outdatedPath('default')]) {
            expect((await app.send('GET', list, { ...stranger })).status).toBe(200);
        }

        expect(statements.executed().filter((sql) => sql.includes('"usage"'))).toEqual([]);
    });

    test('of a project that does not exist or is hidden return 404', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret', mode: 'private' });
        const stranger = await app.has.user();

        expect((await app.get(path('nowhere'))).status).toBe(404);
        expect((await app.get(path('secret'), stranger)).status).toBe(404);
        expect(await app.get(path('secret'))).toMatchObject({ status: 200, body: { applications: [], total: 0 } });
    });
});

describe('the outdated SDKs of a project', () => {
    const path = outdatedPath;

    test('are those of applications that evaluate its flags', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        await reportUsage(app, { app: 'shop', evaluates: ['a'], sdk: 'unleash-client-go:3.1.0' });
        await reportUsage(app, { app: 'office', evaluates: ['b'], sdk: 'unleash-client-go:3.1.0' });
        await reportUsage(app, { app: 'new', evaluates: ['a'] });

        expect((await app.get(path('default'))).body).toEqual({
            sdks: [{ sdkVersion: 'unleash-client-go:3.1.0', minimumVersion: '4.1.0', applications: ['shop'] }],
        });
        expect((await app.get(path('nowhere'))).status).toBe(404);
    });
});
