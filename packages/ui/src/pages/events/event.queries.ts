import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';
import type { ListedEvent } from '../../api/types.ts';
import { revertedBy } from './reading.ts';

export interface EventQuery {
    /** A single event by its id. */
    id?: string | undefined;
    /** The events of one change. */
    groupId?: string | undefined;
    query?: string | undefined;
    feature?: string | undefined;
    project?: string | undefined;
    type?: string | undefined;
    environment?: string | undefined;
    createdBy?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
}

const EVENTS_PER_PAGE = 100;

const is = (value: string | undefined) => (value ? `IS:${value}` : undefined);

interface Slice {
    offset: number;
    limit: number;
    signal: AbortSignal;
}

export function fetchEvents(filter: EventQuery, { offset, limit, signal }: Slice) {
    const { id, groupId, query, feature, project, type, environment, createdBy, from, to } = filter;
    return responseBody(
        api.GET('/api/admin/search/events', {
            params: {
                query: {
                    id: is(id),
                    groupId: is(groupId),
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

export function useEvents(filter: EventQuery, offset: number, limit = EVENTS_PER_PAGE) {
    return useQuery({
        queryKey: ['events', filter, offset, limit],
        queryFn: ({ signal }) => fetchEvents(filter, { offset, limit, signal }),
        placeholderData: keepPreviousData,
    });
}

/** The number of events of a change that match the filter, for changes that a list shows only partially. */
export function useGroupSize(filter: EventQuery, groupId: string | undefined) {
    const query = { ...filter, groupId };
    return useQuery({
        queryKey: ['events', query, 'size'],
        queryFn: ({ signal }) => fetchEvents(query, { offset: 0, limit: 1, signal }),
        select: ({ total }) => total,
        enabled: groupId !== undefined,
    });
}

/** The events that reverted this event. */
export function useRevertsOf({ id, project }: ListedEvent, isWanted: boolean) {
    const query = { project: project ?? undefined, type: 'project-changes-reverted' };
    return useQuery({
        queryKey: ['events', query, 'reverts'],
        queryFn: ({ signal }) => fetchEvents(query, { offset: 0, limit: 200, signal }),
        select: ({ events }) => events.filter((event) => revertedBy(event) === id),
        enabled: isWanted,
    });
}

export function useEventCreators() {
    return useQuery({
        queryKey: ['events', 'creators'],
        queryFn: () => responseBody(api.GET('/api/admin/event-creators')),
    });
}
