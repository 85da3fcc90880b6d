import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { ContextField, NewContextField } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';

const contextFieldsKey = ['context-fields'];

function useFields(select: (fields: ContextField[]) => ContextField[]) {
    return useQuery({
        queryKey: contextFieldsKey,
        queryFn: () => answer(api.GET('/api/admin/context', { params: { query: { include: 'project' } } })),
        select,
    });
}

/** All fields, or only those that belong to one project. */
export const useContextFields = (projectId?: string) =>
    useFields((fields) => (projectId ? fields.filter(({ project }) => project === projectId) : fields));

/** The fields that something of a project may look at; without a project, something of all projects. */
export const useUsableContextFields = (projectId: string | undefined) =>
    useFields((fields) => fields.filter(({ project }) => !project || project === projectId));

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
            const { name: contextField, project: projectId, ...update } = body;
            if (isNew) await answer(api.POST('/api/admin/context', { body }));
            else if (projectId) {
                const params = { path: { projectId, contextField } };
                await answer(
                    api.PUT('/api/admin/projects/{projectId}/context/{contextField}', { params, body: update }),
                );
            } else {
                const params = { path: { contextField } };
                await answer(api.PUT('/api/admin/context/{contextField}', { params, body: update }));
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
        mutationFn: ({ name: contextField, project: projectId }: ContextField) =>
            projectId
                ? answer(
                      api.DELETE('/api/admin/projects/{projectId}/context/{contextField}', {
                          params: { path: { projectId, contextField } },
                      }),
                  )
                : answer(api.DELETE('/api/admin/context/{contextField}', { params: { path: { contextField } } })),
        meta: { quiet: true },
        onSuccess: (_answer, { name }) => {
            notify(`Context field ${name} deleted`);
            return queries.invalidateQueries({ queryKey: contextFieldsKey });
        },
    });
}
