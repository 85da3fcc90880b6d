import type {
    DependencyDefinition,
    FlagDefinition,
    SegmentDefinition,
    StrategyDefinition,
    VariantDefinition,
} from './definitions.ts';
import {
    allOf,
    constraintPhrases,
    type DescribedConstraint,
    type DescribedStrategy,
    listValues,
    type PhraseContext,
    splitPhrases,
    strategyPhrases,
    toPlainText,
} from './phrases.ts';

/**
 * Describes a flag's definition: the users, the variants, and the other members that SDKs receive. Different definitions have different
 * sentences, except for omitted values of long lists.
 */
export function describeFlag(flag: FlagDefinition, segmentName: PhraseContext['segmentName']): string[] {
    const { strategies = [], variants = [], dependencies = [] } = flag;
    const allVariants = [...variants, ...strategies.flatMap((strategy) => strategy.variants ?? [])];
    return [
        stateOf(flag),
        ...strategies.map((strategy) => describeStrategy(strategy, { segmentName, flag: flag.name })),
        ...(variants.length > 0
            ? [`Strategies without their own variants: split ${toPlainText(splitPhrases(variants, 'default'))}.`]
            : []),
        ...allVariants.flatMap(describeVariant),
        ...dependencies.map(describeDependency),
        ...(flag.impressionData ? ['SDKs emit impression data.'] : []),
        ...(flag.stale ? ['Marked as stale.'] : []),
        ...(flag.type ? [`Its type is ${flag.type}.`] : []),
        ...(flag.description ? [`It is described as “${flag.description}”.`] : []),
        ...(flag.project ? [`It belongs to project ${flag.project}.`] : []),
    ];
}

function stateOf({ enabled, strategies = [] }: FlagDefinition): string {
    if (!enabled) return strategies.length > 0 ? 'Off. When turned on:' : 'Off for everyone.';
    if (strategies.length === 0) return 'On for everyone.';
    return strategies.every(({ disabled }) => disabled) ? 'On, but for nobody: every strategy is disabled.' : 'On for:';
}

/** The members of a flag that decide who gets it. */
interface SummarizedFlag {
    readonly enabled: boolean;
    readonly strategies?:
        | readonly (DescribedStrategy & { readonly disabled?: boolean | null | undefined })[]
        | undefined;
}

/** Says in one sentence who gets a flag: “On for 5% of users where country is NO”. Its variants are not part of it. */
export function summarizeFlag(
    { enabled, strategies = [] }: SummarizedFlag,
    segmentName: PhraseContext['segmentName'],
): string {
    if (!enabled) return 'Off for everyone';
    if (strategies.length === 0) return 'On for everyone';
    const audiences = strategies
        .filter(({ disabled }) => !disabled)
        .map((strategy) => audienceOf({ ...strategy, variants: [] }, segmentName));
    if (audiences.length === 0) return 'On, but no strategy applies';
    return audiences.includes('everyone') ? 'On for everyone' : `On for ${[...new Set(audiences)].join(', or ')}`;
}

/** “5% of users where country is NO” */
function audienceOf(strategy: DescribedStrategy, segmentName: PhraseContext['segmentName']): string {
    const [first = '', ...rest] = strategyPhrases(strategy, { segmentName });
    const start = toPlainText([first]);
    return toPlainText([start.charAt(0).toLowerCase() + start.slice(1), ...rest]).replace(/\.$/, '');
}

export function describeStrategy(strategy: StrategyDefinition, context: PhraseContext): string {
    const sentence = toPlainText(strategyPhrases(strategy, context));
    const titled = strategy.title ? `${strategy.title}: ${sentence}` : sentence;
    return strategy.disabled ? `Disabled: ${titled}` : titled;
}

export const describeConstraint = (constraint: DescribedConstraint): string =>
    toPlainText(constraintPhrases(constraint));

export function describeSegment({ name, constraints = [] }: SegmentDefinition): string[] {
    const users =
        constraints.length === 0 ? 'Everyone' : `Users where ${toPlainText(allOf(constraints.map(constraintPhrases)))}`;
    return [...(name ? [`Its name is ${name}.`] : []), `${users}.`];
}

/** The members of a variant other than its share. */
function describeVariant({ name, payload, overrides = [] }: VariantDefinition): string[] {
    return [
        ...overrides.map(
            ({ contextName, values }) =>
                `Always ${name} if ${contextName} is ${toPlainText(listValues(values, ' or ', '…'))}.`,
        ),
        ...(payload ? [`${name} → ${payload.type} payload ${truncate(payload.value)}.`] : []),
    ];
}

function describeDependency({ feature, enabled = true, variants = [] }: DependencyDefinition): string {
    const requirement =
        enabled && variants.length > 0 ? toPlainText([' with ', ...listValues(variants, ' or ', '')]) : '';
    return `Only where ${feature} is ${enabled ? 'on' : 'off'}${requirement}.`;
}

const MAX_PAYLOAD_LENGTH = 200;

const truncate = (text: string): string =>
    text.length > MAX_PAYLOAD_LENGTH ? `${text.slice(0, MAX_PAYLOAD_LENGTH)}…` : text;
