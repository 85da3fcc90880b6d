import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import { type CachedFlagList, flagListKey } from '../../api/flag-rows.ts';
import { refresher } from '../../api/query-client.ts';
import type { Invalidation } from '../../api/subjects.ts';
import type { Flag, FlagOverview, ListedFlags, NewFlag } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import type { WriteMode } from '../../api/write-mode.ts';
import { type FlagAt, type FlagMembers, flagRequests } from './flag-requests.ts';
import { withSwitch } from './flag-state.ts';

export const flagKey = ({ projectId, featureName }: FlagAt) => ['flags', projectId, 'flag', featureName] as const;

/** The queries to invalidate after changes of flags. */
export const flagChange = (project: string, flags: readonly string[]): Invalidation[] => [{ project, flags }, 'search'];

/** The queries to invalidate after flags are created, archived or counted differently. */
export const flagSetChange = (project: string, flags: readonly string[]): Invalidation[] => [
    ...flagChange(project, flags),
    'projects',
];

export function useProjectFlags(projectId: string, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: flagListKey(projectId),
        queryFn: () => api.GET('/api/admin/projects/{projectId}/features', { path: { projectId } }),
        select: ({ features }) => features,
    });
}

const flagQuery = (at: FlagAt) =>
    queryOptions({
        queryKey: flagKey(at),
        queryFn: () =>
            api.GET('/api/admin/projects/{projectId}/features/{featureName}', {
                path: at,
                query: { variantEnvironments: true, archived: true },
            }),
    });

export function useFlag(at: FlagAt, isEnabled = true) {
    return useQuery({ ...flagQuery(at), enabled: isEnabled });
}

/** Several flags of a project; undefined until all of them are loaded. */
export function useFlags(projectId: string, names: readonly string[]): Flag[] | undefined {
    return useQueries({
        queries: names.map((featureName) => flagQuery({ projectId, featureName })),
        combine: (answers) => {
            const flags = answers.flatMap(({ data }) => data ?? []);
            return flags.length === names.length ? flags : undefined;
        },
    });
}

/** Optimistically updates a flag in all cached queries. Returns a function that reverts the update. */
export function showFlag(
    queries: QueryClient,
    at: FlagAt,
    change: <F extends FlagOverview | Flag>(flag: F) => F,
): () => void {
    const [listKey, key] = [flagListKey(at.projectId), flagKey(at)];
    for (const queryKey of [listKey, key]) {
        if (queries.isFetching({ queryKey, exact: true }) === 0) continue;
        // The cancellation is not awaited, so that the old state is never displayed. Cancelled queries are refetched afterwards.
        void queries.cancelQueries({ queryKey, exact: true });
        refresher.invalidate(['flags']);
    }
    const list = queries.getQueryData<CachedFlagList>(listKey);
    const flag = queries.getQueryData<Flag>(key);
    const searches = queries.getQueriesData<ListedFlags>({ queryKey: ['search'] });
    for (const [searchKey, before] of searches) {
        const features = before?.features.map((each) => (each.name === at.featureName ? change(each) : each));
        if (before && features) queries.setQueryData<ListedFlags>(searchKey, { ...before, features });
    }
    if (list) {
        const features = list.features.map((each) => (each.name === at.featureName ? change(each) : each));
        queries.setQueryData<CachedFlagList>(listKey, { ...list, features });
    }
    if (flag) queries.setQueryData<Flag>(key, change(flag));
    return () => {
        queries.setQueryData(listKey, list);
        queries.setQueryData(key, flag);
        for (const [searchKey, before] of searches) queries.setQueryData(searchKey, before);
    };
}

export function useCreateFlag(projectId: string) {
    return useChange(
        (body: NewFlag, client) =>
            client.POST('/api/admin/projects/{projectId}/features', { path: { projectId }, body }),
        {
            successMessage: (_input, flag) => `Flag ${flag.name} created (off in all environments)`,
            invalidates: ({ name }) => flagSetChange(projectId, [name]),
        },
    );
}

interface Switch {
    featureName: string;
    environment: string;
    enabled: boolean;
    /** If all strategies are disabled: enables them instead of adding the default strategy. */
    shouldActivateDisabledStrategies?: boolean;
    isProduction?: boolean;
    /**
     * Set if no enabled strategy exists, so that turning the flag on adds the project's default strategy: `none` if there are no
     * strategies, `disabled` if all are disabled.
     */
    addsStrategyTo?: 'none' | 'disabled' | undefined;
    /** Describes who gets the flag. */
    audience?: string | undefined;
    /** Whether the change cannot be undone, because turning the flag on again needs approval. */
    isFinal?: boolean;
}

/** The project is part of the input, because another project may be displayed when the response arrives. */
type SwitchAt = Switch & { projectId: string };

