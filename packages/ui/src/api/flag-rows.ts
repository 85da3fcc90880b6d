import type { QueryClient } from '@tanstack/react-query';
import { answer, api } from './client.ts';
import { renewed } from './renewed-data.ts';
import type { SomeFlags } from './subjects.ts';
import type { FlagOverview } from './types.ts';

export const flagListKey = (project: string) => ['flags', project, 'list'] as const;

export interface CachedFlagList {
    features: FlagOverview[];
}

/** So many at once cost as much as all. */
const MAX_ROWS = 100;

/**
 * Loads some flags again where the list of a project shows them; the whole list where that is simpler.
 * False: what was loaded may no longer be put on the screen.
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
    // A list that is on its way may have been read before the change.
    if (query.state.fetchStatus !== 'idle') return wholeList();
    const rows = await answer(
        api.GET('/api/admin/projects/{projectId}/features', {
            params: { path: { projectId }, query: { name: [...flags] } },
        }),
    ).catch(() => undefined);
    if (!rows) return wholeList();
    if (!mayShow()) return false;
    // A list request in flight started later.
    queries.setQueryData<CachedFlagList>(
        queryKey,
        (list) => list && { ...list, features: renewed(list.features, flags, rows.features) },
    );
    return true;
}
