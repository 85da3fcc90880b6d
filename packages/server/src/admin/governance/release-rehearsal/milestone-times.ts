import type { StoredTransitionCondition } from '../../../storage/tables/releases.ts';
import type { MilestoneStart } from './release-rehearsal.schemas.ts';

export interface TimedMilestone {
    id: string;
    name: string;
    condition: StoredTransitionCondition | null;
    target_id: string | null;
    started_at: string | null;
}

interface TimesInput<Milestone extends TimedMilestone> {
    milestones: readonly Milestone[];
    /** The milestone that is active, or that starts first. */
    first: Milestone;
    /** When it started or starts. */
    firstStart: MilestoneStart & { at: string };
    /** Why the milestone after the active one does not start at its time. */
    hold?: { reason: string; isUnlimited: boolean } | undefined;
    now: Date;
    /** Returns the first moment from this one on that no freeze window contains; undefined if there is none. */
    afterFreezes: (at: Date) => Date | undefined;
}

/** Returns when each milestone starts, if nobody interferes and no safeguard stops the plan. */
export function milestoneTimes<Milestone extends TimedMilestone>({
    milestones,
    first,
    firstStart,
    hold,
    now,
    afterFreezes,
}: TimesInput<Milestone>): Map<string, MilestoneStart> {
    const times = new Map<string, MilestoneStart>([[first.id, firstStart]]);
    let [current, start, held] = [first, firstStart, hold];
    for (;;) {
        const target = targetOf(milestones, current);
        if (!target || times.has(target.id)) break;
        const next = followingStart({ current, start, hold: held, now, afterFreezes });
        times.set(target.id, next);
        if (next.at === null) break;
        [current, start, held] = [target, { ...next, at: next.at }, undefined];
    }
    for (const [index, { id, started_at }] of milestones.entries()) {
        if (times.has(id)) continue;
        const isBefore = index < milestones.indexOf(first);
        const previous = milestones[index - 1];
        times.set(
            id,
            isBefore && started_at !== null
                ? { state: 'started', at: started_at }
                : {
                      state: 'unknown',
                      at: null,
                      reason: isBefore ? SKIPPED : `It follows ${previous?.name}, whose end is unknown.`,
                  },
        );
    }
    return times;
}

const SKIPPED = 'The release does not reach it automatically.';

const targetOf = <Milestone extends TimedMilestone>(milestones: readonly Milestone[], milestone: Milestone) =>
    milestone.target_id === null
        ? milestones[milestones.indexOf(milestone) + 1]
        : milestones.find(({ id }) => id === milestone.target_id);

interface FollowingInput {
    current: TimedMilestone;
    start: MilestoneStart & { at: string };
    hold: { reason: string; isUnlimited: boolean } | undefined;
    now: Date;
    afterFreezes: (at: Date) => Date | undefined;
}

function followingStart({ current, start, hold, now, afterFreezes }: FollowingInput): MilestoneStart {
    const { condition, name } = current;
    if (!condition)
        return { state: 'by hand', at: null, reason: `A user starts it, because ${name} has no condition.` };
    if (hold?.isUnlimited) return { state: 'unknown', at: null, reason: hold.reason };
    const due = Math.max(Date.parse(start.at) + (condition.intervalMinutes ?? 0) * 60_000, now.getTime());
    const at = afterFreezes(new Date(due));
    if (!at) return { state: 'unknown', at: null, reason: 'Freeze windows without an end hold the release.' };
    const reasons = [
        hold?.reason,
        at.getTime() > due && `A freeze window holds it from ${new Date(due).toISOString()}.`,
        condition.minimumExposures !== undefined &&
            `It needs ${condition.minimumExposures} evaluations for which the flag is on.`,
    ].filter((reason) => typeof reason === 'string');
    const isEarliest = start.state === 'earliest' || hold !== undefined || condition.minimumExposures !== undefined;
    return {
        state: isEarliest ? 'earliest' : 'planned',
        at: at.toISOString(),
        ...(reasons.length > 0 && { reason: reasons.join(' ') }),
    };
}
