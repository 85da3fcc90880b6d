import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import type { Condition } from '../conditions/condition.ts';
import { describeCondition } from '../conditions/condition.ts';
import {
    type Milestone,
    type Plan,
    useRemovePlan,
    useSetPaused,
    useSetProgression,
    useStartMilestone,
} from './plan.queries.ts';
import { activeIndex, milestonesOf } from './plan.ts';

/** The changes of a plan, each with what the review shows. */
export function usePlanChanges(at: FlagEnvironmentAt, plan: Plan) {
    const start = useStartMilestone(at);
    const remove = useRemovePlan(at);
    const pause = useSetPaused(at);
    const progress = useSetProgression(at);
    const { featureName, environment, projectId: project } = at;
    const planId = plan.id;
    const milestones = milestonesOf(plan);
    const active = activeIndex(plan);
    const proposal = (step: object) =>
        ({ project, steps: [{ ...stepTarget(at), ...step }] }) as ReviewedChange['proposal'];

    /** Starts a milestone: the next one, one that was left out, or an earlier one again. */
    function starting(milestone: Milestone): ReviewedChange {
        const { id: milestoneId, name } = milestone;
        const place = milestones.findIndex(({ id }) => id === milestoneId);
        const isBack = place < active;
        const verb = isBack ? `Go back to ${name}` : place === active ? `Restart ${name}` : `Start ${name}`;
        return {
            title: `${verb} in ${environment}?`,
            about: aboutStart(featureName, milestones[active]?.name, name),
            verb,
            isDangerous: isBack,
            proposal: proposal({ action: 'startMilestone', payload: { planId, milestoneId } }),
            difference: <Lines>{[`Active: ${milestones[active]?.name ?? 'none'} → ${name}`]}</Lines>,
            run: (mode) => start.mutateAsync({ planId, milestoneId, name }, { mode }),
        };
    }

    const removing: ReviewedChange = {
        title: `Remove the release plan from ${environment}?`,
        about: `${featureName} gets the strategies it had before the plan. If it had none, it is turned off in ${environment}.`,
        verb: 'Remove plan',
        isDangerous: true,
        proposal: proposal({ action: 'deleteReleasePlan', payload: { planId } }),
        difference: <Lines>{[`Plan ${plan.name} → none`]}</Lines>,
        run: (mode) => remove.mutateAsync({ planId }, { mode }),
    };

    const resuming: ReviewedChange = {
        title: `Resume the release in ${environment}?`,
        about: 'Milestones start by themselves again. Their time counts from their start: one that is overdue starts within 20 seconds.',
        verb: 'Resume',
        proposal: proposal({ action: 'resumeMilestoneProgression', payload: { planId } }),
        run: (mode) => pause.mutateAsync({ planId, isPaused: false }, { mode }),
    };

    /** A pause only stops automatic steps: nobody gets or loses the feature. */
    const pausing: ReviewedChange = {
        title: `Pause the release in ${environment}?`,
        about: `No milestone starts by itself until somebody resumes. Users of ${milestones[active]?.name ?? 'the active milestone'} keep the feature.`,
        verb: 'Pause',
        target: { project, environment },
        run: (mode) => pause.mutateAsync({ planId, isPaused: true }, { mode }),
    };

    function conditioning(milestone: Milestone, next: Milestone, condition: Condition | undefined): ReviewedChange {
        const before = milestone.transitionCondition;
        return {
            title: `Change when ${next.name} starts in ${environment}?`,
            about: 'This changes when the next milestone starts, not who has the feature now.',
            verb: 'Change',
            proposal: proposal(
                condition
                    ? {
                          action: 'changeMilestoneProgression',
                          payload: {
                              sourceMilestone: milestone.id,
                              targetMilestone: next.id,
                              transitionCondition: condition,
                          },
                      }
                    : { action: 'deleteMilestoneProgression', payload: { sourceMilestone: milestone.id } },
            ),
            difference: (
                <Lines>
                    {[
                        `${next.name} starts ${before ? describeCondition(before) : 'when somebody starts it'} → ${condition ? describeCondition(condition) : 'when somebody starts it'}`,
                    ]}
                </Lines>
            ),
            run: (mode) =>
                progress.mutateAsync({ sourceMilestone: milestone.id, targetMilestone: next.id, condition }, { mode }),
        };
    }

    return { starting, removing, resuming, pausing, conditioning };
}

const aboutStart = (flag: string, before: string | undefined, after: string): string =>
    before === undefined || before === after
        ? `The strategies of “${after}” decide who gets ${flag}.`
        : `The strategies of “${after}” replace those of “${before}” and decide who gets ${flag}.`;

const Lines = ({ children }: { children: readonly string[] }): ReactNode =>
    children.map((line) => (
        <Text key={line} size="sm">
            {line}
        </Text>
    ));
