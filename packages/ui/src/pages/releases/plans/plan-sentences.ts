import { zoneAt } from '../../../components/time/moment.ts';
import { ago, dateTime } from '../../../components/time/time.tsx';
import { type Condition, describeCondition } from '../conditions/condition.ts';
import {
    activeIndex,
    type DueStep,
    milestonesOf,
    type PlanState,
    pausedAt,
    placedMilestones,
    type TimedPlan,
} from './plan.ts';

export const STATE_LABELS: Record<PlanState, { label: string; color: string }> = {
    'not started': { label: 'Not started', color: 'gray' },
    running: { label: 'Advancing', color: 'tide' },
    off: { label: 'Off', color: 'gray' },
    paused: { label: 'Paused', color: 'brass' },
    held: { label: 'Held', color: 'brass' },
    waiting: { label: 'Waiting for a person', color: 'blue' },
    complete: { label: 'Complete', color: 'green' },
};

/** The time in the zone of the reader: “Mar 2, 2026, 9:00 AM (Europe/Oslo, UTC+01:00), in 3 hours” */
export const startTime = (at: string) => `${dateTime(at)} (${zoneAt(at)}), ${ago(at)}`;

/** What happens next in a plan, and why it does not. */
export function nextStep(plan: TimedPlan, state: PlanState, environment: string, due: DueStep | undefined): string {
    const milestones = milestonesOf(plan);
    const next = milestones[activeIndex(plan) + 1]?.name ?? '';
    const condition = milestones[activeIndex(plan)]?.transitionCondition ?? undefined;
    const startsAt = placedMilestones(plan, { due }).find((each) => each.state === 'next')?.startsAt;
    switch (state) {
        case 'not started':
            return `“${next}” starts when the flag is turned on in ${environment}, or when somebody starts it.`;
        case 'off':
            return `The flag is off in ${environment}: nobody gets it, and no milestone starts by itself.`;
        case 'complete':
            return 'The last milestone is active. Remove the plan to keep ordinary strategies only.';
        case 'paused':
            return `Milestones do not start by themselves since ${dateTime(pausedAt(plan) ?? '')}. Users of the active milestone keep the feature.`;
        case 'held':
            return `“${next}” is due and held. ${due?.reason ?? ''}`;
        case 'waiting':
            return `“${next}” starts when somebody starts it.`;
        case 'running':
            return startsAt
                ? `“${next}” starts ${ago(startsAt)}, ${dateTime(startsAt)}.`
                : `“${next}” starts ${describeCondition(condition as Condition)}.`;
    }
}
