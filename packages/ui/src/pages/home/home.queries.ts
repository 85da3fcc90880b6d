import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';

/** What is one's own: projects with a role in them or marked, flags one made or marked. */
export function useDashboard() {
    return useQuery({
        queryKey: ['projects', 'dashboard'],
        queryFn: () => answer(api.GET('/api/admin/personal-dashboard')),
    });
}

/** More than these do not fit into an address; whoever has more sees what happens anywhere. */
const MAX_NAMED = 50;

const isAnyOf = (projects: readonly string[]) =>
    projects.length > 0 && projects.length <= MAX_NAMED ? `IS_ANY_OF:${projects.join(',')}` : undefined;

const CHANGES = '8';

/** What happened last in these projects; in none: everywhere. */
export function useLatestChanges(projects: readonly string[] | undefined) {
    return useQuery({
        enabled: projects !== undefined,
        queryKey: ['events', 'latest', projects],
        queryFn: () =>
            answer(
                api.GET('/api/admin/search/events', {
                    params: { query: { project: isAnyOf(projects ?? []), limit: CHANGES } },
                }),
            ),
        select: ({ events }) => events,
    });
}

/** The oldest flags of these projects that are stale, or older than they should be; in none: of all. */
export function useFlagsToCleanUp(projects: readonly string[] | undefined) {
    return useQuery({
        enabled: projects !== undefined,
        queryKey: ['search', 'clean-up', projects],
        queryFn: () =>
            answer(
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
