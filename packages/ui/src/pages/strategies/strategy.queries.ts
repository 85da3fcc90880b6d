import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Flag, NewStrategy } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';
import { type FlagAt, flagKey, refreshFlags, turnOn, undoing } from '../flags/flag.queries.ts';

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

const saveStrategy = (at: FlagEnvironmentAt, { strategyId, body }: Saved) =>
    strategyId === undefined
        ? answer(api.POST(ALL, { params: { path: at }, body }))
        : answer(api.PUT(ONE, { params: { path: { ...at, strategyId } }, body }));

/** A form shows its failures itself; whoever has none says so. */
export function useSaveStrategy(at: FlagEnvironmentAt, { hasForm = false } = {}) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (saved: Saved) => saveStrategy(at, saved),
        meta: { quiet: hasForm },
        onMutate: ({ strategyId, body }) => ({ turnsOff: body.disabled === true && isLast(queries, at, strategyId) }),
        onSuccess: (_answer, { strategyId, before }, { turnsOff }) => {
            const undo = async () => {
                if (before) await saveStrategy(at, { strategyId, body: before });
                if (turnsOff) await turnOn(at, {});
            };
            notify(
                `${at.featureName}: strategy ${strategyId ? 'changed' : 'added'} in ${at.environment}${turnsOff ? TURNED_OFF : ''}`,
                before && undoing(queries, at.projectId, undo, asItWas(at)),
            );
            return refreshFlags(queries, at.projectId);
        },
    });
}

export function useRemoveStrategy(at: FlagEnvironmentAt) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ strategyId }: { strategyId: string; before: NewStrategy }) =>
            answer(api.DELETE(ONE, { params: { path: { ...at, strategyId } } })),
        onMutate: ({ strategyId }) => ({ turnsOff: isLast(queries, at, strategyId) }),
        onSuccess: (_answer, { before }, { turnsOff }) => {
            const undo = async () => {
                await saveStrategy(at, { body: before });
                if (turnsOff) await turnOn(at, {});
            };
            notify(
                `${at.featureName}: strategy removed from ${at.environment}${turnsOff ? TURNED_OFF : ''}`,
                undoing(queries, at.projectId, undo, asItWas(at)),
            );
            return refreshFlags(queries, at.projectId);
        },
    });
}

const TURNED_OFF = '. It was the last enabled one, so the flag was turned off there';

const asItWas = ({ featureName, environment }: FlagEnvironmentAt) => `${featureName} is as it was in ${environment}`;

/** Whether the flag is on by this strategy alone: without it the service turns the flag off. */
function isLast(queries: QueryClient, at: FlagEnvironmentAt, strategyId: string | undefined): boolean {
    const flag = queries.getQueryData<Flag>(flagKey(at));
    return flag !== undefined && isOnOnlyBy(flag, at.environment, strategyId);
}

export function isOnOnlyBy(flag: Flag, environment: string, strategyId: string | undefined): boolean {
    const there = flag.environments.find(({ name }) => name === environment);
    return (
        there?.enabled === true &&
        there.strategies.some(({ id }) => id === strategyId) &&
        there.strategies.every(({ id, disabled }) => disabled || id === strategyId)
    );
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
