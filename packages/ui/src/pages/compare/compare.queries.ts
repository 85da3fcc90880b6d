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
    return event?.environment ? { id: event.id, environment: event.environment } : undefined;
}

const MAX_EVENTS = 100;

/** The oldest of the latest events of a project. */
export function useOldestEvent(project: string | undefined, isEnabled: boolean) {
    const { data } = useQuery({
        enabled: isEnabled && project !== undefined,
        queryKey: ['events', 'oldest', project],
        queryFn: ({ signal }) => fetchEvents({ project }, { offset: 0, limit: MAX_EVENTS, signal }),
    });
    return data?.events.at(-1)?.id;
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