/** Returns the ids of the strategies that were added. */
async function switchFlag(input: SwitchAt, client: ApiClient) {
    const { enabled, shouldActivateDisabledStrategies = false, addsStrategyTo, ...rest } = input;
    const { projectId, featureName, environment } = rest;
    const at = { projectId, featureName, environment };
    if (!enabled) {
        await flagRequests.turnOff(client, at);
        return [];
    }
    // If the strategies cannot be loaded, undo leaves the added ones in place. That is better than failing to turn the flag on.
    const strategies = () => flagRequests.strategies(client, at).catch(() => []);
    const before = new Set(addsStrategyTo === 'disabled' ? (await strategies()).map(({ id }) => id) : []);
    await flagRequests.turnOn(client, at, shouldActivateDisabledStrategies ? { shouldActivateDisabledStrategies } : {});
    if (!addsStrategyTo) return [];
    return (await strategies()).flatMap(({ id }) => (before.has(id) ? [] : [id]));
}

/** Turns a flag on or off. */
export function useSetFlagEnabled(projectId: string) {
    const queries = useQueryClient();
    const successMessage = ({ featureName, environment, enabled, audience }: Switch) =>
        `${featureName} is ${enabled ? 'on' : 'off'} in ${environment}${audience ? ` ${audience}` : ''}`;
    const optimisticUpdate = ({ environment, enabled, ...at }: SwitchAt) =>
        showFlag(queries, at, (flag) => withSwitch(flag, environment, enabled));
    const change = useChange(switchFlag, {
        successMessage,
        optimisticUpdate,
        invalidates: ({ projectId: project, featureName }) => flagChange(project, [featureName]),
        isDirect: true,
        staysUndoable: ({ isProduction = false }) => isProduction,
        undo: ({ projectId: project, featureName, environment, enabled, isFinal }, _before, added) => {
            if (isFinal) return undefined;
            const at = { projectId: project, featureName, environment };
            const back = { ...at, enabled: !enabled };
            const run = async () => {
                await switchFlag(back, api);
                for (const id of added) await flagRequests.removeStrategy(api, at, id);
            };
            return { run, successMessage: successMessage(back), optimisticUpdate: () => optimisticUpdate(back) };
        },
    });
    return { mutate: (input: Switch, mode: WriteMode) => change.mutate({ projectId, ...input }, { mode }) };
}

export function useFavoriteFlag() {
    const queries = useQueryClient();
    return useChange(
        ({ projectId, featureName, isFavorite }: FlagAt & { isFavorite: boolean }, client) => {
            const params = { path: { projectId, featureName } };
            return isFavorite
                ? client.POST('/api/admin/projects/{projectId}/features/{featureName}/favorites', params)
                : client.DELETE('/api/admin/projects/{projectId}/features/{featureName}/favorites', params);
        },
        {
            optimisticUpdate: ({ isFavorite, ...at }) =>
                showFlag(queries, at, (flag) => ({ ...flag, favorite: isFavorite })),
            invalidates: ({ projectId, featureName }) => flagChange(projectId, [featureName]),
            isDirect: true,
        },
    );
}

export function useUpdateFlag(at: FlagAt) {
    return useChange((members: Omit<FlagMembers, 'stale'>, client) => flagRequests.setMembers(client, at, members), {
        successMessage: () => `Settings of ${at.featureName} saved`,
        invalidates: flagSetChange(at.projectId, [at.featureName]),
        isDirect: true,
    });
}

export function useCloneFlag(at: FlagAt) {
    return useChange(
        (name: string, client) =>
            client.POST('/api/admin/projects/{projectId}/features/{featureName}/clone', { path: at, body: { name } }),
        {
            successMessage: (_input, flag) => `${flag.name} created as a copy of ${at.featureName}`,
            invalidates: (name) => flagSetChange(at.projectId, [name]),
        },
    );
}

export const moveFlag = (client: ApiClient, at: FlagAt, newProjectId: string) =>
    client.POST('/api/admin/projects/{projectId}/features/{featureName}/changeProject', {
        path: at,
        body: { newProjectId },
    });

export function useMoveFlag(at: FlagAt) {
    const move = async ({ to, follow }: { to: string; follow: () => Promise<void> }, client: ApiClient) => {
        await moveFlag(client, at, to);
        // Navigates before a refetch under the old address.
        await follow();
    };
    return useChange(move, {
        successMessage: ({ to }) => `${at.featureName} moved to ${to}`,
        invalidates: ['flags', 'search', 'projects'],
    });
}

export function useFlagTypes() {
    return useQuery({
        queryKey: ['flag-types'],
        queryFn: () => api.GET('/api/admin/feature-types'),
        select: ({ types }) => types.toSorted((a, b) => Number(b.id === 'release') - Number(a.id === 'release')),
        staleTime: 60_000,
    });
}
