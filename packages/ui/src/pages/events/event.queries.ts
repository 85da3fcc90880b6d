import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';

export interface EventFilter {
    query?: string | undefined;
    feature?: string | undefined;
    project?: string | undefined;
    type?: string | undefined;
    environment?: string | undefined;
    createdBy?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
}

export const EVENTS_PER_PAGE = 50;

const is = (value: string | undefined) => (value ? `IS:${value}` : undefined);

interface Slice {
    offset: number;
    limit: number;
    signal: AbortSignal;
}

export function fetchEvents(filter: EventFilter, { offset, limit, signal }: Slice) {
    const { query, feature, project, type, environment, createdBy, from, to } = filter;
    return answer(
        api.GET('/api/admin/search/events', {
            params: {
                query: {
                    query: query || undefined,
                    feature: is(feature),
                    project: is(project),
                    type: is(type),
                    environment: is(environment),
                    createdBy: is(createdBy),
                    from: is(from),
                    to: is(to),
                    offset: String(offset),
                    limit: String(limit),
                },
            },
            signal,
        }),
    );
}

export function useEvents(filter: EventFilter, page: number) {
    return useQuery({
        queryKey: ['events', filter, page],
        queryFn: ({ signal }) =>
            fetchEvents(filter, { offset: page * EVENTS_PER_PAGE, limit: EVENTS_PER_PAGE, signal }),
        placeholderData: keepPreviousData,
    });
}

export function useEventCreators() {
    return useQuery({ queryKey: ['events', 'creators'], queryFn: () => answer(api.GET('/api/admin/event-creators')) });
}

/** Whether nobody has changed the log behind the service's back. */
export function useEventChain(isWanted: boolean) {
    return useQuery({
        // Not among the events: walking the whole log with every change would be too much.
        queryKey: ['event-chain'],
        queryFn: () => answer(api.GET('/api/admin/events/verify')),
        enabled: isWanted,
        refetchInterval: false,
        staleTime: 300_000,
    });
}
