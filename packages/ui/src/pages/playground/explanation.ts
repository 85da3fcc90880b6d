import type { StrategyTrace } from '@halyard/engine';

/** Begins with a capital, unless the first word is a name such as userId. */
export const sentence = (text: string) =>
    text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

type ConstraintTrace = StrategyTrace['constraints'][number];

/** What to know beyond the value a constraint saw: that there was none, or that it could not be read. */
export function findingOf({ contextName, seen, reason }: ConstraintTrace): string | undefined {
    if (seen === null) return `the context has no ${contextName}`;
    // The engine also tells whether it matched and what follows, which the tree shows.
    const finding = reason.replace(/, so (?:inverted )?[A-Z_]+ (?:holds|does not hold)$/, '');
    return / (?:matches|does not match)$/.test(finding) ? undefined : finding;
}

/** Why a strategy did not decide, in a few words: the tree below shows the rest. */
export function obstacleOf({ result, segments, constraints, rollout, disabled, reason }: StrategyTrace): string {
    if (disabled) return 'Disabled, so it is skipped';
    if (result.enabled === true) return 'Applies, too; the first that applies decides';
    if (result.enabled === 'unknown') return sentence(reason);
    const segment = segments.find((each) => !each.result);
    const constraint = constraints.find((each) => !each.result);
    if (constraint) return `Stops at ${constraint.contextName}`;
    if (segment) return `Stops at the segment ${segment.name ?? `#${segment.id}`}`;
    return rollout ? 'Outside the rollout' : sentence(reason);
}
