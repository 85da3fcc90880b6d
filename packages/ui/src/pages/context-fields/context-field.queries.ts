import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ContextField, NewContextField } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

const contextFieldsKey = ['context-fields'] as const;

function useFields(select: (fields: ContextField[]) => ContextField[], isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: contextFieldsKey,
        queryFn: () => api.GET('/api/admin/context', { query: { include: 'project' } }),
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
        queryFn: () => api.GET('/api/admin/context/{contextField}/strategies', { path: { contextField } }),
        select: ({ strategies }) => strategies,
    });
}

export function useSaveContextField() {
    return useChange(
        async ({ isNew, ...body }: NewContextField & { isNew: boolean }) => {
            const { name: contextField, project: projectId, ...update } = body;
            if (isNew) await api.POST('/api/admin/context', { body });
            else if (projectId) {
                const path = { projectId, contextField };
                await api.PUT('/api/admin/projects/{projectId}/context/{contextField}', { path, body: update });
            } else await api.PUT('/api/admin/context/{contextField}', { path: { contextField }, body: update });
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
                ? api.DELETE('/api/admin/projects/{projectId}/context/{contextField}', {
                      path: { projectId, contextField },
                  })
                : api.DELETE('/api/admin/context/{contextField}', { path: { contextField } }),
        { successMessage: ({ name }) => `Context field ${name} deleted`, invalidates: ['context-fields'] },
    );
}
