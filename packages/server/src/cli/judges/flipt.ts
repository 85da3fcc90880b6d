import type { Judge } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Sdk = typeof import('@flipt-io/flipt-client-js/node');

const PACKAGE = '@flipt-io/flipt-client-js';

interface Segment {
    key: string;
    match_type?: string;
    constraints?: { type: string }[];
}

interface SegmentReference {
    key?: string;
    keys?: string[];
    segments?: string[];
    operator?: string;
}

interface Variant {
    key: string;
    attachment?: unknown;
    default?: boolean;
}

interface Rule {
    segment?: string | SegmentReference;
    segments?: string[];
    operator?: string;
    distributions?: { variant: string; rollout: number }[];
}

interface Rollout {
    segment?: SegmentReference & { value?: boolean };
    threshold?: { percentage?: number; value?: boolean };
}

interface Flag {
    key: string;
    name?: string;
    type?: string;
    enabled?: boolean;
    variants?: Variant[];
    rules?: Rule[];
    rollouts?: Rollout[];
}

/** A file of features. */
interface Features {
    flags: Flag[];
    segments?: Segment[];
}

const isBoolean = ({ type = '' }: Flag) => type.startsWith('BOOLEAN');

/** Returns the client payload that a server builds from the file. */
function snapshotOf({ flags, segments = [] }: Features) {
    const known = new Map(segments.map((segment) => [segment.key, segment]));
    const sent = (key: string) => {
        const { match_type = 'ALL_MATCH_TYPE', constraints = [] } = known.get(key) ?? {};
        return {
            key,
            matchType: match_type.replace('MATCH', 'SEGMENT_MATCH'),
            constraints: constraints.map((each, i) => ({
                ...each,
                id: `${key}-${i}`,
                type: each.type.replace('COMPARISON', 'CONSTRAINT_COMPARISON'),
            })),
        };
    };
    const audience = ({ segment, ...rule }: Pick<Rule, 'segment' | 'segments' | 'operator'>) => {
        const {
            key,
            keys = [],
            segments: listed = [],
            operator,
        } = typeof segment === 'object' ? segment : (rule as SegmentReference);
        const single = typeof segment === 'string' ? segment : key;
        return {
            segmentOperator: operator ?? 'OR_SEGMENT_OPERATOR',
            segments: [...listed, ...keys, ...(single === undefined ? [] : [single])].map(sent),
        };
    };
    const variantOf = (flag: Flag, key: string) => {
        const attachment = flag.variants?.find((variant) => variant.key === key)?.attachment;
        return { key, id: key, attachment: attachment ? JSON.stringify(attachment) : '' };
    };
    return {
        namespace: { key: 'default' },
        flags: flags.map((flag) => {
            const marked = flag.variants?.find((variant) => variant.default);
            return {
                key: flag.key,
                name: flag.name ?? flag.key,
                description: '',
                type: isBoolean(flag) ? 'BOOLEAN_FLAG_TYPE' : 'VARIANT_FLAG_TYPE',
                enabled: flag.enabled ?? false,
                ...(marked && { defaultVariant: variantOf(flag, marked.key) }),
                rules: (flag.rules ?? []).map(({ distributions = [], ...rule }, i) => ({
                    id: `rule-${i}`,
                    rank: i + 1,
                    ...audience(rule),
                    distributions: distributions.map(({ variant, rollout: share }, j) => ({
                        id: `distribution-${i}-${j}`,
                        ruleId: `rule-${i}`,
                        variantId: variant,
                        variantKey: variant,
                        variantAttachment: variantOf(flag, variant).attachment,
                        rollout: share,
                    })),
                })),
                rollouts: (flag.rollouts ?? []).map(({ segment, threshold }, i) => ({
                    rank: i + 1,
                    ...(segment
                        ? {
                              type: 'SEGMENT_ROLLOUT_TYPE',
                              segment: { value: segment.value ?? false, ...audience({ segment }) },
                          }
                        : { type: 'THRESHOLD_ROLLOUT_TYPE', threshold }),
                })),
            };
        }),
    };
}

/** Client snapshots describe their namespace by an object, files by its key. */
const isSnapshot = (document: unknown) => typeof (document as { namespace?: unknown }).namespace === 'object';

export const fliptJudge: Judge = {
    name: PACKAGE,
    // This evaluator supports only 32-bit integers; the server also supports other numbers.
    completed: (context) => ({
        userId: 'nobody',
        ...Object.fromEntries(Object.entries(context).map(([name, value]) => [name, asInteger(value)])),
    }),
    async evaluator(document) {
        const { FliptClient } = loadVendorPackage<Sdk>(PACKAGE, '/node');
        const body = isSnapshot(document) ? document : snapshotOf(document as Features);
        const client = await FliptClient.init({
            updateInterval: 0,
            fetcher: async () => ({
                ok: true,
                status: 200,
                statusText: 'OK',
                headers: { get: () => null },
                json: async () => body,
            }),
        });
        client.close();
        const booleans = new Set((document as Features).flags.filter(isBoolean).map(({ key }) => key));
        return (flagKey, { userId = '', attributes }) => {
            const context = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]));
            const request = { flagKey, entityId: userId, context };
            if (booleans.has(flagKey)) return client.evaluateBoolean(request).enabled;
            const { variantKey, variantAttachment } = client.evaluateVariant(request);
            return variantAttachment ? JSON.parse(variantAttachment) : variantKey || undefined;
        };
    },
};

function asInteger(value: string): string {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    return Number.isNaN(number) ? value : String(Math.trunc(Math.min(Math.max(number, -1e9), 1e9)));
}
