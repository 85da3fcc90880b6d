import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { mergeReloaded } from './merge-reloaded.ts';
import type { SomeFlags } from './subjects.ts';
import type { FlagOverview } from './types.ts';

export const flagListKey = (project: string) => ['flags', project, 'list'] as const;

export interface CachedFlagList {
    features: FlagOverview[];
}

/** Above this number, loading single rows costs as much as loading the whole list. */
const MAX_ROWS = 100;

/**
 * Reloads some flags of a project's list, or the whole list if that is simpler. Returns false if the loaded data must not be
 * displayed any more.
 */
export async function loadFlagRows(
    queries: QueryClient,
    { project: projectId, flags }: SomeFlags,
    mayShow: () => boolean,
): Promise<boolean> {
    const queryKey = flagListKey(projectId);
    const query = queries.getQueryCache().find<CachedFlagList>({ queryKey, exact: true });
    const wholeList = async () => {
        await queries.invalidateQueries({ queryKey, exact: true });
        return true;
    };
    if (!query?.isActive() || query.state.data === undefined || flags.length > MAX_ROWS) return wholeList();
    // A list request in flight may have been evaluated before the change.
    if (query.state.fetchStatus !== 'idle') return wholeList();
    const rows = await api
        .GET('/api/admin/projects/{projectId}/features', {
            path: { projectId },
            query: { name: [...flags] },
        })
        .catch(() => undefined);
    if (!rows) return wholeList();
    if (!mayShow()) return false;
    // A list request that is in flight now started later and overwrites these rows.
    queries.setQueryData<CachedFlagList>(
        queryKey,
        (list) => list && { ...list, features: mergeReloaded(list.features, flags, rows.features) },
    );
    return true;
}
