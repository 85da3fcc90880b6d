import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ListedFlag } from '../../api/types.ts';
import { type SearchQuery, toQuery } from '../flags/table/flag-search.ts';

export const FLAGS_PER_PAGE = 50;

interface Options {
    limit?: number;
    isEnabled?: boolean;
    favoritesFirst?: boolean;
}

export function useFlagSearch(
    search: SearchQuery,
    page = 0,
    { limit = FLAGS_PER_PAGE, isEnabled = true, favoritesFirst = false }: Options = {},
) {
    return useQuery({
        queryKey: ['search', search, page, limit],
        queryFn: () =>
            api.GET('/api/admin/search/features', {
                query: {
                    ...toQuery(search),
                    ...(favoritesFirst && { favoritesFirst }),
                    offset: String(page * limit),
                    limit: String(limit),
                },
            }),
        placeholderData: keepPreviousData,
        enabled: isEnabled,
    });
}

/** The maximum number of names per request. */
const NAMES_AT_ONCE = 100;

/** Loads the current state of these flags with their usage and dependents. */
export async function fetchFlags(names: readonly string[]): Promise<ListedFlag[]> {
    const result: ListedFlag[] = [];
    for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
        const some = names.slice(start, start + NAMES_AT_ONCE);
        const query = { name: `IS_ANY_OF:${some.join(',')}`, limit: String(NAMES_AT_ONCE) };
        const { features } = await api.GET('/api/admin/search/features', { query });
        result.push(...features);
    }
    return result;
}

/** The maximum page size of the service. */
const FLAGS_AT_ONCE = 1_000;

/** All flags that match a search, on all pages. */
export function useEveryFlag({ sort: _sort, isDown: _isDown, ...search }: SearchQuery, isEnabled: boolean) {
    return useQuery({
        queryKey: ['search', search, 'every'],
        queryFn: async () => {
            const result = new Map<string, ListedFlag>();
            let total = 1;
            for (let offset = 0; offset < total; offset += FLAGS_AT_ONCE) {
                // Sorted by name, so that the order is stable across pages.
                const query = { ...toQuery({ ...search, sort: 'name' }), limit: String(FLAGS_AT_ONCE) };
                const page = await api.GET('/api/admin/search/features', {
                    query: { ...query, offset: String(offset) },
                });
                total = page.total;
                for (const flag of page.features) result.set(flag.name, flag);
            }
            return { features: [...result.values()], total };
        },
        enabled: isEnabled,
    });
}
