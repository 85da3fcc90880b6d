import type { Condition } from '../conditions/condition.ts';

/** A milestone, as far as its state depends on it. */
export interface TimedMilestone {
    id: string;
    name: string;
    sortOrder: number;
    startedAt?: string | null | undefined;
    pausedAt?: string | null | undefined;
    transitionCondition?: Condition | null | undefined;
}

export interface TimedPlan<Milestone extends TimedMilestone = TimedMilestone> {
    activeMilestoneId?: string | null | undefined;
    milestones: readonly Milestone[];
}

/** What happens next, and when; with a reason if it does not happen at its time. */
export interface DueStep {
    dueAt: string;
    reason?: string | undefined;
}

export type PlanState = 'not started' | 'running' | 'off' | 'paused' | 'held' | 'waiting' | 'complete';
export type MilestoneState = 'done' | 'active' | 'next' | 'later';

export interface PlacedMilestone<Milestone> {
    milestone: Milestone;
    state: MilestoneState;
    /** When it is expected to start; undefined if nobody knows. */
    startsAt?: string | undefined;
}

export const milestonesOf = <Milestone extends TimedMilestone>(plan: TimedPlan<Milestone>): Milestone[] =>
    plan.milestones.toSorted((a, b) => a.sortOrder - b.sortOrder);

/** The position of the active milestone, or -1. */
export const activeIndex = (plan: TimedPlan) => milestonesOf(plan).findIndex(({ id }) => id === plan.activeMilestoneId);

/** The time at which the automatic steps of a plan were paused. */
export const pausedAt = ({ milestones }: TimedPlan): string | undefined =>
    milestones.map((each) => each.pausedAt).find(Boolean) ?? undefined;

interface PlanStateInput {
    /** Whether the flag is on in the environment. */
    isOn: boolean;
    due?: DueStep | undefined;
}

/** `waiting`: somebody has to start the next milestone. */
export function planState(plan: TimedPlan, { isOn, due }: PlanStateInput): PlanState {
    const milestones = milestonesOf(plan);
    const active = activeIndex(plan);
    if (active < 0) return 'not started';
    if (!isOn) return 'off';
    if (active === milestones.length - 1) return 'complete';
    if (pausedAt(plan)) return 'paused';
    if (due?.reason !== undefined) return 'held';
    return milestones[active]?.transitionCondition ? 'running' : 'waiting';
}

/** The milestones in their order, with their states and expected times. */
export function placedMilestones<Milestone extends TimedMilestone>(
    plan: TimedPlan<Milestone>,
    { due }: { due?: DueStep | undefined } = {},
): PlacedMilestone<Milestone>[] {
    const milestones = milestonesOf(plan);
    const active = activeIndex(plan);
    let startsAt = milestones[active]?.startedAt ?? undefined;
    return milestones.map((milestone, place) => {
        if (place <= active) return { milestone, state: place === active ? 'active' : 'done' };
        const previous = milestones[place - 1];
        const next = addMinutes(startsAt, previous?.transitionCondition ?? undefined);
        startsAt = place === active + 1 && due?.reason === undefined ? (due?.dueAt ?? next) : next;
        return { milestone, state: place === active + 1 ? 'next' : 'later', startsAt };
    });
}

/** Nobody knows when exposures will be reached. */
function addMinutes(from: string | undefined, condition: Condition | undefined): string | undefined {
    const minutes = condition?.intervalMinutes;
    if (from === undefined || minutes === undefined || condition?.minimumExposures !== undefined) return undefined;
    return new Date(Date.parse(from) + minutes * 60_000).toISOString();
}

/** How much of the time of a milestone has passed, from 0 to 1; undefined if it has none. */
export function timePassed({ startedAt, transitionCondition }: TimedMilestone, now: number): number | undefined {
    const minutes = transitionCondition?.intervalMinutes;
    if (!startedAt || minutes === undefined) return undefined;
    return Math.min(1, Math.max(0, (now - Date.parse(startedAt)) / (minutes * 60_000)));
}
