import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { ProviderEvents, OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { attributesOf, collector } from '../../test/support/collector.ts';
import { emptyDatabase } from '../../test/support/databases.ts';
import { haveEventSource, listenTo } from '../../test/support/event-source.ts';
import { startSdk, until as untilSdk } from '../../test/support/sdk.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { testEdge, until } from '../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../test/support/upstream-switch.ts';

const turn = (app: TestApp, flag: string, state: 'on' | 'off', project = 'default') =>
    app.post(`/api/admin/projects/${project}/features/${flag}/environments/development/${state}`);

/** Creates an app with its own database: the databases of other tests are copies of one installation. */
async function freshInstall(flag: string): Promise<TestApp> {
    const database = await emptyDatabase();
    onTestFinished(() => database.remove());
    const app = await testApp({ database });
    await app.has.flag({ name: flag, enabled: true });
    return app;
}

describe('the served data', () => {
    test('equals that of upstream, with the same ETag', async () => {
        const app = await testApp();
        const segment = await app.has.segment();
        const { name: flag } = await app.has.flag({ enabled: true });
        await app.has.strategy({ flag, segments: [segment.id] });
        const edge = await testEdge(app.url);

        const options = { headers: { 'unleash-client-spec': '5.2.0' }, token: CLIENT_TOKEN };
        const fromUpstream = await app.send('GET', '/api/client/features', options);
        const fromEdge = await edge.send('GET', '/api/client/features', options);

        expect(fromEdge.body).toEqual(fromUpstream.body);
        expect(fromEdge.headers.get('etag')).toBe(fromUpstream.headers.get('etag'));
    });

    test.each([
        ['polls', {}],
        ['polls for the difference', { experimentalMode: { type: 'polling', format: 'delta' } }],
        ['opens a stream', { experimentalMode: { type: 'streaming' } }],
    ] as const)('reaches a backend SDK that %s', async (_what, options) => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const edge = await testEdge(app.url);
        const sdk = await startSdk(edge.url, options);

        expect(sdk.isEnabled(name)).toBe(true);
        await turn(app, name, 'off');
        await untilSdk(sdk, () => !sdk.isEnabled(name));
        await app.has.flag({ name: 'new', enabled: true });
        await untilSdk(sdk, () => sdk.isEnabled('new'));
    });

    test('is available to browser clients, also at the path of Unleash Proxy', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        await app.has.flag({ name: 'off' });
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
        const edge = await testEdge(app.url);
        const sdk = new UnleashClient({
            url: `${edge.url}/api/proxy`,
            clientKey: secret,
            appName: 'page',
            refreshInterval: 0.05,
            disableMetrics: true,
            storageProvider: new InMemoryStorageProvider(),
        });
        onTestFinished(() => sdk.stop());
        await sdk.start();

        expect(sdk.isEnabled(name)).toBe(true);
        await turn(app, name, 'off');
        while (sdk.isEnabled(name)) await new Promise((resolve) => sdk.once('update', resolve as () => void));
        const all = await edge.get('/api/frontend/all?userId=7', secret);
        expect(all.body.toggles.map((toggle: { name: string }) => toggle.name).toSorted()).toEqual([name, 'off']);
    });

    test('is available through OpenFeature', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const edge = await testEdge(app.url);
        const headers: [string, string][] = [['Authorization', `Bearer ${CLIENT_TOKEN}`]];
        await OpenFeature.setProviderAndWait('edge', new OFREPProvider({ baseUrl: edge.url, headers }));
        onTestFinished(() => OpenFeature.clearProviders());
        const client = OpenFeature.getClient('edge');

        expect(await client.getBooleanValue(name, false)).toBe(true);
        await turn(app, name, 'off');
        await until(async () => !(await client.getBooleanValue(name, false)));
    });

    test('serves OpenFeature browser clients, which are notified of changes', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
        const edge = await testEdge(app.url);
        haveEventSource();
        const headers: [string, string][] = [['Authorization', `Bearer ${secret}`]];
        const provider = new OFREPWebProvider({ baseUrl: edge.url, headers, pollInterval: 0 });
        await WebOpenFeature.setProviderAndWait('edge', provider, { targetingKey: '7' });
        onTestFinished(() => WebOpenFeature.clearProviders());
        const client = WebOpenFeature.getClient('edge');

        expect(client.getBooleanValue(name, false)).toBe(true);
        const changed = new Promise((resolve) => client.addHandler(ProviderEvents.ConfigurationChanged, resolve));
        await turn(app, name, 'off');
        await changed;
        expect(client.getBooleanValue(name, false)).toBe(false);
    });

    test('can be filtered by tag', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'tagged' });
        await app.has.flag({ name: 'plain' });
        await app.post('/api/admin/features/tagged/tags', { type: 'simple', value: 'mine' });
        const edge = await testEdge(app.url);

        const { body } = await edge.get('/api/client/features?tag=simple:mine');
        expect(body.features.map((flag: { name: string }) => flag.name)).toEqual(['tagged']);
    });

    test('passes through a chain of edges', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const near = await testEdge(app.url);
        const far = await testEdge(near.url, { environment: { TOKENS: '' } });
        const sdk = await startSdk(far.url, { experimentalMode: { type: 'streaming' } });

        expect(sdk.isEnabled(name)).toBe(true);
        await turn(app, name, 'off');
        await untilSdk(sdk, () => !sdk.isEnabled(name));
        expect(
            (await far.send('POST', '/edge/validate', { token: null, body: { tokens: [CLIENT_TOKEN, '*:a.bc'] } }))
                .body,
        ).toEqual({ tokens: [{ token: CLIENT_TOKEN, type: 'client', projects: ['*'], environment: 'development' }] });
    });
});

