import type { Evaluation, FlagDefinition } from '@halyard/engine';
import { typedPayload, type ValueType } from '../../core/settings/value-types.ts';

/** The reasons of OpenFeature. */
type Reason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'DISABLED' | 'UNKNOWN';

/** A published flag, with its type if one was declared. */
export type TypedFlagDefinition = FlagDefinition & { readonly valueType?: ValueType };

/** Returns the evaluation of a flag in the format of the OpenFeature Remote Evaluation Protocol. */
export function evaluationOf(outcome: Evaluation, definition: TypedFlagDefinition): string {
    return JSON.stringify({
        ...resultMembers(outcome, definition.valueType),
        reason: reasonOf(outcome, definition),
        metadata: { project: definition.project, impressionData: outcome.impressionData },
    });
}

/**
 * Returns the evaluation for a browser client, whose token is public: no more data than the frontend API returns. Returns undefined
 * for a disabled flag, whose existence must not be revealed.
 */
export function evaluationForPage(outcome: Evaluation, { valueType }: TypedFlagDefinition): string | undefined {
    if (!outcome.enabled) return undefined;
    return JSON.stringify({
        ...resultMembers(outcome, valueType),
        reason: (outcome.variant.enabled ? 'SPLIT' : 'UNKNOWN') satisfies Reason,
        metadata: { impressionData: outcome.impressionData },
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
    if (!enabled) return 'DEFAULT';
    if (variant.enabled) return 'SPLIT';
    const isTargeted = strategies.some(
        ({ name, constraints = [], segments = [] }) =>
            constraints.length > 0 || segments.length > 0 || !(name === 'default' || name.includes('ollout')),
    );
    if (isTargeted || dependencies.length > 0) return 'TARGETING_MATCH';
    const forEveryone =
        strategies.length === 0 || strategies.some(({ name, parameters }) => isForEveryone(name, parameters));
    return forEveryone ? 'STATIC' : 'SPLIT';
}

/** Returns the strategies that SDKs receive. Compiled flags also contain disabled strategies, because explanations show them. */
export const liveStrategies = ({ strategies }: FlagDefinition) => strategies.filter(({ disabled }) => !disabled);

const isForEveryone = (name: string, parameters: Record<string, string> = {}) =>
    name === 'default' || Number(parameters['rollout'] ?? parameters['percentage']) === 100;
