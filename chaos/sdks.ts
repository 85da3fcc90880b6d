import { OFREPProvider } from '@openfeature/ofrep-provider';
import { type Client, OpenFeature } from '@openfeature/server-sdk';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { CLIENT_TOKEN, FRONTEND_TOKEN, type Node } from './node.ts';

const MODES = {
    polling: {},
    delta: { experimentalMode: { type: 'polling', format: 'delta' } },
    streaming: { experimentalMode: { type: 'streaming' } },
} satisfies Record<string, Partial<UnleashConfig>>;

const CONTEXT = { userId: '7' };

interface NodeSdks {
    node: Node;
    backend: Record<keyof typeof MODES, Unleash>;
    page: UnleashClient;
    openFeature: Client;
}

/** Unmodified SDKs of every kind at every node and edge, from before the first fault to the end. */
export class Sdks {
    readonly #nodes: NodeSdks[];

    constructor(nodes: readonly Node[]) {
        this.#nodes = nodes.map((node) => ({
            node,
            backend: {
                polling: backendSdk(node.url, MODES.polling),
                delta: backendSdk(node.url, MODES.delta),
                streaming: backendSdk(node.url, MODES.streaming),
            },
            page: pageSdk(node.url),
            openFeature: openFeatureSdk(node),
        }));
    }

    get count(): number {
        return this.#nodes.length * (Object.keys(MODES).length + 2);
    }

    /** Returns sentences about SDKs whose state differs from the server. */
    async findDifferences(): Promise<string[]> {
        const differences: string[] = [];
        for (const { node, backend } of this.#nodes) {
            const served = linesOf((await node.definitions()).features);
            for (const [mode, sdk] of Object.entries(backend)) {
                const received = linesOf(sdk.getFeatureToggleDefinitions());
                const differing = symmetricDifference(served, received);
                if (differing.length > 0)
                    differences.push(`${mode} at ${node.name}: ${differing.slice(0, 4).join('\n  ')}`);
            }
        }
        // Browser clients are compared with the evaluations of the other SDKs, so those must agree first.
        if (differences.length > 0) return differences;
        for (const position of this.#nodes)
            differences.push(...browserDifferences(position), ...(await openFeatureDifferences(position)));
        return differences;
    }

    async stop(): Promise<void> {
        for (const { backend, page } of this.#nodes) {
            page.stop();
            for (const sdk of Object.values(backend)) {
                sdk.destroy();
                // A pending request may still fail, and `destroy` has removed all listeners.
                for (const emitter of [sdk, sdk['repository']]) emitter.on('error', () => undefined);
            }
        }
        await OpenFeature.close();
    }
}

const symmetricDifference = (left: ReadonlySet<string>, right: ReadonlySet<string>): string[] => [
    ...[...left].filter((line) => !right.has(line)),
    ...[...right].filter((line) => !left.has(line)),
];

/** The complete definitions, with sorted members. */
function linesOf(features: readonly object[]): Set<string> {
    return new Set(features.map((feature) => JSON.stringify(withSortedMembers(feature))));
}

function withSortedMembers(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withSortedMembers);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([, member]) => member !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, withSortedMembers(member)]),
    );
}

/** A browser client receives the enabled flags with their variants. */
function browserDifferences({ node, backend: { polling }, page }: NodeSdks): string[] {
    const evaluated = polling.getFeatureToggleDefinitions().flatMap(({ name }) => {
        if (!polling.isEnabled(name, CONTEXT)) return [];
        return [`${name}: ${polling.getVariant(name, CONTEXT).name}`];
    });
    const shown = page.getAllToggles().map(({ name, variant }) => `${name}: ${variant.name}`);
    const differing = symmetricDifference(new Set(evaluated), new Set(shown));
    return differing.length === 0 ? [] : [`page at ${node.name}: ${differing.slice(0, 5).join(', ')}`];
}

async function openFeatureDifferences({ node, backend: { polling }, openFeature }: NodeSdks): Promise<string[]> {
    const differences: string[] = [];
    for (const { name } of polling.getFeatureToggleDefinitions()) {
        const expected = polling.isEnabled(name, CONTEXT);
        const value = await openFeature.getBooleanValue(name, !expected, { targetingKey: CONTEXT.userId });
        if (value !== expected) differences.push(`OFREP at ${node.name}: ${name} is ${value}, should be ${expected}`);
    }
    return differences.slice(0, 5);
}

function backendSdk(url: string, config: Partial<UnleashConfig>): Unleash {
    const sdk = new Unleash({
        url: `${url}/api/`,
        appName: 'chaos',
        refreshInterval: 500,
        disableMetrics: true,
        storageProvider: new InMemStorageProvider(),
        customHeaders: { authorization: CLIENT_TOKEN },
        ...config,
    });
    sdk.on('error', () => undefined);
    sdk.on('warn', () => undefined);
    return sdk;
}

function pageSdk(url: string): UnleashClient {
    const sdk = new UnleashClient({
        url: `${url}/api/frontend`,
        clientKey: FRONTEND_TOKEN,
        appName: 'chaos',
        context: CONTEXT,
        refreshInterval: 0.5,
        disableMetrics: true,
        storageProvider: new InMemoryStorageProvider(),
    });
    sdk.on('error', () => undefined);
    void sdk.start();
    return sdk;
}

function openFeatureSdk({ name, url: baseUrl }: Node): Client {
    const headers: [string, string][] = [['Authorization', `Bearer ${CLIENT_TOKEN}`]];
    OpenFeature.setProvider(name, new OFREPProvider({ baseUrl, headers }));
    return OpenFeature.getClient(name);
}
