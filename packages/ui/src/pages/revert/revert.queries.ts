import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { Permission, Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import type { PreviewOptions } from '../effects/what-if.queries.ts';

type RevertBody = Schemas['revert'];

/** The target of a revert: the change of an event, or a flag, an environment or a project at a moment. */
export interface RevertQuery extends Pick<RevertBody, 'event' | 'to' | 'feature' | 'environment'> {
    project: string;
}

/** Each step of a revert has its own permission; without any of these a revert cannot succeed. */
export const MAY_REVERT: readonly Permission[] = [
    'UPDATE_FEATURE_ENVIRONMENT',
    'UPDATE_FEATURE_STRATEGY',
    'CREATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE',
];

/** The effect of a revert. A query although it is sent with POST, because it changes nothing. */
export function useRevertPreview({ project: projectId, ...question }: RevertQuery, options: PreviewOptions) {
    const { population, isEnabled, base } = options;
    const body = { ...question, ...(base && { base }), ...(population && { population }) };
    return useQuery({
        enabled: isEnabled,
        queryKey: ['playground', 'revert', projectId, body],
        queryFn: ({ signal }) =>
            api.POST('/api/admin/projects/{projectId}/revert/preview', { path: { projectId }, body, signal }),
        placeholderData: keepPreviousData,
        refetchInterval: false,
        retry: false,
        // Earlier results may be outdated.
        staleTime: 0,
        gcTime: 0,
    });
}

/** A revert is one change with its own event. */
export const revertState = (client: ApiClient, { project: projectId, ...body }: RevertQuery) =>
    client.POST('/api/admin/projects/{projectId}/revert', { path: { projectId }, body });

export function useRevert(query: RevertQuery, successMessage: string) {
    return useChange((_input: undefined, client) => revertState(client, query), {
        successMessage: () => successMessage,
        invalidates: ['flags', 'search', 'segments', 'projects', 'playground'],
    });
}
