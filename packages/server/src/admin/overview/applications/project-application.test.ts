import { describe, expect, test } from 'vitest';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';

interface Runs {
    app: string;
    asksFor: string[];
    instance?: string;
    sdk?: string;
    token?: string;
}

/** An SDK that registers and reports its evaluations. */
async function runs(app: TestApp, { app: appName, asksFor, instance = 'one', sdk, token = CLIENT_TOKEN }: Runs) {
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
    const toggles = Object.fromEntries(asksFor.map((flag) => [flag, { yes: 1, no: 0 }]));
    await app.post('/api/client/metrics', { appName, instanceId, bucket: { start: 1, stop: 1, toggles } }, { token });
    await app.services.measurements.store();
}

describe('the applications of a project', () => {
    const path = (project: string, query = '') => `/api/admin/projects/${project}/applications${query}`;

    test('are those that ask for its flags, with where they run and on which SDKs', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        const { secret: production } = await app.has.token({ environment: 'production' });
        await runs(app, { app: 'shop', asksFor: ['a'] });
        await runs(app, { app: 'shop', asksFor: ['a'], instance: 'two', sdk: 'unleash-node-sdk:6.0.0' });
        await runs(app, { app: 'shop', asksFor: ['a'], sdk: 'unleash-client-go:4.1.0', token: production });
        await runs(app, { app: 'office', asksFor: ['b'] });
        await runs(app, { app: 'both', asksFor: ['a', 'b'], sdk: 'home-made' });

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

    test('show only the environments in which they ask for flags of this project', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        const { secret: production } = await app.has.token({ environment: 'production' });
        await runs(app, { app: 'shop', asksFor: ['a'], instance: 'here' });
        await runs(app, { app: 'shop', asksFor: ['b'], instance: 'there', token: production });

        expect((await app.get(path('default'))).body.applications).toMatchObject([
            { environments: ['development'], instances: ['here'] },
        ]);
    });

    test('are found by a part of their name, in pages and in order', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a' });
        for (const name of ['shop-web', 'shop-ios', 'office']) {
            await runs(app, { app: name, asksFor: ['a'] });
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

    test('of a project that does not exist, or is hidden, answer 404', async () => {
        const app = await testApp();
        await app.has.project({ id: 'secret', mode: 'private' });
        const stranger = await app.has.user();

        expect((await app.get(path('nowhere'))).status).toBe(404);
        expect((await app.get(path('secret'), stranger)).status).toBe(404);
        expect(await app.get(path('secret'))).toMatchObject({ status: 200, body: { applications: [], total: 0 } });
    });
});

describe('the outdated SDKs of a project', () => {
    const path = (project: string) => `/api/admin/projects/${project}/sdks/outdated`;

    test('are those of applications that ask for its flags', async () => {
        const app = await testApp();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'a' });
        await app.has.flag({ name: 'b', project: 'other' });
        await runs(app, { app: 'shop', asksFor: ['a'], sdk: 'unleash-client-go:3.1.0' });
        await runs(app, { app: 'office', asksFor: ['b'], sdk: 'unleash-client-go:3.1.0' });
        await runs(app, { app: 'new', asksFor: ['a'] });

        expect((await app.get(path('default'))).body).toEqual({
            sdks: [{ sdkVersion: 'unleash-client-go:3.1.0', minimumVersion: '4.1.0', applications: ['shop'] }],
        });
        expect((await app.get(path('nowhere'))).status).toBe(404);
    });
});
