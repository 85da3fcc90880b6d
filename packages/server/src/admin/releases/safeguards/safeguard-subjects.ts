import { isComparing, isCounting, type SafeguardRule } from '../../flags/safeguards/safeguard.queries.ts';

export const kindOf = (rule: SafeguardRule) =>
    isComparing(rule) ? ('comparison' as const) : isCounting(rule) ? ('counts' as const) : ('threshold' as const);

/** What distinguishes the comparisons of a plan. */
const subjectOf = (rule: SafeguardRule) =>
    isComparing(rule) ? rule.comparison.outcome : isCounting(rule) ? rule.counts.metricName : undefined;

/** Whether one of the rules replaces the other one: a plan has one threshold, and one comparison for each outcome or counted metric. */
export const isSameSubject = (one: SafeguardRule, other: SafeguardRule): boolean =>
    kindOf(one) === kindOf(other) && subjectOf(one) === subjectOf(other);
