import { count, formatNumber } from '../../../components/text/numbers.ts';

/** When the next milestone starts by itself: every part that is present must be met. */
export interface Condition {
    type?: 'time' | 'exposure' | undefined;
    /** Since the start of the milestone. */
    intervalMinutes?: number | undefined;
    /** Evaluations that were on. */
    minimumExposures?: number | undefined;
    /** Where exposures start to count: with the flag (the default) or with the milestone. */
    since?: 'creation' | 'milestone' | undefined;
    /** The interval ends early when all comparisons of the plan exclude harm in this milestone. */
    whenHarmExcluded?: boolean | undefined;
}

export type ConditionKind = 'none' | 'time' | 'exposure' | 'both';

const MAX_AMOUNT = 10_000;

export const UNITS = { minutes: 1, hours: 60, days: 24 * 60 } as const;
export type Unit = keyof typeof UNITS;

/** An interval in its largest unit without a fraction: 2,880 minutes are 2 days. */
export function inUnits(minutes: number): { amount: number; unit: Unit } {
    const unit = (['days', 'hours'] as const).find((each) => minutes > 0 && minutes % UNITS[each] === 0) ?? 'minutes';
    return { amount: minutes / UNITS[unit], unit };
}

export function kindOf(condition: Condition | undefined): ConditionKind {
    if (condition === undefined) return 'none';
    if (condition.minimumExposures === undefined) return 'time';
    return condition.intervalMinutes === undefined ? 'exposure' : 'both';
}

/** The condition of another kind, with the values that are there. */
export function withKind(kind: ConditionKind, condition: Condition = {}): Condition | undefined {
    const {
        intervalMinutes = UNITS.days,
        minimumExposures = 10_000,
        since = 'milestone',
        whenHarmExcluded,
    } = condition;
    const exposures = { type: 'exposure' as const, minimumExposures, since };
    // Only an interval can end early.
    const interval = { intervalMinutes, ...(whenHarmExcluded && { whenHarmExcluded }) };
    if (kind === 'time') return { type: 'time', ...interval };
    if (kind === 'exposure') return exposures;
    if (kind === 'both') return { ...exposures, ...interval };
    return undefined;
}

/** “1 day”, “90 minutes” */
export function describeInterval(minutes: number): string {
    const { amount, unit } = inUnits(minutes);
    return count(amount, unit.slice(0, -1));
}

/** “after 1 day and 10,000 exposures” */
export function describeCondition(condition: Condition): string {
    const { intervalMinutes, minimumExposures, since, whenHarmExcluded } = condition;
    const early = whenHarmExcluded ? ' (earlier once harm is excluded)' : '';
    const parts = [
        intervalMinutes === undefined ? [] : [`${describeInterval(intervalMinutes)}${early}`],
        minimumExposures === undefined ? [] : [count(minimumExposures, 'exposure')],
    ].flat();
    const sinceWhen = minimumExposures !== undefined && since !== 'milestone' ? ' since the flag was created' : '';
    return `after ${parts.join(' and ')}${sinceWhen}`;
}

export function conditionProblem({ intervalMinutes, minimumExposures }: Condition): string | undefined {
    if (isTooSmall(intervalMinutes) || isTooSmall(minimumExposures)) return 'Enter a whole number from 1';
    if (intervalMinutes !== undefined && inUnits(intervalMinutes).amount > MAX_AMOUNT) {
        return `Enter at most ${formatNumber(MAX_AMOUNT)}, or use a larger unit`;
    }
    return undefined;
}

const isTooSmall = (value: number | undefined) => value !== undefined && !(Number.isInteger(value) && value >= 1);
