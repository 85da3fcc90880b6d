import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { listenTo } from '../support/event-source.ts';
import { freePort } from '../support/free-port.ts';
import { startSdk, until } from '../support/sdk.ts';
import { CLIENT_TOKEN, testApp } from '../support/test-app.ts';

/** The modes in which the Node SDK receives flags; by default it polls, and follows the offer to stream. */
const MODES = {
    polling: { environment: { STREAMING_HINT: 'false' }, sdk: {} },
    'polling, until it is offered to stream': { environment: {}, sdk: { refreshInterval: 60_000 } },
    delta: {
        environment: {},
        sdk: { experimentalMode: { type: 'polling', format: 'delta' } },
    },
    streaming: { environment: {}, sdk: { experimentalMode: { type: 'streaming' } } },
} as const;

describe.each(Object.entries(MODES))('an SDK that is %s', (_name, { environment, sdk: options }) => {
    test('starts with the existing flags, and receives changes and removals', async () => {
        const app = await testApp({ environment });
        await app.has.flag({ name: 'first', enabled: true });
        const sdk = await startSdk(app.url, options);

        expect(sdk.isEnabled('first')).toBe(true);
        await app.has.flag({ name: 'second', enabled: true });
        await until(sdk, () => sdk.isEnabled('second'));
        await app.post('/api/admin/projects/default/features/first/environments/development/off');
        await until(sdk, () => !sdk.isEnabled('first'));
        await app.delete('/api/admin/projects/default/features/second');
        await until(sdk, () => sdk.getFeatureToggleDefinition('second') === undefined);
    });

    test('evaluates segments, including those created later', async () => {
        const app = await testApp({ environment });
        await app.has.flag({ name: 'regional' });
        const sdk = await startSdk(app.url, options);

        const constraints = [{ contextName: 'region', operator: 'IN', values: ['eu'] }];
        const segment = await app.has.segment({ constraints });
        await app.has.strategy({ flag: 'regional', segments: [segment.id] });
        await app.post('/api/admin/projects/default/features/regional/environments/development/on');
        await until(sdk, () => sdk.isEnabled('regional', { properties: { region: 'eu' } }));

        expect(sdk.isEnabled('regional', { properties: { region: 'us' } })).toBe(false);
    });

    test('sees nothing with a wrong token', async () => {
        const app = await testApp({ environment });
        await app.has.flag({ name: 'first', enabled: true });

        const starting = startSdk(app.url, { ...options, token: '*:development.wrong-token' });

        await expect(starting).rejects.toThrow('responded 401');
    });
});

test('a polling SDK follows the offer to stream', async () => {
    const app = await testApp();
    const sdk = await startSdk(app.url, { refreshInterval: 60_000 });

    // An SDK that polls once a minute would not see this within the time of a test.
    await app.has.flag({ name: 'pushed', enabled: true });
    await until(sdk, () => sdk.isEnabled('pushed'));
});

test('an SDK whose stream is rejected falls back to polling and still gets the flags', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true });

    // The SDK does not send these headers with its stream, so the stream is rejected.
    const sdk = await startSdk(app.url, {
        customHeaders: {},
        customHeadersFunction: async () => ({ authorization: CLIENT_TOKEN }),
    });

    expect(sdk.isEnabled('first')).toBe(true);
    await app.has.flag({ name: 'second', enabled: true });
    await until(sdk, () => sdk.isEnabled('second'));
});

test('a polling SDK without new changes gets 304', async () => {
    const app = await testApp({ environment: { STREAMING_HINT: 'false' } });
    const sdk = await startSdk(app.url);

    await once(sdk, 'unchanged');
});

test('an SDK survives a restart of the server', async () => {
    const environment = { STREAMING_HINT: 'false', HTTP_PORT: String(await freePort()) };
    const first = await testApp({ environment });
    await first.has.flag({ name: 'before', enabled: true });
    const sdk = await startSdk(first.url);

    await first.close();
    expect(sdk.isEnabled('before')).toBe(true);
    const second = await testApp({ environment });
    await second.has.flag({ name: 'after', enabled: true });
    await until(sdk, () => sdk.isEnabled('after'));
});

test('an SDK that finds all streams in use polls, and streams once one is free', async () => {
    const app = await testApp({ environment: { MAX_STREAMS: '1' } });
    const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
    const sdk = await startSdk(app.url, { experimentalMode: { type: 'streaming' } });
    const modes: string[] = [];
    sdk['repository'].on('mode', ({ to }: { to: string }) => modes.push(to));
    await app.has.flag({ name: 'polled', enabled: true });
    await until(sdk, () => sdk.isEnabled('polled'));
    expect(modes).toEqual([]);

    stream.close();
    await expect.poll(() => app.services.eventStreams.count).toBe(0);
    await app.has.flag({ name: 'streamed', enabled: true });
    await until(sdk, () => sdk.isEnabled('streamed'));

    expect(modes).toEqual(['streaming']);
});

test('an SDK registers, and its metrics are received', async () => {
    const app = await testApp({ environment: { STREAMING_HINT: 'false' } });
    await app.has.flag({ name: 'first', enabled: true });
    const sdk = await startSdk(app.url, { disableMetrics: false, metricsInterval: 200, appName: 'shop' });

    sdk.isEnabled('first');
    sdk.isEnabled('not-there');
    await once(sdk, 'sent');
    await app.services.reports.store();

    expect((await app.get('/api/admin/client-metrics/features/first')).body).toMatchObject({
        lastHourUsage: [{ environment: 'development', yes: 1, no: 0 }],
        seenApplications: ['shop'],
    });
    expect((await app.get('/api/admin/metrics/applications/shop/overview')).body.environments).toMatchObject([
        {
            name: 'development',
            instanceCount: 1,
            sdks: ['unleash-node-sdk:6.12.1'],
            issues: { missingFeatures: ['not-there'], outdatedSdks: [] },
        },
    ]);
});
