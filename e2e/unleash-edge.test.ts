import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSdk } from '../packages/server/test/support/sdk.ts';
import { startForwarder } from './support/forwarder.ts';
import { MAIN, type OwnProcess, startServer } from './support/server-process.ts';
import { startUnleash, type UnleashServer } from './support/unleash-server.ts';
import { until } from './support/until.ts';

// Unleash is installed on first use.
vi.setConfig({ testTimeout: 600_000 });

const FEATURES = '/api/admin/projects/default/features';

async function addFlag({ send }: UnleashServer, name: string, constraints: object[] = []): Promise<void> {
    await send('POST', FEATURES, { name, type: 'release' });
    await send('POST', `${FEATURES}/${name}/environments/development/strategies`, {
        ...{
            name: 'flexibleRollout',
            parameters: { rollout: '100', stickiness: 'default', groupId: name },
            constraints,
        },
    });
    await send('POST', `${FEATURES}/${name}/environments/development/on`);
}

async function addToken({ send }: UnleashServer, type: 'client' | 'frontend', tokenName: string): Promise<string> {
    const token = { tokenName, type, environment: 'development', projects: ['*'] };
    return (await send<{ secret: string }>('POST', '/api/admin/api-tokens', token)).secret;
}

/** The settings of a deployment of Unleash Edge. */
const startEdge = (upstream: string, tokens: string, environment: Record<string, string> = {}): Promise<OwnProcess> =>
    startServer(
        {
            ...{ UPSTREAM_URL: upstream, TOKENS: tokens, PORT: '0', INTERFACE: '127.0.0.1', STRICT: 'false' },
            ...{ METRICS_INTERVAL_SECONDS: '1', FEATURES_REFRESH_INTERVAL_SECONDS: '1', ...environment },
        },
        MAIN,
        ['edge'],
    );

async function startPage(url: string, clientKey: string): Promise<UnleashClient> {
    const page = new UnleashClient({
        ...{ url: `${url}/api/frontend`, clientKey, appName: 'page', context: { userId: '7' } },
        ...{ refreshInterval: 0.2, metricsInterval: 0.2, metricsIntervalInitial: 0.1 },
        storageProvider: new InMemoryStorageProvider(),
    });
    onTestFinished(() => page.stop());
    await page.start();
    return page;
}

test('an edge replaces Unleash Edge in front of a real Unleash: flags, reports and tokens of real SDKs', async () => {
    const unleash = await startUnleash();
    await addFlag(unleash, 'for-all');
    await addFlag(unleash, 'for-seven', [{ contextName: 'userId', operator: 'IN', values: ['7'] }]);
    const [backend, second] = [await addToken(unleash, 'client', 'first'), await addToken(unleash, 'client', 'second')];
    const frontend = await addToken(unleash, 'frontend', 'page');
    const bulk: string[] = [];
    const way = await startForwarder(unleash.url, {
        onBody: (path, body) => path.endsWith('/bulk') && bulk.push(body),
    });
    const edge = await startEdge(way.url, backend);

    const options = { refreshInterval: 200 };
    const reporting = { appName: 'shop', disableMetrics: false, metricsInterval: 200 };
    const polling = await startSdk(edge.url, { token: backend, ...options, ...reporting });
    const delta = await startSdk(edge.url, {
        ...{ token: second, ...options, experimentalMode: { type: 'polling', format: 'delta' } },
    });
    const streaming = await startSdk(edge.url, { token: second, experimentalMode: { type: 'streaming' } });
    const page = await startPage(edge.url, frontend);
    for (const sdk of [polling, delta, streaming]) {
        const results = ['7', '8'].map((userId) => sdk.isEnabled('for-seven', { userId }));
        expect([sdk.isEnabled('for-all'), ...results]).toEqual([true, true, false]);
    }
    expect([page.isEnabled('for-all'), page.isEnabled('for-seven')]).toEqual([true, true]);
    polling.impactMetrics.defineCounter('purchases', 'Purchases');
    polling.impactMetrics.incrementCounter('purchases', 3);

    await unleash.send('POST', `${FEATURES}/for-all/environments/development/off`);
    for (const sdk of [polling, delta, streaming, page]) await until(() => !sdk.isEnabled('for-all'));

    const appsWithUse = async () => {
        const route = '/api/admin/client-metrics/features/for-seven/raw';
        const { data } = await unleash.send<{ data: { appName: string; yes: number }[] }>('GET', route);
        return new Set(data.filter(({ yes }) => yes > 0).map(({ appName }) => appName));
    };
    await until(async () => {
        const apps = await appsWithUse();
        return apps.has('shop') && apps.has('page');
    });
    await until(async () => {
        const route = '/api/admin/metrics/applications';
        const { applications } = await unleash.send<{ applications: { appName: string }[] }>('GET', route);
        return applications.some(({ appName }) => appName === 'shop');
    });
    await until(async () =>
        /^purchases\{.*appName="shop".*\} 3$/m.test(await unleash.send('GET', '/internal-backstage/impact/metrics')),
    );
    await until(() => {
        const seen = bulk.flatMap((body) => (JSON.parse(body) as { seenTokens?: string[] }).seenTokens ?? []);
        return [backend, second, frontend].every((secret) => seen.includes(secret));
    });

    const statusOf = async (token: string) =>
        (await fetch(`${edge.url}/api/client/features`, { headers: { authorization: token } })).status;
    expect(await statusOf('*:development.unknown')).toBe(401);
    const strict = await startEdge(unleash.url, backend, { STRICT: 'true' });
    const headers = { authorization: second };
    expect((await fetch(`${strict.url}/api/client/features`, { headers })).status).toBe(200);
    await expect(startEdge(unleash.url, '*:development.unknown')).rejects.toThrow('Upstream knows none of TOKENS');
});
