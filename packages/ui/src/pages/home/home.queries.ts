import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';

/** The user's own objects: projects with a role or marked as favourite, flags created or marked. */
export function useDashboard() {
    return useQuery({
        queryKey: ['projects', 'dashboard'],
        queryFn: () => responseBody(api.GET('/api/admin/personal-dashboard')),
    });
}

/** The maximum number of names in a URL; users with more see the events of everything. */
const MAX_NAMED = 50;

const isAnyOf = (projects: readonly string[]) =>
    projects.length > 0 && projects.length <= MAX_NAMED ? `IS_ANY_OF:${projects.join(',')}` : undefined;

const CHANGES = '8';

/** The latest changes in these projects; without any, in all projects. */
export function useLatestChanges(projects: readonly string[] | undefined) {
    return useQuery({
        enabled: projects !== undefined,
        queryKey: ['events', 'latest', projects],
        queryFn: () =>
            responseBody(
                api.GET('/api/admin/search/events', {
                    params: { query: { project: isAnyOf(projects ?? []), limit: CHANGES } },
                }),
            ),
        select: ({ events }) => events,
    });
}

/** The oldest flags of these projects that are stale or past their expected lifetime; without any, of all projects. */
export function useFlagsToCleanUp(projects: readonly string[] | undefined) {
    return useQuery({
        enabled: projects !== undefined,
        queryKey: ['search', 'clean-up', projects],
        queryFn: () =>
            responseBody(
                api.GET('/api/admin/search/features', {
                    params: {
                        query: {
                            project: isAnyOf(projects ?? []),
                            state: 'IS_ANY_OF:stale,potentially-stale',
                            sortBy: 'createdAt',
                            sortOrder: 'asc',
                            limit: '6',
                        },
                    },
                }),
            ),
    });
}
