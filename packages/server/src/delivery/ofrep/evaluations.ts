import type { Evaluation, FlagDefinition } from '@halyard/engine';
import { Type } from 'typebox';
import { typedPayload, type ValueType } from '../../core/settings/value-types.ts';

/** The reasons of the protocol; OpenFeature has more. */
const REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const;
export const Reason = Type.Enum([...REASONS]);
type Reason = (typeof REASONS)[number];

/** A published flag, with its type if one was declared. */
export type TypedFlagDefinition = FlagDefinition & { readonly valueType?: ValueType };

/** What telemetry of OpenFeature calls the set of flags, its version and the user. */
export interface EvaluationMetadata {
    flagSetId: string;
    version: string;
    contextId?: string;
}

/** Returns the evaluation of a flag in the format of the OpenFeature Remote Evaluation Protocol. */
export function evaluationOf(
    outcome: Evaluation,
    definition: TypedFlagDefinition,
    ofRequest?: EvaluationMetadata,
): string {
    return JSON.stringify({
        ...resultMembers(outcome, definition.valueType),
        reason: reasonOf(outcome, definition),
        metadata: { project: definition.project, impressionData: outcome.impressionData, ...ofRequest },
    });
}

/**
 * Returns the evaluation for a browser client, whose token is public: no more data than the frontend API returns. Returns undefined
 * for a disabled flag, whose existence must not be revealed.
 */
export function evaluationForPage(
    outcome: Evaluation,
    { valueType }: TypedFlagDefinition,
    ofRequest?: EvaluationMetadata,
): string | undefined {
    if (!outcome.enabled) return undefined;
    return JSON.stringify({
        ...resultMembers(outcome, valueType),
        reason: (outcome.variant.enabled ? 'SPLIT' : 'UNKNOWN') satisfies Reason,
        metadata: { impressionData: outcome.impressionData, ...ofRequest },
    });
}

export const resultMembers = (outcome: Evaluation, valueType?: ValueType) => ({
    key: outcome.name,
    value: flagValue(outcome, valueType),
    variant: outcome.variant.enabled ? outcome.variant.name : outcome.enabled ? 'enabled' : 'disabled',
});

/**
 * Returns the payload of the variant in its own type. Without a payload, a boolean flag returns whether it is enabled. A flag of
 * another type has no value then, and the caller uses its own default, as the protocol specifies.
 */
function flagValue({ enabled, variant }: Evaluation, valueType: ValueType = 'boolean'): unknown {
    if (enabled && variant.enabled && variant.payload) return typedPayload(variant.payload);
    return valueType === 'boolean' ? enabled : undefined;
}

export function reasonOf({ enabled, variant }: Evaluation, definition: FlagDefinition): Reason {
    const { enabled: switchedOn, dependencies = [] } = definition;
    const strategies = liveStrategies(definition);
    if (!switchedOn) return 'DISABLED';
    if (enabled && variant.enabled) return 'SPLIT';
    const isTargeted = strategies.some(
        ({ name, constraints = [], segments = [] }) =>
            constraints.length > 0 || segments.length > 0 || !(name === 'default' || name.includes('ollout')),
    );
    if (isTargeted || dependencies.length > 0) return 'TARGETING_MATCH';
    const shares = strategies.map(({ name, parameters }) => shareOf(name, parameters));
    const isForEveryone = shares.length === 0 || shares.includes(100);
    return isForEveryone || shares.every((share) => share === 0) ? 'STATIC' : 'SPLIT';
}

/** Returns the strategies that SDKs receive. Compiled flags also contain disabled strategies, because explanations show them. */
export const liveStrategies = ({ strategies }: FlagDefinition) => strategies.filter(({ disabled }) => !disabled);

/** Returns the percentage of the users that get the strategy. */
const shareOf = (name: string, parameters: Record<string, string> = {}) =>
    name === 'default' ? 100 : Number(parameters['rollout'] ?? parameters['percentage']);
