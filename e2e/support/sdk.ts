import { once } from 'node:events';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { onTestFinished } from 'vitest';
import { CLIENT_TOKEN } from './server-process.ts';

/** The real Node SDK, unmodified, that asks this node. */
export async function startSdk(url: string, options: Partial<UnleashConfig> = {}): Promise<Unleash> {
    const sdk = new Unleash({
        url: `${url}/api/`,
        appName: 'e2e',
        refreshInterval: 50,
        disableMetrics: true,
        storageProvider: new InMemStorageProvider(),
        customHeaders: { authorization: CLIENT_TOKEN },
        ...options,
    });
    sdk.on('error', () => undefined);
    onTestFinished(() => {
        sdk.destroy();
        // A request that is under way may still fail, and destroying has taken every listener away.
        for (const emitter of [sdk, sdk['repository']]) emitter.on('error', () => undefined);
    });
    await once(sdk, 'synchronized');
    return sdk;
}
