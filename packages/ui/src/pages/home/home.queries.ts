import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { startOfDay } from '../../components/time/moment.ts';
import { repetitions } from '../events/repetitions.ts';
import { EFFECTIVE_TYPES, lastDays } from './daily-changes.ts';

/** The user's own objects: projects with a role or marked as favourite, flags created or marked. */
export function useDashboard() {
    return useQuery({
        queryKey: ['projects', 'dashboard'],
        queryFn: () => api.GET('/api/admin/personal-dashboard'),
    });
}

/** The maximum number of names in a URL; users with more see the events of everything. */
const MAX_NAMED = 50;

const isAnyOf = (names: readonly string[]) =>
    names.length > 0 && names.length <= MAX_NAMED ? `IS_ANY_OF:${names.join(',')}` : undefined;

/** The number of changes on the page, and the number of loaded events, of which some are left out. */
const MAX_CHANGES = 8;
const LOADED = '40';

/** Events that change nothing for other users. The page shows requests that are sent, decided or applied. */
const MINOR_EVENTS = new Set([
    'feature-favorited',
    'feature-unfavorited',
    'project-favorited',
    'project-unfavorited',
    'change-added',
    'change-edited',
    'change-discarded',
    'change-request-created',
    'change-request-discarded',
    'change-request-title-updated',
    'change-request-comment-added',
    'change-request-requested-approvers-updated',
    'change-request-approval-added',
]);

/** The latest changes in these projects; without any, in all projects. Repeated ones are together. */
export function useLatestChanges(projects: readonly string[] | undefined) {
    return useQuery({
        enabled: projects !== undefined,
        queryKey: ['events', 'latest', projects],
        queryFn: () =>
            api.GET('/api/admin/search/events', { query: { project: isAnyOf(projects ?? []), limit: LOADED } }),
        select: ({ events }) => repetitions(events.filter(({ type }) => !MINOR_EVENTS.has(type))).slice(0, MAX_CHANGES),
    });
}

interface ProductionQuery {
    projects: readonly string[] | undefined;
    /** The production environments. */
    environments: readonly string[];
    days: number;
}

const MAX_COUNTED = '1000';

/** The changes in production that affect users, of the last days. */
export function useProductionChanges({ projects, environments, days }: ProductionQuery) {
    return useQuery({
        enabled: projects !== undefined && environments.length > 0,
        queryKey: ['events', 'production', projects, environments, days],
        queryFn: () =>
            api.GET('/api/admin/search/events', {
                query: {
                    project: isAnyOf(projects ?? []),
                    environment: isAnyOf(environments),
                    type: isAnyOf(EFFECTIVE_TYPES),
                    from: `IS:${startOfDay(lastDays(days, new Date())[0] ?? '')}`,
                    limit: MAX_COUNTED,
                },
            }),
        select: ({ events }) => events,
    });
}

/** The oldest flags of these projects that are stale or past their expected lifetime; without any, of all projects. */
export function useFlagsToCleanUp(projects: readonly string[] | undefined) {
    return useQuery({
        enabled: projects !== undefined,
        queryKey: ['search', 'clean-up', projects],
        queryFn: () =>
            api.GET('/api/admin/search/features', {
                query: {
                    project: isAnyOf(projects ?? []),
                    state: 'IS_ANY_OF:stale,potentially-stale',
                    sortBy: 'createdAt',
                    sortOrder: 'asc',
                    limit: '6',
                },
            }),
    });
}
