import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { NewContextField } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';

const contextFieldsKey = ['context-fields'];

export function useContextFields() {
    return useQuery({
        queryKey: contextFieldsKey,
        queryFn: () => answer(api.GET('/api/admin/context')),
    });
}

export function useContextFieldUses(contextField: string) {
    return useQuery({
        queryKey: [...contextFieldsKey, contextField, 'uses'],
        queryFn: () =>
            answer(api.GET('/api/admin/context/{contextField}/strategies', { params: { path: { contextField } } })),
        select: ({ strategies }) => strategies,
    });
}

export function useSaveContextField() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: async ({ isNew, ...body }: NewContextField & { isNew: boolean }) => {
            if (isNew) await answer(api.POST('/api/admin/context', { body }));
            else {
                const { name, project: _project, ...rest } = body;
                await answer(
                    api.PUT('/api/admin/context/{contextField}', {
                        params: { path: { contextField: name } },
                        body: rest,
                    }),
                );
            }
        },
        meta: { quiet: true },
        onSuccess: (_answer, { isNew, name }) => {
            notify(`Context field ${name} ${isNew ? 'created' : 'changed'}`);
            return queries.invalidateQueries({ queryKey: contextFieldsKey });
        },
    });
}

export function useDeleteContextField() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (contextField: string) =>
            answer(api.DELETE('/api/admin/context/{contextField}', { params: { path: { contextField } } })),
        meta: { quiet: true },
        onSuccess: (_answer, name) => {
            notify(`Context field ${name} deleted`);
            return queries.invalidateQueries({ queryKey: contextFieldsKey });
        },
    });
}
