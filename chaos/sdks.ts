import { OFREPProvider } from '@openfeature/ofrep-provider';
import { type Client, OpenFeature } from '@openfeature/server-sdk';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { CLIENT_TOKEN, type Node } from './node.ts';

const MODES = {
    polling: {},
    delta: { experimentalMode: { type: 'polling', format: 'delta' } },
    streaming: { experimentalMode: { type: 'streaming' } },
} satisfies Record<string, Partial<UnleashConfig>>;

const CONTEXT = { userId: '7' };

/** Unmodified SDKs of every kind at every node, from before the first fault to the end. */
export class Sdks {
    readonly #unleash: { mode: string; node: Node; sdk: Unleash }[];
    readonly #openFeature: { node: Node; client: Client }[] = [];

    constructor(nodes: readonly Node[]) {
        this.#unleash = nodes.flatMap((node) =>
            Object.entries(MODES).map(([mode, config]) => ({ mode, node, sdk: start(node.url, config) })),
        );
        for (const node of nodes) {
            const headers: [string, string][] = [['Authorization', `Bearer ${CLIENT_TOKEN}`]];
            OpenFeature.setProvider(node.name, new OFREPProvider({ baseUrl: node.url, headers }));
            this.#openFeature.push({ node, client: OpenFeature.getClient(node.name) });
        }
    }

    get count(): number {
        return this.#unleash.length + this.#openFeature.length;
    }

    /** In sentences, where one of them sees something else than the server says. */
    async thatDisagree(): Promise<string[]> {
        const found: string[] = [];
        for (const { mode, node, sdk } of this.#unleash) {
            const told = (await node.clientFeatures()).map(({ name, enabled }) => `${name}=${enabled}`).sort();
            const known = sdk
                .getFeatureToggleDefinitions()
                .map(({ name, enabled }) => `${name}=${enabled}`)
                .sort();
            const differing = told
                .filter((flag) => !known.includes(flag))
                .concat(known.filter((flag) => !told.includes(flag)));
            if (differing.length > 0) found.push(`${mode} at ${node.name}: ${differing.slice(0, 5).join(', ')}`);
        }
        // These ask for each flag: once the others agree is soon enough.
        if (found.length > 0) return found;
        for (const { node, client } of this.#openFeature) {
            const seen = await Promise.all(
                (await node.clientFeatures()).map(async ({ name, enabled }) => {
                    const value = await client.getBooleanValue(name, !enabled, { targetingKey: CONTEXT.userId });
                    return value === enabled
                        ? []
                        : [`OFREP at ${node.name}: ${name} is ${value}, should be ${enabled}`];
                }),
            );
            found.push(...seen.flat());
        }
        return found;
    }

    async stop(): Promise<void> {
        for (const { sdk } of this.#unleash) {
            sdk.destroy();
            // A request that is under way may still fail, and destroying has taken every listener away.
            for (const emitter of [sdk, sdk['repository']]) emitter.on('error', () => undefined);
        }
        await OpenFeature.close();
    }
}

function start(url: string, config: Partial<UnleashConfig>): Unleash {
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
