import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { fetchEvents } from '../events/event.queries.ts';
import { EFFECTIVE_TYPES } from '../home/daily-changes.ts';

export interface MomentComparison {
    project: string;
    /** Undefined for all environments of the project. */
    environment?: string | undefined;
    from: string;
    /** Undefined for now. */
    to?: string | undefined;
}

/** The event of the last change in production of a project that affects users. */
export function useLastProductionChange(project: string | undefined) {
    const { data: environments = [] } = useEnvironments();
    const production = environments.filter(({ type }) => type === 'production').map(({ name }) => name);
    const { data } = useQuery({
        enabled: project !== undefined && production.length > 0,
        queryKey: ['events', 'last production change', project, production],
        queryFn: () =>
            api.GET('/api/admin/search/events', {
                query: {
                    project: `IS:${project}`,
                    environment: `IS_ANY_OF:${production.join(',')}`,
                    type: `IS_ANY_OF:${EFFECTIVE_TYPES.join(',')}`,
                    limit: '1',
                },
            }),
    });
    const event = data?.events[0];
    return event?.environment
        ? { id: event.id, environment: event.environment, createdAt: event.createdAt }
        : undefined;
}

/** The time of the first change of the installation if it is later than the given time. The service has no state before it. */
export function useFirstChange(later: string) {
    return useQuery({
        queryKey: ['events', 'first change', later],
        queryFn: async ({ signal }) => {
            const before = await fetchEvents({ to: later }, { offset: 0, limit: 1, signal });
            if (before.total > 0) return null;
            const { total } = await fetchEvents({}, { offset: 0, limit: 1, signal });
            const { events } = await fetchEvents({}, { offset: Math.max(0, total - 1), limit: 1, signal });
            return events[0]?.createdAt ?? null;
        },
        staleTime: Number.POSITIVE_INFINITY,
    });
}

/** The differences between two moments, and the affected users. */
export function useComparison(query: MomentComparison | undefined) {
    const { project = '', environment, from = '', to } = query ?? {};
    return useQuery({
        // The current state changes with every flag; past states do not.
        queryKey: to === undefined ? ['playground', 'compare', query] : ['past', 'compare', query],
        queryFn: ({ signal }) =>
            // The variant that includes the affected users.
            api.POST('/api/admin/compare', {
                body: { project, from, ...(environment && { environment }), ...(to && { to }) },
                signal,
            }),
        enabled: query !== undefined,
        placeholderData: keepPreviousData,
        staleTime: to === undefined ? 0 : Number.POSITIVE_INFINITY,
        refetchInterval: false,
        retry: false,
    });
}
