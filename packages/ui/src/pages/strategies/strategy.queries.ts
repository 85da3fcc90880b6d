import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { NewStrategy } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';
import { type FlagAt, refreshFlags } from '../flags/flag.queries.ts';

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

export function useSaveStrategy(at: FlagEnvironmentAt) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ strategyId, body }: { strategyId: string | undefined; body: NewStrategy }) =>
            strategyId === undefined
                ? answer(
                      api.POST(
                          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies',
                          {
                              params: { path: at },
                              body,
                          },
                      ),
                  )
                : answer(
                      api.PUT(
                          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}',
                          { params: { path: { ...at, strategyId } }, body },
                      ),
                  ),
        meta: { quiet: true },
        onSuccess: (_answer, { strategyId }) => {
            notify(`Strategy ${strategyId ? 'changed' : 'added'} in ${at.environment}`);
            return refreshFlags(queries, at.projectId);
        },
    });
}

export function useRemoveStrategy(at: FlagEnvironmentAt) {
    const queries = useQueryClient();
    const save = useSaveStrategy(at);
    return useMutation({
        mutationFn: ({ strategyId }: { strategyId: string; before: NewStrategy }) =>
            answer(
                api.DELETE(
                    '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}',
                    {
                        params: { path: { ...at, strategyId } },
                    },
                ),
            ),
        meta: { quiet: true },
        onSuccess: (_answer, { before }) => {
            notify(`Strategy removed from ${at.environment}`, () =>
                save.mutate({ strategyId: undefined, body: before }),
            );
            return refreshFlags(queries, at.projectId);
        },
    });
}

export function useReorderStrategies(at: FlagEnvironmentAt) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (ids: string[]) =>
            answer(
                api.POST(
                    '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/set-sort-order',
                    { params: { path: at }, body: ids.map((id, sortOrder) => ({ id, sortOrder })) },
                ),
            ),
        onSuccess: () => {
            notify(`Strategies reordered in ${at.environment}`);
            return refreshFlags(queries, at.projectId);
        },
    });
}
