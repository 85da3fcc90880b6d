import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { count } from '../../components/text/numbers.ts';
import { revertState } from '../revert/revert.queries.ts';

/** The source and the target environment in a project, for one flag or all. */
export interface ComparedEnvironments {
    project: string;
    from: string;
    to: string;
    feature?: string | undefined;
}

const PATH = '/api/admin/projects/{projectId}/environments/{environment}';

/** The differences between two environments, expressed as the effect of copying. */
export function useEnvironmentDifferences(compared: ComparedEnvironments | undefined) {
    const { project: projectId = '', from = '', to: environment = '', feature } = compared ?? {};
    return useQuery({
        enabled: compared !== undefined,
        // The result changes with every flag, like the results of the playground.
        queryKey: ['playground', 'environments', compared],
        queryFn: ({ signal }) =>
            api.GET(`${PATH}/differences`, {
                path: { projectId, environment },
                query: { source: from, ...(feature && { feature }) },
                signal,
            }),
        placeholderData: keepPreviousData,
        retry: false,
    });
}

export const copyEnvironment = (
    client: ApiClient,
    { project: projectId, from, to: environment }: ComparedEnvironments,
    features: string[],
) => client.POST(`${PATH}/copy`, { path: { projectId, environment }, body: { source: from, features } });

export function useCopyEnvironment(compared: ComparedEnvironments, environmentType: string) {
    const { project, from, to } = compared;
    const some = (features: string[]) => (features.length === 1 ? features[0] : count(features.length, 'flag'));
    return useChange((features: string[], client) => copyEnvironment(client, compared, features), {
        successMessage: (features) => `${some(features)} copied from ${from} to ${to}`,
        invalidates: ['flags', 'search', 'projects', 'playground'],
        staysUndoable: () => environmentType === 'production',
        undo: (features, _before, { event }) => ({
            run: () => revertState(api, { project, event }),
            successMessage: `${some(features)} in ${to} restored`,
        }),
    });
}
