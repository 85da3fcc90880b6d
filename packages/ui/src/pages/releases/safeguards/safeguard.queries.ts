import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';
import { flagChange } from '../../flags/flag.queries.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';

export type Safeguard = Schemas['safeguard'];
export type Evaluation = NonNullable<Safeguard['evaluation']>;
export type NewSafeguard = Schemas['newSafeguard'];
export type NewPlanSafeguard = Schemas['newPlanSafeguard'];

/** What safeguards watch: a flag in an environment, or its release plan. */
export interface Watched extends FlagEnvironmentAt {
    planId?: string | undefined;
}

const ENVIRONMENT = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';
const OF_FLAG = `${ENVIRONMENT}/safeguards` as const;
const OF_PLAN = `${ENVIRONMENT}/release-plans/{planId}/safeguards` as const;

const concerns = (at: FlagEnvironmentAt) => [...flagChange(at.projectId, [at.featureName]), 'releases' as const];

/** How often states are read again: the service checks every 30 seconds. */
const REFRESH_MS = 15_000;

/** The safeguards of a flag in an environment, or of its plan, with their states. */
export function useSafeguards({ planId, ...at }: Watched, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['releases', 'safeguards', at.projectId, at.featureName, at.environment, planId],
        queryFn: () =>
            planId === undefined ? api.GET(OF_FLAG, { path: at }) : api.GET(OF_PLAN, { path: { ...at, planId } }),
        select: ({ safeguards }) => safeguards,
        refetchInterval: REFRESH_MS,
    });
}

/** About an hour: the service checks every 30 seconds. */
const PAGE = { query: { limit: 120 } };

/**
 * The newest evaluations of a safeguard, the oldest of them first. They are read again after each check, not after changes: a
 * safeguard that was removed has none.
 */
export function useEvaluations({ planId, ...at }: Watched, { id: safeguardId, checkedAt }: Safeguard) {
    return useQuery({
        queryKey: ['metrics', 'evaluations', at.projectId, at.featureName, at.environment, safeguardId, checkedAt],
        queryFn: () =>
            planId === undefined
                ? api.GET(`${OF_FLAG}/{safeguardId}/evaluations`, { path: { ...at, safeguardId }, ...PAGE })
                : api.GET(`${OF_PLAN}/{safeguardId}/evaluations`, { path: { ...at, planId, safeguardId }, ...PAGE }),
        select: ({ evaluations }) => evaluations.toReversed(),
        placeholderData: keepPreviousData,
    });
}

const POINTS = { query: { points: 500 } };

/** The values of a safeguard in the last 14 days, as far as it is stored: some of its evaluations, the oldest of them first. */
export function useIntervals({ planId, ...at }: Watched, { id: safeguardId, checkedAt }: Safeguard) {
    return useQuery({
        queryKey: ['metrics', 'intervals', at.projectId, at.featureName, at.environment, safeguardId, checkedAt],
        queryFn: () =>
            planId === undefined
                ? api.GET(`${OF_FLAG}/{safeguardId}/intervals`, { path: { ...at, safeguardId }, ...POINTS })
                : api.GET(`${OF_PLAN}/{safeguardId}/intervals`, { path: { ...at, planId, safeguardId }, ...POINTS }),
        select: ({ intervals }) => intervals.toReversed(),
        placeholderData: keepPreviousData,
    });
}

export function useSaveSafeguard(at: FlagEnvironmentAt) {
    return useChange((body: NewSafeguard, client) => client.PUT(OF_FLAG, { path: at, body }), {
        successMessage: () => `${at.featureName}: safeguard saved in ${at.environment}`,
        invalidates: concerns(at),
    });
}

export function useSavePlanSafeguard({ planId, ...at }: FlagEnvironmentAt & { planId: string }) {
    return useChange((body: NewPlanSafeguard, client) => client.PUT(OF_PLAN, { path: { ...at, planId }, body }), {
        successMessage: () => `${at.featureName}: safeguard of the release saved in ${at.environment}`,
        invalidates: concerns(at),
    });
}

export function useDeleteSafeguard({ planId, ...at }: Watched) {
    return useChange(
        ({ safeguardId }: { safeguardId: string }, client) =>
            planId === undefined
                ? client.DELETE(`${OF_FLAG}/{safeguardId}`, { path: { ...at, safeguardId } })
                : client.DELETE(`${OF_PLAN}/{safeguardId}`, { path: { ...at, planId, safeguardId } }),
        {
            successMessage: () => `${at.featureName}: safeguard removed from ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}
