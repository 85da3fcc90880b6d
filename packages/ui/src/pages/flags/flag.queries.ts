import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, messageOf } from '../../api/client.ts';
import { hearsOfChanges } from '../../api/live.ts';
import type { Flag, FlagOverview, NewFlag } from '../../api/types.ts';
import { notify, notifyFailure } from '../../components/notify.tsx';

export interface FlagAt {
    projectId: string;
    featureName: string;
}

const listKey = (projectId: string) => ['flags', projectId, 'list'];
export const flagKey = ({ projectId, featureName }: FlagAt) => ['flags', projectId, 'flag', featureName];

/** After a change: whatever shows flags of this project asks again. */
export const refreshFlags = (queries: QueryClient, projectId: string) =>
    Promise.all([
        queries.invalidateQueries({ queryKey: ['flags', projectId] }),
        queries.invalidateQueries({ queryKey: ['events'] }),
        queries.invalidateQueries({ queryKey: ['projects'] }),
        queries.invalidateQueries({ queryKey: ['search'] }),
    ]);

/** What Undo does. Failures are told as well: whoever presses it may be far from the form that would show them. */
export const undoing =
    (queries: QueryClient, projectId: string, takeBack: () => Promise<unknown>, says: string) => () =>
        void takeBack().then(
            () => {
                notify(says);
                return refreshFlags(queries, projectId);
            },
            (error: unknown) => notifyFailure(messageOf(error)),
        );

export function useProjectFlags(projectId: string) {
    return useQuery({
        queryKey: listKey(projectId),
        queryFn: () => answer(api.GET('/api/admin/projects/{projectId}/features', { params: { path: { projectId } } })),
        select: ({ features }) => features,
    });
}

export function useFlag(at: FlagAt, isWanted = true) {
    return useQuery({
        enabled: isWanted,
        queryKey: flagKey(at),
        queryFn: () =>
            answer(
                api.GET('/api/admin/projects/{projectId}/features/{featureName}', {
                    params: { path: at, query: { variantEnvironments: true, archived: true } },
                }),
            ),
    });
}

export function useCreateFlag(projectId: string) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (body: NewFlag) =>
            answer(api.POST('/api/admin/projects/{projectId}/features', { params: { path: { projectId } }, body })),
        meta: { quiet: true },
        onSuccess: (flag) => {
            notify(`Flag ${flag.name} created; it is off everywhere`);
            return refreshFlags(queries, projectId);
        },
    });
}

interface Switch {
    featureName: string;
    environment: string;
    enabled: boolean;
    /** Where all strategies are disabled: enables them, rather than adding the default one. */
    shouldActivateDisabledStrategies?: boolean;
}

interface Switched extends Switch {
    projectId: string;
    /** Set when it takes back an earlier one. */
    isUndo?: boolean;
}

export const turnOn = (path: FlagAt & { environment: string }, query: { shouldActivateDisabledStrategies?: boolean }) =>
    answer(
        api.POST('/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/on', {
            params: { path, query },
        }),
    );

/** Turns a flag on or off. What is on the screen changes at once, and back if the service refuses. */
export function useSetFlagEnabled(projectId: string) {
    const queries = useQueryClient();
    const mutation = useMutation({
        // The project comes with the change: by the time of an undo, another one may be on the screen.
        mutationFn: ({ projectId, featureName, environment, enabled, shouldActivateDisabledStrategies }: Switched) => {
            const path = { projectId, featureName, environment };
            return enabled
                ? turnOn(path, shouldActivateDisabledStrategies ? { shouldActivateDisabledStrategies } : {})
                : answer(
                      api.POST(
                          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off',
                          { params: { path } },
                      ),
                  );
        },
        onMutate: (change) => {
            // Not waited for: the switch must not spring back even for a moment.
            void queries.cancelQueries({ queryKey: ['flags', change.projectId] });
            const list = queries.getQueryData<{ features: FlagOverview[] }>(listKey(change.projectId));
            const flag = queries.getQueryData<Flag>(flagKey(change));
            if (list) {
                queries.setQueryData(listKey(change.projectId), {
                    ...list,
                    features: list.features.map((each) =>
                        each.name === change.featureName ? switched(each, change) : each,
                    ),
                });
            }
            if (flag) queries.setQueryData(flagKey(change), switched(flag, change));
            return { list, flag };
        },
        onError: (_error, change, before) => {
            queries.setQueryData(listKey(change.projectId), before?.list);
            queries.setQueryData(flagKey(change), before?.flag);
            return refreshFlags(queries, change.projectId);
        },
        onSuccess: (_answer, change) => {
            const { featureName, environment, enabled, isUndo } = change;
            const undo = () => mutation.mutate({ ...change, enabled: !enabled, isUndo: true });
            notify(`${featureName} is ${enabled ? 'on' : 'off'} in ${environment}`, isUndo ? undefined : undo);
            // The screen is right already. The rest is asked for when the service tells of the change, and only then.
            return hearsOfChanges() ? undefined : refreshFlags(queries, change.projectId);
        },
    });
    return { mutate: (change: Switch) => mutation.mutate({ projectId, ...change }) };
}

function switched<F extends { environments: { name: string; enabled: boolean }[] }>(
    flag: F,
    { environment, enabled }: Switch,
): F {
    return {
        ...flag,
        environments: flag.environments.map((each) => (each.name === environment ? { ...each, enabled } : each)),
    };
}

