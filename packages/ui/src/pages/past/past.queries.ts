import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { FlagAt } from '../flags/flag-requests.ts';

// Past states never change, so they are never refetched.
const IMMUTABLE = { staleTime: Number.POSITIVE_INFINITY, refetchInterval: false, retry: false } as const;

/** A past state of a flag. */
export function useFlagAt(at: FlagAt, asOf: string) {
    return useQuery({
        ...IMMUTABLE,
        queryKey: ['past', 'flag', at.projectId, at.featureName, asOf],
        queryFn: ({ signal }) =>
            api.GET('/api/admin/projects/{projectId}/features/{featureName}', { path: at, query: { asOf }, signal }),
        placeholderData: keepPreviousData,
    });
}

/** The past segments, for the sentences of past strategies. */
export function useSegmentsAt(asOf: string) {
    return useQuery({
        ...IMMUTABLE,
        queryKey: ['past', 'segments', asOf],
        queryFn: ({ signal }) => api.GET('/api/admin/segments', { query: { asOf }, signal }),
        select: ({ segments }) => segments,
        placeholderData: keepPreviousData,
    });
}
