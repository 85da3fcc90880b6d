import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_TOKEN, testApp } from '../../test/support/test-app.ts';
import { testEdge, until } from '../../test/support/test-edge.ts';

async function edgeWithFlags(environment: Record<string, string> = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'off' });
    const { name: flag } = await app.has.flag({ name: 'for-seven' });
    await app.has.strategy({ flag, constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] });
    await app.post(`/api/admin/projects/default/features/${flag}/environments/development/on`);
    const { secret: page } = await app.has.token({ type: 'frontend', environment: 'development' });
    return { app, page, edge: await testEdge(app.url, { environment }) };
}

test('flags can be requested with POST, as from Unleash Edge', async () => {
    const { edge } = await edgeWithFlags();
    const posted = await edge.send('POST', '/api/client/features', { body: {} });
    expect(posted).toMatchObject({ status: 200, body: (await edge.get('/api/client/features')).body });
    expect((await edge.send('POST', '/api/client/features', { token: null, body: {} })).status).toBe(401);
});

test('the context of a POST may be the body itself, or its member context', async () => {
    const { edge, page } = await edgeWithFlags();
    for (const path of ['/api/frontend', '/api/proxy', '/api/frontend/all']) {
        const isOn = async (body: object) => {
            const { toggles } = (await edge.send('POST', path, { token: page, body })).body;
            return toggles.some(
                (each: { name: string; enabled: boolean }) => each.name === 'for-seven' && each.enabled,
            );
        };
        expect([await isOn({ userId: '7' }), await isOn({ context: { userId: '7' } })], path).toEqual([true, true]);
        expect([await isOn({ userId: '8' }), await isOn({ userId: '7', context: {} })], path).toEqual([false, false]);
    }
});

test('one flag can be evaluated by its name', async () => {
    const { app, edge, page } = await edgeWithFlags();
    const { id: project } = await app.has.project({ environments: ['development'] });
    await app.has.flag({ name: 'hidden', project, enabled: true });
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development', projects: ['default'] });
    for (const root of ['/api/frontend/features', '/api/proxy/features']) {
        expect(await edge.get(`${root}/for-seven?userId=7`, page)).toMatchObject({
            status: 200,
            body: { name: 'for-seven', enabled: true, impressionData: false, variant: { name: 'disabled' } },
        });
        expect((await edge.get(`${root}/for-seven?userId=8`, page)).body.enabled).toBe(false);
        const body = { userId: '7' };
        expect((await edge.send('POST', `${root}/for-seven`, { token: page, body })).body.enabled).toBe(true);
        expect((await edge.get(`${root}/hidden`, page)).status).toBe(200);
        expect((await edge.get(`${root}/hidden`, secret)).status).toBe(404);
        expect((await edge.get(`${root}/missing`, page)).status).toBe(404);
        expect((await edge.get(`${root}/off`, CLIENT_TOKEN)).status).toBe(403);
    }
});

test('the reports of a browser SDK that reads all flags are counted', async () => {
    const { app, edge, page } = await edgeWithFlags({ METRICS_INTERVAL_SECONDS: '1' });
    const sdk = new UnleashClient({
        ...{ url: `${edge.url}/api/frontend/all`, clientKey: page, appName: 'page', context: { userId: '7' } },
        ...{ metricsInterval: 0.1, metricsIntervalInitial: 0.05, disableRefresh: true },
        storageProvider: new InMemoryStorageProvider(),
    });
    onTestFinished(() => sdk.stop());
    await sdk.start();
    expect(sdk.isEnabled('for-seven')).toBe(true);
    await until(async () => {
        await app.services.reports.store();
        const { body } = await app.get('/api/admin/client-metrics/features/for-seven/raw');
        return body.data.some(({ appName, yes }: { appName: string; yes: number }) => appName === 'page' && yes > 0);
    });
    const closed = await testEdge(app.url, { environment: { DISABLE_ALL_ENDPOINT: 'true' } });
    expect((await closed.send('POST', '/api/frontend/all/client/metrics', { token: page, body: {} })).status).toBe(404);
});