describe('an upstream', () => {
    test('may be unavailable for a while: SDKs are served throughout, and receive the missed changes', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const upstream = await upstreamSwitch(app.url);
        const edge = await testEdge(upstream.url);
        const sdk = await startSdk(edge.url, { experimentalMode: { type: 'streaming' } });
        upstream.leadTo(undefined);

        await until(async () => (await edge.get('/internal-backstage/ready')).body.environments[0].state === 'stale');
        expect(await edge.flags()).toEqual({ [name]: true });
        expect((await edge.get('/internal-backstage/ready')).status).toBe(200);
        await turn(app, name, 'off');
        upstream.leadTo(app.url);
        await untilSdk(sdk, () => !sdk.isEnabled(name));
        expect((await edge.get('/internal-backstage/ready')).body.environments[0].state).toBe('fresh');
    });

    test('may be unavailable for too long: with READY_MAX_STALENESS_SECONDS the edge serves, but is not ready', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const upstream = await upstreamSwitch(app.url);
        const edge = await testEdge(upstream.url, { environment: { READY_MAX_STALENESS_SECONDS: '60' } });
        const ready = () => edge.get('/internal-backstage/ready');
        expect((await ready()).status).toBe(200);
        upstream.leadTo(undefined);
        await until(async () => (await ready()).body.environments[0].state === 'stale');
        expect((await ready()).status).toBe(200);

        edge.passTime(61_000);

        expect(await ready()).toMatchObject({ status: 503, body: { status: 'NOT_READY' } });
        expect(await edge.flags()).toEqual({ [name]: true });
        const { body: metrics } = await edge.get('/internal-backstage/metrics');
        expect(Number(/^halyard_edge_environment_stale_seconds\{.*\} (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(60);
        upstream.leadTo(app.url);
        await until(async () => (await ready()).status === 200);
    });

    test('may be restored from a backup or replaced: revisions go backwards, and SDKs follow', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        await app.has.flag({ name: 'lost', enabled: true });
        for (let i = 0; i < 5; i++) await turn(app, name, i % 2 === 0 ? 'off' : 'on');
        await turn(app, name, 'on');
        const other = await testApp();
        await other.has.flag({ name, enabled: false });
        await other.has.flag({ name: 'found', enabled: true });
        expect(await other.revision()).toBeLessThan(await app.revision());
        const upstream = await upstreamSwitch(app.url);
        const edge = await testEdge(upstream.url);
        const streaming = await startSdk(edge.url, { experimentalMode: { type: 'streaming' } });
        const polling = await startSdk(edge.url);
        const delta = await startSdk(edge.url, { experimentalMode: { type: 'polling', format: 'delta' } });
        const sdks = [streaming, polling, delta];
        for (const sdk of sdks) expect(sdk.isEnabled('lost')).toBe(true);

        upstream.leadTo(other.url);
        for (const sdk of sdks) await untilSdk(sdk, () => sdk.isEnabled('found'));
        for (const sdk of sdks) {
            expect([sdk.isEnabled(name), sdk.isEnabled('lost')]).toEqual([false, false]);
        }
        // Later changes arrive, too, although their revision numbers are still smaller.
        await turn(other, name, 'on');
        for (const sdk of sdks) await untilSdk(sdk, () => sdk.isEnabled(name));
        expect(await edge.flags()).toEqual({ [name]: true, found: true });
    });

    test('may be replaced by another fresh installation that has reached the same revision', async () => {
        const [one, other] = [await freshInstall('lost'), await freshInstall('found')];
        expect(await other.revision()).toBe(await one.revision());
        const upstream = await upstreamSwitch(one.url);
        const edge = await testEdge(upstream.url);
        const [streaming, delta] = [{ type: 'streaming' }, { type: 'polling', format: 'delta' }] as const;
        const sdks = [
            await startSdk(edge.url, { experimentalMode: streaming }),
            // Compared with an SDK that connects without an edge.
            await startSdk(upstream.url, { experimentalMode: streaming }),
            await startSdk(upstream.url, { experimentalMode: delta }),
        ];
        for (const sdk of sdks) expect(sdk.isEnabled('lost')).toBe(true);

        upstream.leadTo(other.url);
        for (const sdk of sdks) await untilSdk(sdk, () => sdk.isEnabled('found'));
        for (const sdk of sdks) expect(sdk.isEnabled('lost')).toBe(false);
    });

    test('that sends invalid content changes nothing', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const nonsense = await upstreamSwitch(app.url);
        const edge = await testEdge(nonsense.url, { environment: { STREAMING: 'false' } });
        expect(await edge.flags()).toEqual({ [name]: true });
        nonsense.leadTo(`${app.url}/api/admin/nothing`);

        await until(async () => (await edge.get('/internal-backstage/ready')).body.environments[0].state === 'stale');
        expect(await edge.flags()).toEqual({ [name]: true });
    });
});

