import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { RequestRow } from './RequestTable.tsx';
import { toRequestRow } from './request-rows.ts';

/** The maximum number of listed requests. Users find older ones with the search. */
const MAX_REQUESTS = 300;

async function searchRequests(state: 'open' | 'closed'): Promise<RequestRow[]> {
    const { changeRequests } = await api.GET('/api/admin/search/change-requests', {
        query: { state: `IS:${state}`, limit: String(MAX_REQUESTS) },
    });
    return changeRequests.map(toRequestRow);
}

/** Requests of all projects, the newest first. */
export function useRequestSearch(state: 'open' | 'closed') {
    return useQuery({
        queryKey: ['change-requests', 'search', state],
        queryFn: () => searchRequests(state),
    });
}
