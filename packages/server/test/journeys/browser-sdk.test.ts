import { once } from 'node:events';
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

/** The real browser SDK, unmodified; it runs on Node too. */
async function startBrowserSdk(app: TestApp, options: { token?: string; usePOSTrequests?: boolean } = {}) {
    const token = options.token ?? (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
    const sdk = new UnleashClient({
        url: `${app.url}/api/frontend`,
        clientKey: token,
        appName: 'page',
        refreshInterval: 0.05,
        metricsInterval: 3600,
        metricsIntervalInitial: 0,
        storageProvider: new InMemoryStorageProvider(),
        usePOSTrequests: options.usePOSTrequests ?? false,
    });
    onTestFinished(() => sdk.stop());
    return sdk;
}

/** Resolves when the SDK emits the event. */
const emitted = (sdk: UnleashClient, event: string) => new Promise<unknown>((resolve) => sdk.once(event, resolve));

async function until(sdk: UnleashClient, condition: () => boolean): Promise<void> {
    while (!condition()) await emitted(sdk, 'update');
}

test.each([false, true])('a browser SDK starts, evaluates and sees changes (by POST: %s)', async (usePOSTrequests) => {
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true });
    await app.has.flag({ name: 'for-pro' });
    const constraints = [{ contextName: 'plan', operator: 'IN', values: ['pro'] }];
    await app.has.strategy({ flag: 'for-pro', constraints });
    await app.post('/api/admin/projects/default/features/for-pro/environments/development/on');
    const sdk = await startBrowserSdk(app, { usePOSTrequests });

    await sdk.start();
    expect(sdk.isEnabled('first')).toBe(true);
    expect(sdk.isEnabled('for-pro')).toBe(false);
    // A refresh that is due at the same time replaces this request.
    await sdk.updateContext({ userId: '7', properties: { plan: 'pro' } });
    await until(sdk, () => sdk.isEnabled('for-pro'));
    await app.has.flag({ name: 'second', enabled: true });
    await until(sdk, () => sdk.isEnabled('second'));
    await app.post('/api/admin/projects/default/features/first/environments/development/off');
    await until(sdk, () => !sdk.isEnabled('first'));
});

test('a browser SDK gets its variant with the payload', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'colour', enabled: true });
    await app.put('/api/admin/projects/default/features/colour/environments/development/variants', [
        {
            name: 'red',
            weight: 1000,
            weightType: 'variable',
            stickiness: 'default',
            payload: { type: 'string', value: '#f00' },
        },
    ]);
    const sdk = await startBrowserSdk(app);

    await sdk.start();

    expect(sdk.getVariant('colour')).toMatchObject({ name: 'red', payload: { type: 'string', value: '#f00' } });
});

test('metrics of a browser SDK are received', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true });
    const sdk = await startBrowserSdk(app);
    await sdk.start();
    sdk.isEnabled('first');

    const sent = emitted(sdk, 'sent');
    await sdk.sendMetrics();
    await sent;
    await app.services.reports.store();

    expect((await app.get('/api/admin/client-metrics/features/first')).body).toMatchObject({
        lastHourUsage: [{ environment: 'development', yes: 1, no: 0 }],
        seenApplications: ['page'],
    });
});

test('a browser SDK with a wrong token sees nothing', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true });
    const sdk = await startBrowserSdk(app, { token: '*:development.wrong-token' });

    const failed = emitted(sdk, 'error');
    void sdk.start();

    expect(await failed).toMatchObject({ code: 401 });
    expect(sdk.isEnabled('first')).toBe(false);
});

test('a browser SDK honours the ETag', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true });
    const statuses: number[] = [];
    const token = (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
    const events = new EventTarget();
    const sdk = new UnleashClient({
        url: `${app.url}/api/frontend`,
        clientKey: token,
        appName: 'page',
        refreshInterval: 0.05,
        disableMetrics: true,
        storageProvider: new InMemoryStorageProvider(),
        context: { userId: '7' },
        fetch: async (url: string, init: RequestInit) => {
            const response = await fetch(url, init);
            statuses.push(response.status);
            events.dispatchEvent(new Event('answer'));
            return response;
        },
    });
    onTestFinished(() => sdk.stop());

    await sdk.start();
    while (statuses.length < 3) await once(events, 'answer');

    expect(statuses.slice(0, 3)).toEqual([200, 304, 304]);
    expect(sdk.isEnabled('first')).toBe(true);
});