test('an SDK of a restarted edge, or of another edge, receives the full state', async () => {
    const app = await testApp();
    await app.has.flag({ enabled: true });
    const [one, two] = [await testEdge(app.url), await testEdge(app.url)];
    const headers = { authorization: CLIENT_TOKEN };
    const { id } = await (await listenTo(`${one.url}/api/client/streaming`, headers)).next();

    const resumed = await listenTo(`${two.url}/api/client/streaming`, { ...headers, 'last-event-id': id! });
    expect((await resumed.next()).data.events[0].type).toBe('hydration');
    const same = await one.send('GET', '/api/client/delta', { headers: { 'if-none-match': `"${id}"` } });
    expect(same.status).toBe(304);
});

test('an edge exports evaluations if configured to do so, and never with the user', async () => {
    const app = await testApp();
    const { name } = await app.has.flag({ enabled: true });
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
    const { url, logs } = await collector();
    const edge = await testEdge(app.url, {
        environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, EVALUATION_EVENTS_RATIO: '1' },
    });

    await edge.get('/api/frontend?userId=someone-in-particular', secret);
    const body = { context: { targetingKey: 'someone-in-particular' } };
    await edge.send('POST', '/ofrep/v1/evaluate/flags/missing', { body });
    await edge.close();

    const evaluations = logs().filter(({ eventName }) => eventName === 'feature_flag.evaluation');
    const attributes = { 'feature_flag.provider.name': 'halyard', 'feature_flag.set.id': 'development' };
    expect(evaluations.map(attributesOf)).toMatchObject([
        { ...attributes, 'feature_flag.key': name, 'feature_flag.result.variant': 'enabled' },
        { ...attributes, 'feature_flag.key': 'missing', 'error.type': 'flag_not_found' },
    ]);
    expect(JSON.stringify(logs())).not.toContain('someone-in-particular');
});
