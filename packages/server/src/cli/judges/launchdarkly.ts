import type { LDContext, LDOptions } from '@launchdarkly/node-server-sdk';
import { THE_ONLY_ENVIRONMENT } from '../../import/sources/source.ts';
import type { Judge, JudgedContext } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Sdk = typeof import('@launchdarkly/node-server-sdk');
type Integrations = typeof import('@launchdarkly/node-server-sdk/integrations');
type Parts = Record<string, Record<string, unknown>>;

const PACKAGE = '@launchdarkly/node-server-sdk';
const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

interface RestFlag extends Record<string, unknown> {
    key: string;
    variations: { value: unknown }[];
    environments: Parts;
}

interface Payload {
    flags: Parts;
    segments: Parts;
}

/** Returns the payload of the SDKs, also for the flags of the REST API. */
function payloadOf(document: unknown, environment: string): Payload {
    const { flags = {}, segments = {}, items = [] } = document as Partial<Payload> & { items?: RestFlag[] };
    if (environment === THE_ONLY_ENVIRONMENT) return { flags, segments: byKey(segments) };
    const ofEnvironment = items
        .filter(({ archived }) => archived !== true)
        .map(({ key, variations, environments }) => {
            const { rules = [], ...config } = environments[environment] as { rules?: { disabled?: boolean }[] };
            const enabled = rules.filter(({ disabled }) => disabled !== true);
            return [key, { ...config, rules: enabled, variations: variations.map(({ value }) => value) }];
        });
    return { flags: Object.fromEntries(ofEnvironment), segments: byKey(segments[environment] ?? {}) };
}

/** Segments are a page of the REST API, a list, or an object by key. */
function byKey(segments: object): Parts {
    const { items = segments } = segments as { items?: object };
    if (!Array.isArray(items)) return items as Parts;
    return Object.fromEntries(items.map((segment) => [segment.key, segment]));
}

const kindsIn = (document: unknown) =>
    new Set(
        [...JSON.stringify(document).matchAll(/"(?:contextKind|rolloutContextKind)":"([^"]+)"/g)].map(
            ([, kind]) => kind!,
        ),
    );

/** Creates contexts of several kinds from properties that are named after them. */
function contextFor({ userId, attributes }: JudgedContext, kinds: ReadonlySet<string>): LDContext {
    const contexts: Parts = { user: { key: userId } };
    for (const [name, value] of Object.entries(attributes)) {
        const kind = [...kinds].find((each) => name.startsWith(`${each}.`)) ?? 'user';
        contexts[kind] ??= {};
        contexts[kind][kind === 'user' ? name : name.slice(kind.length + 1)] = value;
    }
    const isSingle = Object.keys(contexts).length === 1;
    return (isSingle ? { kind: 'user', ...contexts['user'] } : { kind: 'multi', ...contexts }) as unknown as LDContext;
}

export const launchdarklyJudge: Judge = {
    name: PACKAGE,
    // A context of another kind needs a key.
    completed: (context) => {
        const kinds = Object.keys(context).flatMap((name) =>
            name.includes('.') ? name.slice(0, name.indexOf('.')) : [],
        );
        return { userId: 'nobody', ...Object.fromEntries(kinds.map((kind) => [`${kind}.key`, 'nowhere'])), ...context };
    },
    async evaluator(document, environment) {
        const { init } = loadVendorPackage<Sdk>(PACKAGE);
        const { TestData } = loadVendorPackage<Integrations>(PACKAGE, '/integrations');
        const { flags, segments } = payloadOf(document, environment);
        const data = new TestData();
        for (const [key, each] of Object.entries(segments))
            await data.usePreconfiguredSegment({ version: 1, key, ...each });
        for (const [key, each] of Object.entries(flags)) await data.usePreconfiguredFlag({ version: 1, key, ...each });
        const options: LDOptions = {
            updateProcessor: data.getFactory(),
            sendEvents: false,
            diagnosticOptOut: true,
            logger: SILENT,
        };
        const client = init('judge', options);
        await client.waitForInitialization({ timeout: 5 });
        client.close();
        const kinds = kindsIn(document);
        return async (key, context) => (await client.variation(key, contextFor(context, kinds), null)) ?? undefined;
    },
};
