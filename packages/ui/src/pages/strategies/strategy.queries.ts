import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { Flag, NewStrategy } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { flagChange, flagKey } from '../flags/flag.queries.ts';
import { type FlagEnvironmentAt, type FlagEnvironmentOfType, flagRequests } from '../flags/flag-requests.ts';
import { isOnlyEnabledStrategy, reordered } from '../flags/flag-state.ts';

export function useStrategyTypes() {
    return useQuery({
        queryKey: ['strategy-types'],
        queryFn: () => api.GET('/api/admin/strategies'),
        select: ({ strategies }) => strategies,
        staleTime: 60_000,
    });
}

interface SaveStrategyInput {
    /** Undefined to add a strategy. */
    strategyId?: string | undefined;
    body: NewStrategy;
    /** The previous state, for undo. */
    before?: NewStrategy;
}

const saveStrategy = (
    client: ApiClient,
    at: FlagEnvironmentAt,
    { strategyId, body }: Omit<SaveStrategyInput, 'before'>,
) =>
    strategyId === undefined
        ? flagRequests.addStrategy(client, at, body)
        : flagRequests.replaceStrategy(client, at, strategyId, body);

/** Failures are shown as messages, unless a form shows them. */
export function useSaveStrategy(at: FlagEnvironmentOfType, { isDirect = true } = {}) {
    const queries = useQueryClient();
    return useChange((input: SaveStrategyInput, client) => saveStrategy(client, at, input), {
        invalidates: flagChange(at.projectId, [at.featureName]),
        isDirect,
        staysUndoable: () => at.type === 'production',
        before: ({ strategyId, body }) => ({ turnsOff: body.disabled === true && isLast(queries, at, strategyId) }),
        successMessage: ({ strategyId }, _answer, { turnsOff }) =>
            `${at.featureName}: strategy ${strategyId ? 'changed' : 'added'} in ${at.environment}${turnsOff ? TURNED_OFF : ''}`,
        undo: ({ strategyId, before }, { turnsOff }) =>
            before && {
                run: async () => {
                    await saveStrategy(api, at, { strategyId, body: before });
                    if (turnsOff) await flagRequests.turnOn(api, at);
                },
                successMessage: restoredMessage(at),
            },
    });
}

export function useRemoveStrategy(at: FlagEnvironmentOfType) {
    const queries = useQueryClient();
    return useChange(
        ({ strategyId }: { strategyId: string; before: NewStrategy }, client) =>
            flagRequests.removeStrategy(client, at, strategyId),
        {
            invalidates: flagChange(at.projectId, [at.featureName]),
            isDirect: true,
            staysUndoable: () => at.type === 'production',
            before: ({ strategyId }) => ({ turnsOff: isLast(queries, at, strategyId) }),
            successMessage: (_input, _answer, { turnsOff }) =>
                `${at.featureName}: strategy removed from ${at.environment}${turnsOff ? TURNED_OFF : ''}`,
            undo: ({ before }, { turnsOff }) => ({
                run: async () => {
                    await flagRequests.addStrategy(api, at, before);
                    if (turnsOff) await flagRequests.turnOn(api, at);
                },
                successMessage: restoredMessage(at),
            }),
        },
    );
}

const TURNED_OFF = '. It was the last enabled one, so the flag was turned off there';

const restoredMessage = ({ featureName, environment }: FlagEnvironmentAt) =>
    `${featureName} restored in ${environment}`;

function isLast(queries: QueryClient, at: FlagEnvironmentAt, strategyId: string | undefined): boolean {
    const flag = queries.getQueryData<Flag>(flagKey(at));
    return flag !== undefined && isOnlyEnabledStrategy(flag, at.environment, strategyId);
}

/** Reorders strategies with an optimistic update. */
export function useReorderStrategies(at: FlagEnvironmentOfType) {
    const queries = useQueryClient();
    const successMessage = () => `${at.featureName}: strategies reordered in ${at.environment}`;
    const shows = (ids: readonly string[]) => {
        void queries.cancelQueries({ queryKey: flagKey(at) });
        const flag = queries.getQueryData<Flag>(flagKey(at));
        if (flag) queries.setQueryData<Flag>(flagKey(at), reordered(flag, at.environment, ids));
        return () => queries.setQueryData<Flag>(flagKey(at), flag);
    };
    return useChange(
        ({ ids }: { ids: string[]; before: string[] }, client) => flagRequests.orderStrategies(client, at, ids),
        {
            successMessage,
            optimisticUpdate: ({ ids }) => shows(ids),
            invalidates: flagChange(at.projectId, [at.featureName]),
            isDirect: true,
            staysUndoable: () => at.type === 'production',
            undo: ({ before }) => ({
                run: () => flagRequests.orderStrategies(api, at, before),
                successMessage: successMessage(),
                optimisticUpdate: () => shows(before),
            }),
        },
    );
}
