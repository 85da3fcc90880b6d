import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../remote/service.ts';
import type { UnleashConstraint, UnleashVariant } from './instance.ts';
import { constraintSaid, variantSaid } from './same.ts';

/** The payload of an SDK. */
export interface UnleashPayload {
    features: {
        name: string;
        enabled: boolean;
        strategies?: {
            name: string;
            constraints?: UnleashConstraint[];
            parameters?: Record<string, string>;
            variants?: UnleashVariant[];
            segments?: number[];
        }[];
        variants?: UnleashVariant[];
        dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
        [member: string]: unknown;
    }[];
    segments?: { id: number; name?: string; constraints: UnleashConstraint[] }[];
}

/** The specification that SDKs of today follow: segments beside the flags. */
const SPEC = { 'unleash-client-spec': '5.2.0' };

/** The payload for the SDK with this token; undefined when the token is refused. */
export async function payloadFor(service: ServiceClient, token: string): Promise<UnleashPayload | undefined> {
    const { status, body } = await service.ask('GET', '/api/client/features', { token, headers: SPEC });
    return status === 200 ? (body as UnleashPayload) : undefined;
}

export interface PayloadDifference {
    flag: string;
    field: string;
    source: unknown;
    target: unknown;
}

/** Field by field. Segment ids differ between servers, so segments are compared by content. */
export function differencesBetween(source: UnleashPayload, target: UnleashPayload): PayloadDifference[] {
    const [before, after] = [flagsSaid(source), flagsSaid(target)];
    const names = [...new Set([...before.keys(), ...after.keys()])].sort();
    return names.flatMap((flag): PayloadDifference[] => {
        const [one, other] = [before.get(flag), after.get(flag)];
        if (!one || !other) {
            return [{ flag, field: 'flag', source: one ? 'there' : 'missing', target: other ? 'there' : 'missing' }];
        }
        const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
        return fields
            .filter((field) => !isDeepStrictEqual(one[field], other[field]))
            .map((field) => ({ flag, field, source: one[field], target: other[field] }));
    });
}

function flagsSaid({ features, segments = [] }: UnleashPayload): Map<string, Record<string, unknown>> {
    const meaning = new Map(segments.map(({ id, constraints }) => [id, constraints.map(constraintSaid)]));
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
                strategies: strategies.map((strategy) => ({
                    name: strategy.name,
                    constraints: (strategy.constraints ?? []).map(constraintSaid),
                    parameters: { ...strategy.parameters },
                    variants: (strategy.variants ?? []).map(variantSaid),
                    segments: (strategy.segments ?? []).map((id) => meaning.get(id) ?? id),
                })),
                variants: variants.map(variantSaid),
                // Unleash sends some of them twice.
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
