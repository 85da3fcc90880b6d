import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';

export interface FlagSearch {
    query?: string | undefined;
    project?: string | undefined;
    type?: string | undefined;
    state?: string | undefined;
    lifecycle?: string | undefined;
    archived?: boolean | undefined;
    favorite?: boolean | undefined;
    sortBy?: string | undefined;
    sortOrder?: 'asc' | 'desc' | undefined;
}

export const FLAGS_PER_PAGE = 50;

const is = (value: string | undefined) => (value ? `IS:${value}` : undefined);

export function useFlagSearch(search: FlagSearch, page = 0, { limit = FLAGS_PER_PAGE, isWanted = true } = {}) {
    const { query, project, type, state, lifecycle, archived = false, favorite, sortBy, sortOrder } = search;
    return useQuery({
        queryKey: ['search', search, page, limit],
        queryFn: () =>
            answer(
                api.GET('/api/admin/search/features', {
                    params: {
                        query: {
                            query: query || undefined,
                            project: is(project),
                            type: is(type),
                            state: is(state),
                            lifecycle: is(lifecycle),
                            archived: `IS:${archived}`,
                            favorite: favorite ? 'IS:true' : undefined,
                            sortBy,
                            sortOrder,
                            offset: String(page * limit),
                            limit: String(limit),
                        },
                    },
                }),
            ),
        placeholderData: keepPreviousData,
        enabled: isWanted,
    });
}
