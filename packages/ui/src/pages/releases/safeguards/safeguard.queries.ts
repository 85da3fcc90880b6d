import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';
import { flagChange } from '../../flags/flag.queries.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';

export type Safeguard = Schemas['safeguard'];
export type Evaluation = NonNullable<Safeguard['evaluation']>;
export type NewSafeguard = Schemas['newSafeguard'];

const SAFEGUARDS = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/safeguards';

const concerns = (at: FlagEnvironmentAt) => [...flagChange(at.projectId, [at.featureName]), 'releases' as const];

/** How often states are read again: the service checks every 30 seconds. */
const REFRESH_MS = 15_000;

/** The safeguards of a flag in an environment, with their states. */
export function useSafeguards(at: FlagEnvironmentAt, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['releases', 'safeguards', at.projectId, at.featureName, at.environment],
        queryFn: () => api.GET(SAFEGUARDS, { path: at }),
        select: ({ safeguards }) => safeguards,
        refetchInterval: REFRESH_MS,
    });
}

/**
 * The newest evaluations of a safeguard, the oldest of them first. They are read again after each check, not after changes: a
 * safeguard that was removed has none.
 */
export function useEvaluations(at: FlagEnvironmentAt, { id: safeguardId, checkedAt }: Safeguard) {
    return useQuery({
        queryKey: ['metrics', 'evaluations', at.projectId, at.featureName, at.environment, safeguardId, checkedAt],
        queryFn: () =>
            api.GET(`${SAFEGUARDS}/{safeguardId}/evaluations`, {
                path: { ...at, safeguardId },
                query: { limit: 120 },
            }),
        select: ({ evaluations }) => evaluations.toReversed(),
        placeholderData: keepPreviousData,
    });
}

export function useSaveSafeguard(at: FlagEnvironmentAt) {
    return useChange((body: NewSafeguard, client) => client.PUT(SAFEGUARDS, { path: at, body }), {
        successMessage: () => `${at.featureName}: safeguard saved in ${at.environment}`,
        invalidates: concerns(at),
    });
}

export function useDeleteSafeguard(at: FlagEnvironmentAt) {
    return useChange(
        ({ safeguardId }: { safeguardId: string }, client) =>
            client.DELETE(`${SAFEGUARDS}/{safeguardId}`, { path: { ...at, safeguardId } }),
        {
            successMessage: () => `${at.featureName}: safeguard removed from ${at.environment}`,
            invalidates: concerns(at),
        },
    );
}
