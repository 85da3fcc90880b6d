import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import type { UnleashConfig } from 'unleash-client';
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { onTestFinished } from 'vitest';
import { startSdk } from '../../packages/server/test/support/sdk.ts';
import { CLIENT_TOKEN } from './server-process.ts';

/** The common interface of all SDKs in tests. */
export interface AnySdk {
    kind: string;
    isOn(flag: string): boolean | Promise<boolean>;
}

/** A dozen SDKs that poll more often take more CPU time than the services that they test. */
const POLL_MS = 250;

const BACKEND: Record<string, Partial<UnleashConfig>> = {
    'backend, polling': {},
    'backend, polling for differences': { experimentalMode: { type: 'polling', format: 'delta' } },
    'backend, streaming': { experimentalMode: { type: 'streaming' } },
};

/** One SDK of every kind, unmodified, connected to this URL. */
export async function everySdk(url: string, frontendToken: string): Promise<AnySdk[]> {
    const backend = Object.entries(BACKEND).map(async ([kind, options]): Promise<AnySdk> => {
        const sdk = await startSdk(url, { refreshInterval: POLL_MS, ...options });
        return { kind, isOn: (flag) => sdk.isEnabled(flag) };
    });
    return Promise.all([...backend, page(url, frontendToken), server(url), openFeaturePage(url, frontendToken)]);
}

async function page(url: string, clientKey: string): Promise<AnySdk> {
    const sdk = new UnleashClient({
        url: `${url}/api/frontend`,
        clientKey,
        appName: 'page',
        refreshInterval: POLL_MS / 1_000,
        disableMetrics: true,
        storageProvider: new InMemoryStorageProvider(),
    });
    onTestFinished(() => sdk.stop());
    await sdk.start();
    return { kind: 'frontend', isOn: (flag) => sdk.isEnabled(flag) };
}

const bearer = (token: string): [string, string][] => [['Authorization', `Bearer ${token}`]];

async function server(baseUrl: string): Promise<AnySdk> {
    await OpenFeature.setProviderAndWait(baseUrl, new OFREPProvider({ baseUrl, headers: bearer(CLIENT_TOKEN) }));
    onTestFinished(() => OpenFeature.clearProviders());
    const client = OpenFeature.getClient(baseUrl);
    return { kind: 'OpenFeature in a server', isOn: (flag) => client.getBooleanValue(flag, false) };
}

async function openFeaturePage(baseUrl: string, token: string): Promise<AnySdk> {
    const provider = new OFREPWebProvider({ baseUrl, headers: bearer(token), pollInterval: POLL_MS });
    await WebOpenFeature.setProviderAndWait(baseUrl, provider, { targetingKey: '7' });
    onTestFinished(() => WebOpenFeature.clearProviders());
    const client = WebOpenFeature.getClient(baseUrl);
    return { kind: 'OpenFeature in a page', isOn: (flag) => client.getBooleanValue(flag, false) };
}
