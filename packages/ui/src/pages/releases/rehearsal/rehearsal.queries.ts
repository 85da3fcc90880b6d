import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';

export type Rehearsal = Schemas['releaseRehearsal'];
export type RehearsedMilestone = Schemas['rehearsedMilestone'];
export type RehearsedPlan = Pick<Schemas['releaseRehearsalQuery'], 'templateId' | 'planId' | 'name' | 'milestones'>;

/** Who gets a flag with each milestone, and when. A query although it is sent with POST, because it changes nothing. */
export function useRehearsal(at: FlagEnvironmentAt, plan: RehearsedPlan) {
    return useQuery({
        queryKey: ['what-if', 'release', at, plan],
        queryFn: () =>
            api.POST(
                '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans/rehearse',
                { path: at, body: plan },
            ),
        placeholderData: keepPreviousData,
        refetchInterval: false,
        retry: false,
        // Earlier results may be outdated.
        staleTime: 0,
        gcTime: 0,
    });
}
