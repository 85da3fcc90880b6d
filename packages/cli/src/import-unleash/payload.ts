import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../remote/service.ts';
import type { UnleashConstraint, UnleashVariant } from './instance.ts';
import { isForEverybody, normalizeConstraint, normalizeVariant, statedParameters } from './same.ts';

interface PayloadStrategy {
    name: string;
    constraints?: UnleashConstraint[];
    parameters?: Record<string, string>;
    variants?: UnleashVariant[];
    segments?: number[];
}

/** The payload of an SDK. */
export interface UnleashPayload {
    features: {
        name: string;
        enabled: boolean;
        strategies?: PayloadStrategy[];
        variants?: UnleashVariant[];
        dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
        [member: string]: unknown;
    }[];
    segments?: { id: number; name?: string; constraints: UnleashConstraint[] }[];
}

/** The specification that current SDKs implement: segments are sent separately from flags. */
const SPEC = { 'unleash-client-spec': '5.2.0' };

/** Returns the payload for an SDK with this token, or undefined if the token is rejected. */
export async function payloadFor(service: ServiceClient, token: string): Promise<UnleashPayload | undefined> {
    const { status, body } = await service.request('GET', '/api/client/features', { token, headers: SPEC });
    return status === 200 ? (body as UnleashPayload) : undefined;
}

export interface PayloadDifference {
    flag: string;
    field: string;
    source: unknown;
    target: unknown;
}

/** Compares field by field. Segment ids differ between servers, so segments are compared by content. */
export function differencesBetween(source: UnleashPayload, target: UnleashPayload): PayloadDifference[] {
    const [before, after] = [normalizeFlags(source), normalizeFlags(target)];
    const names = [...new Set([...before.keys(), ...after.keys()])].sort();
    return names.flatMap((flag): PayloadDifference[] => {
        const [left, right] = [before.get(flag), after.get(flag)];
        if (!left || !right) {
            return [{ flag, field: 'flag', source: left ? 'there' : 'missing', target: right ? 'there' : 'missing' }];
        }
        const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])];
        return fields
            .filter((field) => !isDeepStrictEqual(left[field], right[field]))
            .map((field) => ({ flag, field, source: left[field], target: right[field] }));
    });
}

function normalizeFlags({ features, segments = [] }: UnleashPayload): Map<string, Record<string, unknown>> {
    const segmentConstraints = new Map(
        segments.map(({ id, constraints }) => [id, constraints.map(normalizeConstraint)]),
    );
    return new Map(
        features.map(({ strategies = [], variants = [], dependencies = [], ...flag }) => [
            flag.name,
            {
                name: flag.name,
                type: flag['type'],
                project: flag['project'],
                enabled: flag.enabled,
                stale: flag['stale'] ?? false,
                impressionData: flag['impressionData'] ?? false,
                description: flag['description'] || null,
                strategies: (isForEverybody(flag.enabled, strategies) ? [{ name: 'default' }] : strategies).map(
                    (strategy: PayloadStrategy) => ({
                        name: strategy.name,
                        constraints: (strategy.constraints ?? []).map(normalizeConstraint),
                        parameters: statedParameters(flag.name, strategy),
                        variants: (strategy.variants ?? []).map(normalizeVariant),
                        segments: (strategy.segments ?? []).map((id) => segmentConstraints.get(id) ?? id),
                    }),
                ),
                variants: variants.map(normalizeVariant),
                // Unleash sends some dependencies twice.
                dependencies: [
                    ...new Set(
                        dependencies.map(({ feature, enabled = true, variants: of = [] }) =>
                            JSON.stringify({ feature, enabled, variants: of.toSorted() }),
                        ),
                    ),
                ].toSorted(),
            },
        ]),
    );
}
