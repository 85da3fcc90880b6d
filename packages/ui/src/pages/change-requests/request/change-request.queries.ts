import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { changeCount } from './change-count.ts';

export type ChangeRequest = Schemas['changeRequest'];
export type ListedChangeRequest = Schemas['listedChangeRequest'];
export type RequestState = ChangeRequest['state'];
export type Reviewer = Schemas['changeRequestReviewer'];

export interface RequestAt {
    projectId: string;
    id: number;
}

const key = ['change-requests'] as const;
const REQUESTS = '/api/admin/projects/{projectId}/change-requests';
export const REQUEST = `${REQUESTS}/{id}` as const;

export const requestKey = ({ projectId, id }: RequestAt) => [...key, projectId, 'request', id] as const;

const requestQuery = (at: RequestAt) => ({
    queryKey: requestKey(at),
    queryFn: () => api.GET(REQUEST, { path: at }),
});

export const useRequest = (at: RequestAt) => useQuery(requestQuery(at));

/** The total number of changes of some requests, as far as they are loaded. */
export function useChangeCount(requests: readonly { project: string; id: number }[]): number {
    return useQueries({
        queries: requests.map(({ project: projectId, id }) => requestQuery({ projectId, id })),
        combine: (results) => results.reduce((sum, { data }) => sum + (data ? changeCount(data) : 0), 0),
    });
}

/** The requests that wait for the signed-in user, and the user's own open requests. */
export function useInbox() {
    return useQuery({
        queryKey: [...key, 'inbox'],
        queryFn: () => api.GET('/api/admin/change-requests/inbox'),
    });
}

/** The newest requests of a project. */
export function useProjectRequests(projectId: string) {
    return useQuery({
        queryKey: [...key, projectId, 'all'],
        queryFn: () => api.GET(REQUESTS, { path: { projectId } }),
    });
}

/** The user's open requests in a project, to which changes can be added; agents and pipelines have their own. */
export function useOpenRequests(projectId: string, isEnabled = true) {
    return useQuery({
        enabled: projectId !== '' && isEnabled,
        queryKey: [...key, projectId, 'pending'],
        queryFn: () => api.GET(`${REQUESTS}/pending`, { path: { projectId } }),
        select: (requests) => requests.filter(({ origin }) => origin === 'person'),
    });
}

/** The open requests of all users that change a flag. */
export function useRequestsOfFlag(projectId: string, featureName: string) {
    return useQuery({
        queryKey: [...key, projectId, 'of-flag', featureName],
        queryFn: () => api.GET(`${REQUESTS}/pending/{featureName}`, { path: { projectId, featureName } }),
    });
}

export function useReviewers({ projectId, environment }: { projectId: string; environment: string }) {
    return useQuery({
        queryKey: [...key, projectId, 'reviewers', environment],
        queryFn: () => api.GET(`${REQUESTS}/available-reviewers/{environment}`, { path: { projectId, environment } }),
        select: ({ reviewers }) => reviewers,
        staleTime: 60_000,
    });
}

export function useRequestedReviewers(at: RequestAt) {
    return useQuery({
        queryKey: [...requestKey(at), 'approvers'],
        queryFn: () => api.GET(`${REQUEST}/approvers`, { path: at }),
        select: ({ reviewers }) => reviewers,
    });
}
