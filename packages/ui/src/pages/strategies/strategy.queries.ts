import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Flag, NewStrategy } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';
import { type FlagAt, flagKey, refreshFlags } from '../flags/flag.queries.ts';

export interface FlagEnvironmentAt extends FlagAt {
    environment: string;
}

export function useStrategyTypes() {
    return useQuery({
        queryKey: ['strategy-types'],
        queryFn: () => answer(api.GET('/api/admin/strategies')),
        select: ({ strategies }) => strategies,
        staleTime: 60_000,
    });
}

const ALL = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies';
const ONE = `${ALL}/{strategyId}` as const;
const ORDER = `${ALL}/set-sort-order` as const;

interface Saved {
    /** Undefined adds one. */
    strategyId?: string | undefined;
    body: NewStrategy;
    /** What was there, for those who want it back. */
    before?: NewStrategy;
}

/** A form shows its failures itself; whoever has none says so. */
export function useSaveStrategy(at: FlagEnvironmentAt, { hasForm = false } = {}) {
    const queries = useQueryClient();
    const mutation = useMutation({
        mutationFn: ({ strategyId, body }: Saved) =>
            strategyId === undefined
                ? answer(api.POST(ALL, { params: { path: at }, body }))
                : answer(api.PUT(ONE, { params: { path: { ...at, strategyId } }, body })),
        meta: { quiet: hasForm },
        onSuccess: (_answer, { strategyId, before }) => {
            const undo = before && (() => mutation.mutate({ strategyId, body: before }));
            notify(`${at.featureName}: strategy ${strategyId ? 'changed' : 'added'} in ${at.environment}`, undo);
            return refreshFlags(queries, at.projectId);
        },
    });
    return mutation;
}

export function useRemoveStrategy(at: FlagEnvironmentAt) {
    const queries = useQueryClient();
    const save = useSaveStrategy(at);
    return useMutation({
        mutationFn: ({ strategyId }: { strategyId: string; before: NewStrategy }) =>
            answer(api.DELETE(ONE, { params: { path: { ...at, strategyId } } })),
        onSuccess: (_answer, { before }) => {
            notify(`${at.featureName}: strategy removed from ${at.environment}`, () => save.mutate({ body: before }));
            return refreshFlags(queries, at.projectId);
        },
    });
}

/** Puts strategies in another order; they stand in it at once. */
export function useReorderStrategies(at: FlagEnvironmentAt) {
    const queries = useQueryClient();
    const mutation = useMutation({
        mutationFn: ({ ids }: { ids: string[]; before?: string[] }) =>
            answer(api.POST(ORDER, { params: { path: at }, body: ids.map((id, sortOrder) => ({ id, sortOrder })) })),
        onMutate: ({ ids }) => {
            void queries.cancelQueries({ queryKey: flagKey(at) });
            const flag = queries.getQueryData<Flag>(flagKey(at));
            if (flag) queries.setQueryData(flagKey(at), reordered(flag, at.environment, ids));
            return { flag };
        },
        onError: (_error, _ids, context) => queries.setQueryData(flagKey(at), context?.flag),
        onSuccess: (_answer, { before }) =>
            notify(
                `${at.featureName}: strategies reordered in ${at.environment}`,
                before && (() => mutation.mutate({ ids: before })),
            ),
        onSettled: () => refreshFlags(queries, at.projectId),
    });
    return mutation;
}

const reordered = (flag: Flag, environment: string, ids: string[]): Flag => ({
    ...flag,
    environments: flag.environments.map((each) =>
        each.name === environment
            ? { ...each, strategies: each.strategies.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }
            : each,
    ),
});
