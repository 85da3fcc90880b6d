import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ListedEvent } from '../../api/types.ts';
import { startOfDay } from '../../components/time/moment.ts';
import { revertedBy } from './reading.ts';
import { requestOf } from './repetitions.ts';

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
    /** The first and the last day in the time zone of the reader. */
    from?: string | undefined;
    to?: string | undefined;
    /** A period until now, instead of days. */
    last?: Period | undefined;
}

const HOUR_MS = 3_600_000;

/** The periods until now, by their length. */
const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
export type Period = keyof typeof PERIODS;

const EVENTS_PER_PAGE = 100;

/** More markers on a chart could not be distinguished. */
export const MAX_MARKERS = 100;

const is = (value: string | undefined) => (value ? `IS:${value}` : undefined);

interface EventPage {
    offset: number;
    limit: number;
    signal: AbortSignal;
}

export function fetchEvents(filter: EventQuery, { offset, limit, signal }: EventPage) {
    const { id, groupId, query, feature, project, type, environment, createdBy, from, to, last } = filter;
    return api.GET('/api/admin/search/events', {
        query: {
            id: is(id),
            groupId: is(groupId),
            query: query || undefined,
            feature: is(feature),
            project: is(project),
            type: is(type),
            environment: is(environment),
            createdBy: is(createdBy),
            from: is(last ? new Date(Date.now() - PERIODS[last]).toISOString() : from && (startOfDay(from) ?? from)),
            to: is(last ? undefined : to && (startOfDay(to, 1) ?? to)),
            offset: String(offset),
            limit: String(limit),
        },
        signal,
    });
}

export function useEvents(filter: EventQuery, offset: number, limit = EVENTS_PER_PAGE) {
    return useQuery({
        queryKey: ['events', filter, offset, limit],
        queryFn: ({ signal }) => fetchEvents(filter, { offset, limit, signal }),
        placeholderData: keepPreviousData,
    });
}

/** The change requests that applied these changes, by the group of their events: the events of a flag do not contain its request. */
export function useAppliedRequests(groups: readonly string[]) {
    const query = {
        groupId: `IS_ANY_OF:${groups.join(',')}`,
        type: 'IS_ANY_OF:change-request-applied,change-request-scheduled-application-success',
        limit: '100',
    };
    return useQuery({
        queryKey: ['events', query],
        queryFn: ({ signal }) => api.GET('/api/admin/search/events', { query, signal }),
        select: ({ events }) =>
            new Map(
                events.flatMap((event) => {
                    const request = requestOf(event);
                    return request === undefined ? [] : [[event.groupId, request] as const];
                }),
            ),
        enabled: groups.length > 0,
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

export function useRevertsOf({ id, project }: ListedEvent, isEnabled: boolean) {
    const query = { project: project ?? undefined, type: 'project-changes-reverted' };
    return useQuery({
        queryKey: ['events', query, 'reverts'],
        queryFn: ({ signal }) => fetchEvents(query, { offset: 0, limit: 200, signal }),
        select: ({ events }) => events.filter((event) => revertedBy(event) === id),
        enabled: isEnabled,
    });
}

export function useEventCreators() {
    return useQuery({
        queryKey: ['events', 'creators'],
        queryFn: () => api.GET('/api/admin/event-creators'),
    });
}
