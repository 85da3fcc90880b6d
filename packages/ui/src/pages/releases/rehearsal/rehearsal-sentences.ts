import { describeCount } from '@halyard/engine';
import { formatNumber, formatShare } from '../../../components/text/numbers.ts';
import { dateTime } from '../../../components/time/time.tsx';
import type { Rehearsal, RehearsedMilestone } from './rehearsal.queries.ts';

type Users = RehearsedMilestone['users'];

const CONTEXTS = { personas: 'personas', traffic: 'users', given: 'contexts', 'made-up': 'generated users' } as const;

/** “12 of 100 users”. What was not measured is not a number. */
export function describeUsers(users: Users): string {
    if (users === null) return 'Nobody: it does not start';
    if (users.state === 'no sample') return 'Unknown: no users were sampled';
    if (users.on === null) return 'Unknown';
    const { population, evaluated, evaluatedBounds, on, bounds } = users;
    if (population === 'made-up') return `${formatShare(on / evaluated)} of generated users`;
    return `${describeCount(on, bounds?.on, formatNumber)} of ${describeCount(evaluated, evaluatedBounds, formatNumber)} ${CONTEXTS[population]}`;
}

/** Who loses the feature compared to now; undefined if nobody can. An estimate of 0 may be a few users. */
export function describeLosers(users: Users): string | undefined {
    if (users === null || users.stop === null) return undefined;
    const most = users.bounds ? users.bounds.stop.below - 1 : users.stop;
    return most > 0 ? `${describeCount(users.stop, users.bounds?.stop, formatNumber)} lose it` : undefined;
}

export function describeStart({ state, at }: RehearsedMilestone['start']): string {
    if (at === null) return state === 'by hand' ? 'When somebody starts it' : 'Unknown';
    if (state === 'started') return `Started ${dateTime(at)}`;
    return state === 'earliest' ? `Not before ${dateTime(at)}` : dateTime(at);
}

/** The share of contexts that get the feature, between 0 and 1; null: not measured. */
export const shareOf = (users: Users): number | null =>
    users === null || users.on === null || users.evaluated === 0 ? null : users.on / users.evaluated;

/** The possible shares of an estimate. */
export function shareBoundsOf(users: Users): [low: number, high: number] | undefined {
    if (users === null || users.evaluated === 0 || !users.bounds) return undefined;
    const { atLeast, below } = users.bounds.on;
    return [atLeast / users.evaluated, Math.min(1, (below - 1) / users.evaluated)];
}

/** The conditions of the times. */
export function describeAssumptions({ isOn, requiresApproval, milestones }: Rehearsal, isNew: boolean): string {
    const [first] = milestones;
    const start = first?.start.reason?.includes('turns the flag on')
        ? 'Times follow the scheduled change that turns the flag on'
        : requiresApproval && isNew
          ? 'Times as if the change were approved and applied now'
          : isOn
            ? 'Times as if it started now'
            : 'Times as if the flag were turned on now';
    return `${isNew ? start : 'Times if nobody interferes'}. Safeguards may stop the release before.`;
}
