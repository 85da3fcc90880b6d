import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';
import type { ContextField, NewContextField } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

const contextFieldsKey = ['context-fields'] as const;

function useFields(select: (fields: ContextField[]) => ContextField[], isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: contextFieldsKey,
        queryFn: () => responseBody(api.GET('/api/admin/context', { params: { query: { include: 'project' } } })),
        select,
    });
}

/** All fields, or only those of one project. */
export const useContextFields = (projectId?: string, isEnabled = true) =>
    useFields((fields) => (projectId ? fields.filter(({ project }) => project === projectId) : fields), isEnabled);

/** The fields that are available in a project; without a project, the global ones. */
export const useUsableContextFields = (projectId: string | undefined) =>
    useFields((fields) => fields.filter(({ project }) => !project || project === projectId));

export function useContextFieldUses(contextField: string) {
    return useQuery({
        queryKey: [...contextFieldsKey, contextField, 'uses'],
        queryFn: () =>
            responseBody(
                api.GET('/api/admin/context/{contextField}/strategies', { params: { path: { contextField } } }),
            ),
        select: ({ strategies }) => strategies,
    });
}

export function useSaveContextField() {
    return useChange(
        async ({ isNew, ...body }: NewContextField & { isNew: boolean }) => {
            const { name: contextField, project: projectId, ...update } = body;
            if (isNew) await responseBody(api.POST('/api/admin/context', { body }));
            else if (projectId) {
                const params = { path: { projectId, contextField } };
                await responseBody(
                    api.PUT('/api/admin/projects/{projectId}/context/{contextField}', { params, body: update }),
                );
            } else {
                const params = { path: { contextField } };
                await responseBody(api.PUT('/api/admin/context/{contextField}', { params, body: update }));
            }
        },
        {
            successMessage: ({ isNew, name }) => `Context field ${name} ${isNew ? 'created' : 'changed'}`,
            invalidates: ['context-fields'],
        },
    );
}

export function useDeleteContextField() {
    return useChange(
        ({ name: contextField, project: projectId }: ContextField) =>
            projectId
                ? responseBody(
                      api.DELETE('/api/admin/projects/{projectId}/context/{contextField}', {
                          params: { path: { projectId, contextField } },
                      }),
                  )
                : responseBody(api.DELETE('/api/admin/context/{contextField}', { params: { path: { contextField } } })),
        { successMessage: ({ name }) => `Context field ${name} deleted`, invalidates: ['context-fields'] },
    );
}
