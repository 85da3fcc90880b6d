import { once } from 'node:events';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { onTestFinished } from 'vitest';
import { CLIENT_TOKEN } from './tokens.ts';

/** The real Node SDK, unmodified, connected to this URL. */
export async function startSdk(url: string, options: Partial<UnleashConfig> & { token?: string } = {}) {
    const { token = CLIENT_TOKEN, ...config } = options;
    const sdk = new Unleash({
        url: `${url}/api/`,
        appName: 'journey',
        refreshInterval: 50,
        metricsInterval: 0,
        disableMetrics: true,
        // The default provider stores flags in a file that the next test would read.
        storageProvider: new InMemStorageProvider(),
        customHeaders: { authorization: token },
        ...config,
    });
    // Without a listener, an SDK that cannot connect would end the process.
    sdk.on('error', () => undefined);
    onTestFinished(() => {
        sdk.destroy();
        // A pending request may still fail, and `destroy` has removed all listeners.
        for (const emitter of [sdk, sdk['repository']]) emitter.on('error', () => undefined);
    });
    await once(sdk, 'synchronized');
    return sdk;
}

/** Resolves when the condition is true; checks whenever the SDK has received an update. */
export async function until(sdk: Unleash, condition: () => boolean): Promise<void> {
    // `once` of Node rejects at the first error; an SDK retries.
    while (!condition()) await new Promise((resolve) => sdk.once('changed', resolve));
}
