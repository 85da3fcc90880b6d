import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { NewStrategy, Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';
import { flagChange } from '../../flags/flag.queries.ts';
import type { FlagAt, FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import type { Condition } from '../conditions/condition.ts';
import type { DueStep } from './plan.ts';

export type Plan = Schemas['releasePlan'];
export type Milestone = Plan['milestones'][number];
export type MilestoneStrategy = NonNullable<Milestone['strategies']>[number];
export type NewPlan = Schemas['newReleasePlan'];

const ENVIRONMENT = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';
const PLANS = `${ENVIRONMENT}/release-plans` as const;
const PROGRESSIONS = `${ENVIRONMENT}/progressions` as const;

const concerns = (at: FlagAt) => [...flagChange(at.projectId, [at.featureName]), 'releases' as const];

/** What happens to a flag at a set time, except its scheduled change requests. */
export function useDueSteps({ projectId, featureName }: FlagAt, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['releases', 'due', projectId, featureName],
        queryFn: () =>
            api.GET('/api/admin/projects/{projectId}/due-work', {
                path: { projectId },
                query: { feature: featureName },
            }),
        refetchInterval: 20_000,
    });
}

/** The next step of the plan in an environment. */
export const dueStepIn = (
    items: readonly Schemas['dueWork'][number][] | undefined,
    environment: string,
): DueStep | undefined => items?.find((item) => item.kind === 'release-plan' && item.environment === environment);

export function useAddPlan(at: FlagEnvironmentAt) {
    return useChange((body: NewPlan, client) => client.POST(PLANS, { path: at, body }), {
        successMessage: () => `${at.featureName}: release plan added in ${at.environment}`,
        invalidates: concerns(at),
    });
}

export function useRemovePlan(at: FlagEnvironmentAt) {
    return useChange(
        ({ planId }: { planId: string }, client) => client.DELETE(`${PLANS}/{planId}`, { path: { ...at, planId } }),
        {
            successMessage: () => `${at.featureName}: release plan removed from ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}

interface StartInput {
    planId: string;
    milestoneId: string;
    name: string;
}

export function useStartMilestone(at: FlagEnvironmentAt) {
    return useChange(
        ({ planId, milestoneId }: StartInput, client) =>
            client.POST(`${PLANS}/{planId}/milestones/{milestoneId}/start`, { path: { ...at, planId, milestoneId } }),
        {
            successMessage: ({ name }) => `${at.featureName}: “${name}” started in ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}

/** Pauses or resumes the automatic steps of a plan. */
export function useSetPaused(at: FlagEnvironmentAt) {
    return useChange(
        ({ planId, isPaused }: { planId: string; isPaused: boolean }, client) =>
            client.POST(`${PROGRESSIONS}/{planId}/${isPaused ? 'pause' : 'resume'}`, { path: { ...at, planId } }),
        {
            successMessage: ({ isPaused }) =>
                `${at.featureName}: release ${isPaused ? 'paused' : 'resumed'} in ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}

interface ProgressionInput {
    sourceMilestone: string;
    targetMilestone: string;
    /** Undefined: somebody starts the next milestone. */
    condition: Condition | undefined;
}

export function useSetProgression(at: FlagEnvironmentAt) {
    return useChange(
        ({ sourceMilestone, targetMilestone, condition }: ProgressionInput, client) => {
            const path = { ...at, sourceMilestoneId: sourceMilestone };
            return condition
                ? client.PUT(`${PROGRESSIONS}/{sourceMilestoneId}`, {
                      path,
                      body: { targetMilestone, transitionCondition: condition },
                  })
                : client.DELETE(`${PROGRESSIONS}/{sourceMilestoneId}`, { path });
        },
        {
            successMessage: () => `${at.featureName}: release plan changed in ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}

export function useSaveMilestoneStrategy(at: FlagEnvironmentAt) {
    return useChange(
        ({ strategyId, body }: { strategyId: string; body: NewStrategy & { sortOrder: number } }, client) => {
            const { name: _name, ...members } = body;
            return client.PUT(`${ENVIRONMENT}/milestone-strategies/{strategyId}`, {
                path: { ...at, strategyId },
                body: members,
            });
        },
        {
            successMessage: () => `${at.featureName}: strategy of a milestone changed in ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}