export function useFavoriteFlag(projectId: string) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ featureName, isFavorite }: { featureName: string; isFavorite: boolean }) => {
            const params = { params: { path: { projectId, featureName } } };
            return isFavorite
                ? answer(api.POST('/api/admin/projects/{projectId}/features/{featureName}/favorites', params))
                : answer(api.DELETE('/api/admin/projects/{projectId}/features/{featureName}/favorites', params));
        },
        onMutate: ({ featureName, isFavorite }) => {
            void queries.cancelQueries({ queryKey: ['flags', projectId] });
            const mark = <F extends { name: string }>(flag: F) =>
                flag.name === featureName ? { ...flag, favorite: isFavorite } : flag;
            queries.setQueryData<{ features: FlagOverview[] }>(
                listKey(projectId),
                (list) => list && { ...list, features: list.features.map(mark) },
            );
            queries.setQueryData<Flag>(flagKey({ projectId, featureName }), (flag) => flag && mark(flag));
        },
        onSettled: () => refreshFlags(queries, projectId),
    });
}

export function useUpdateFlag(at: FlagAt) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (changes: Partial<Pick<Flag, 'description' | 'type' | 'impressionData'>>) =>
            answer(
                api.PATCH('/api/admin/projects/{projectId}/features/{featureName}', {
                    params: { path: at },
                    body: Object.entries(changes).map(([member, value]) => ({
                        op: 'replace' as const,
                        path: `/${member}`,
                        value,
                    })),
                }),
            ),
        onSuccess: () => {
            notify(`Settings of ${at.featureName} saved`);
            return refreshFlags(queries, at.projectId);
        },
    });
}

export function useCloneFlag(at: FlagAt) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (name: string) =>
            answer(
                api.POST('/api/admin/projects/{projectId}/features/{featureName}/clone', {
                    params: { path: at },
                    body: { name },
                }),
            ),
        meta: { quiet: true },
        onSuccess: (flag) => {
            notify(`${flag.name} created as a copy of ${at.featureName}`);
            return refreshFlags(queries, at.projectId);
        },
    });
}

const isOn = (flag: FlagOverview, environment: string) =>
    flag.environments.find(({ name }) => name === environment)?.enabled;

/** What can be done to several flags at once. */
export function useBulk(projectId: string) {
    const queries = useQueryClient();
    const path = { projectId };
    const some = (features: string[]) => (features.length === 1 ? features[0] : `${features.length} flags`);
    const done = (message: string, undo?: () => void) => {
        notify(message, undo);
        return refreshFlags(queries, projectId);
    };
    const listed = (names: string[]) => {
        const wanted = new Set(names);
        const list = queries.getQueryData<{ features: FlagOverview[] }>(listKey(projectId));
        return list?.features.filter(({ name }) => wanted.has(name)) ?? [];
    };
    const archive = useMutation({
        mutationFn: (features: string[]) =>
            answer(api.POST('/api/admin/projects/{projectId}/archive', { params: { path }, body: { features } })),
        meta: { quiet: true },
        onSuccess: (_answer, features) => done(`${some(features)} archived`, () => revive.mutate(features)),
    });
    const revive = useMutation({
        mutationFn: (features: string[]) =>
            answer(api.POST('/api/admin/projects/{projectId}/revive', { params: { path }, body: { features } })),
        onSuccess: (_answer, features) => done(`${some(features)} brought back, off everywhere`),
    });
    const remove = useMutation({
        mutationFn: (features: string[]) =>
            answer(api.POST('/api/admin/projects/{projectId}/delete', { params: { path }, body: { features } })),
        meta: { quiet: true },
        onSuccess: (_answer, features) => done(`${some(features)} deleted for good`),
    });
    const stale = useMutation({
        mutationFn: (body: { features: string[]; stale: boolean }) =>
            answer(api.POST('/api/admin/projects/{projectId}/stale', { params: { path }, body })),
        onSuccess: (_answer, body) => done(`${some(body.features)} marked as ${body.stale ? 'stale' : 'active'}`),
    });
    const toggle = useMutation({
        mutationFn: ({
            features,
            environment,
            enabled,
        }: {
            features: string[];
            environment: string;
            enabled: boolean;
            isUndo?: boolean;
        }) => {
            const options = { params: { path: { projectId, environment } }, body: { features } };
            return enabled
                ? answer(
                      api.POST('/api/admin/projects/{projectId}/bulk_features/environments/{environment}/on', options),
                  )
                : answer(
                      api.POST('/api/admin/projects/{projectId}/bulk_features/environments/{environment}/off', options),
                  );
        },
        onMutate: ({ features, environment, enabled, isUndo }) => ({
            // Those that were as wanted already stay so when the others are turned back.
            turned: isUndo ? [] : listed(features).filter((flag) => isOn(flag, environment) !== enabled),
        }),
        onSuccess: (_answer, { features, environment, enabled }, { turned }) => {
            const names = turned.map(({ name }) => name);
            const undo = () => toggle.mutate({ features: names, environment, enabled: !enabled, isUndo: true });
            return done(
                `${some(features)} turned ${enabled ? 'on' : 'off'} in ${environment}`,
                names.length > 0 ? undo : undefined,
            );
        },
    });
    const tag = useMutation({
        mutationFn: ({ features, value }: { features: string[]; value: string }) =>
            answer(
                api.PUT('/api/admin/projects/{projectId}/tags', {
                    params: { path },
                    body: { features, tags: { addedTags: [{ type: 'simple', value }], removedTags: [] } },
                }),
            ),
        onSuccess: (_answer, { features, value }) => done(`${some(features)} tagged ${value}`),
    });
    return { archive, revive, remove, stale, toggle, tag };
}

export function useFlagTypes() {
    return useQuery({
        queryKey: ['flag-types'],
        queryFn: () => answer(api.GET('/api/admin/feature-types')),
        select: ({ types }) => types.toSorted((a, b) => Number(b.id === 'release') - Number(a.id === 'release')),
        staleTime: 60_000,
    });
}
