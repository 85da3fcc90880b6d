import type { Explanation, StrategyTrace } from '@halyard/engine';
import type { PlaygroundEntry } from './playground.queries.ts';

/** The explanation as sent by the service. */
export type ExplainedFlag = Pick<
    Explanation,
    | 'enabled'
    | 'variant'
    | 'variants'
    | 'reason'
    | 'switchedOn'
    | 'dependenciesSatisfied'
    | 'dependencies'
    | 'strategies'
    | 'variantChoice'
    | 'warnings'
>;

/** Restores the full explanation of an entry from the response, which contains no duplicates. */
export function explanationOf(entry: PlaygroundEntry): ExplainedFlag {
    const { dependencies, reason, strategies, variantChoice, warnings } = entry.explanation;
    const explained = {
        enabled: entry.isEnabled,
        variant: entry.variant,
        variants: entry.variants,
        reason,
        switchedOn: entry.isEnabledInCurrentEnvironment,
        dependenciesSatisfied: !entry.hasUnsatisfiedDependency,
        dependencies,
        strategies: entry.strategies.data.map((strategy, index) => traceOf(strategy, strategies[index])),
        variantChoice,
        warnings,
    };
    // The service serialises this type.
    return explained as unknown as ExplainedFlag;
}

type Findings = PlaygroundEntry['explanation']['strategies'][number];

function traceOf(strategy: PlaygroundEntry['strategies']['data'][number], findings: Findings | undefined) {
    return {
        ...strategy,
        title: strategy.title ?? null,
        ...findings,
        constraints: strategy.constraints.map((each, index) => ({ ...each, ...findings?.constraints[index] })),
        segments: strategy.segments.map(({ constraints, ...segment }, index) => {
            const { reason, constraints: seen } = findings?.segments[index] ?? {};
            return {
                ...segment,
                reason,
                constraints: constraints.map((each, position) => ({ ...each, ...seen?.[position] })),
            };
        }),
    };
}

/** Capitalises the first word, unless it is a name such as userId. */
export const sentence = (text: string) =>
    text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

type ConstraintTrace = StrategyTrace['constraints'][number];

/** Returns why a constraint could not use its value: the value is missing or cannot be parsed. */
export function findingOf({ contextName, seen, reason }: ConstraintTrace): string | undefined {
    if (seen === null) return `the context has no ${contextName}`;
    // The reason of the engine also contains the outcome, which the tree already shows.
    const finding = reason.replace(/, so (?:inverted )?[A-Z_]+ is (?:not )?met$/, '');
    return / (?:matches|does not match)$/.test(finding) ? undefined : finding;
}

/** Describes briefly why a strategy did not match. The tree below it shows the details. */
export function firstFailureOf({ result, segments, constraints, rollout, disabled, reason }: StrategyTrace): string {
    if (disabled) return 'Disabled, so it is skipped';
    if (result.enabled === true) return 'Also applies; the first strategy that applies decides';
    if (result.enabled === 'unknown') return sentence(reason);
    const segment = segments.find((each) => !each.result);
    const constraint = constraints.find((each) => !each.result);
    if (constraint) return `Stops at ${constraint.contextName}`;
    if (segment) return `Stops at the segment ${segment.name ?? `#${segment.id}`}`;
    return rollout ? 'Outside the rollout' : sentence(reason);
}
