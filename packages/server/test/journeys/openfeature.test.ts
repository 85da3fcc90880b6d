import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { ProviderEvents, OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { expect, onTestFinished, test } from 'vitest';
import { haveEventSource } from '../support/event-source.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../support/test-app.ts';

let domains = 0;

/** The OpenFeature SDK for servers with the OFREP provider, both unmodified. */
async function serverSdk(app: TestApp, headers: [string, string][] = [['Authorization', `Bearer ${CLIENT_TOKEN}`]]) {
    const domain = `server-${++domains}`;
    await OpenFeature.setProviderAndWait(domain, new OFREPProvider({ baseUrl: app.url, headers }));
    onTestFinished(() => OpenFeature.clearProviders());
    return OpenFeature.getClient(domain);
}

async function appWithFlags(): Promise<TestApp> {
    const app = await testApp();
    await app.has.flag({ name: 'on', enabled: true });
    await app.has.flag({ name: 'off' });
    await variantFlag(app, 'text', { type: 'string', value: 'hello' });
    await variantFlag(app, 'count', { type: 'number', value: '3' });
    await variantFlag(app, 'settings', { type: 'json', value: '{"size":5}' });
    await app.has.flag({ name: 'for-seven' });
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    await app.has.strategy({ flag: 'for-seven', constraints });
    await app.post('/api/admin/projects/default/features/for-seven/environments/development/on');
    return app;
}

async function variantFlag(app: TestApp, name: string, payload: { type: string; value: string }) {
    await app.has.flag({ name, enabled: true });
    await app.put(`/api/admin/projects/default/features/${name}/environments/development/variants`, [
        { name: 'v1', weight: 1000, weightType: 'variable', stickiness: 'default', payload },
    ]);
}

test('a server evaluates flags of all types, and sees a change at its next evaluation', async () => {
    const app = await appWithFlags();
    const client = await serverSdk(app);

    expect(await client.getBooleanValue('on', false)).toBe(true);
    expect(await client.getBooleanValue('off', true)).toBe(false);
    expect(await client.getStringValue('text', '')).toBe('hello');
    expect(await client.getNumberValue('count', 0)).toBe(3);
    expect(await client.getObjectValue('settings', {})).toEqual({ size: 5 });
    expect(await client.getBooleanValue('for-seven', false, { targetingKey: '7' })).toBe(true);
    expect(await client.getBooleanDetails('for-seven', true, { targetingKey: '8' })).toMatchObject({
        value: false,
        variant: 'disabled',
        reason: 'TARGETING_MATCH',
        flagMetadata: { project: 'default' },
    });
    await app.post('/api/admin/projects/default/features/on/environments/development/off');
    expect(await client.getBooleanValue('on', true)).toBe(false);
});

test('an unknown flag or a wrong token yields the default with a reason', async () => {
    const app = await appWithFlags();
    const client = await serverSdk(app, [['X-API-Key', CLIENT_TOKEN]]);
    const stranger = await serverSdk(app, [['X-API-Key', 'wrong']]);

    expect(await client.getBooleanDetails('nothing', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' });
    expect(await stranger.getBooleanDetails('on', false)).toMatchObject({ value: false, reason: 'ERROR' });
});

test('a browser client evaluates with one request, uses the ETag, and refetches when notified', async () => {
    const app = await appWithFlags();
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
    haveEventSource();
    const statuses: number[] = [];
    const queries: string[][] = [];
    const provider = new OFREPWebProvider({
        baseUrl: app.url,
        headers: [['Authorization', `Bearer ${secret}`]],
        pollInterval: 0,
        fetchImplementation: async (...call: Parameters<typeof fetch>) => {
            const request = new Request(...call);
            const response = await fetch(request);
            statuses.push(response.status);
            queries.push([...new URL(request.url).searchParams.keys()]);
            return response;
        },
    });
    const domain = `page-${++domains}`;
    await WebOpenFeature.setProviderAndWait(domain, provider, { targetingKey: '7' });
    onTestFinished(() => WebOpenFeature.clearProviders());
    const client = WebOpenFeature.getClient(domain);

    expect(client.getBooleanValue('on', false)).toBe(true);
    expect(client.getBooleanValue('for-seven', false)).toBe(true);
    expect(client.getNumberValue('count', 0)).toBe(3);
    const changed = new Promise((resolve) => client.addHandler(ProviderEvents.ConfigurationChanged, resolve));
    await app.post('/api/admin/projects/default/features/on/environments/development/off');
    await changed;

    expect(client.getBooleanDetails('on', false)).toMatchObject({ value: false, errorCode: 'FLAG_NOT_FOUND' });
    expect(client.getBooleanDetails('off', false)).toMatchObject({ value: false, errorCode: 'FLAG_NOT_FOUND' });
    expect(statuses).toEqual([200, 200]);
    expect(queries).toEqual([[], ['flagConfigEtag', 'flagConfigLastModified']]);
});
