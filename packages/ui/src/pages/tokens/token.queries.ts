import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { NewApiToken } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

const key = 'tokens';

/** All tokens, or those with access to the flags of a project. */
export function useTokens(projectId: string | undefined, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [key, projectId ?? null],
        queryFn: () =>
            projectId === undefined
                ? api.GET('/api/admin/api-tokens')
                : api.GET('/api/admin/projects/{projectId}/api-tokens', { path: { projectId } }),
        select: ({ tokens }) => tokens,
    });
}

export function useCreateToken(projectId?: string) {
    return useChange(
        ({ projects, ...body }: NewApiToken) =>
            projectId === undefined
                ? api.POST('/api/admin/api-tokens', { body: { ...body, ...(projects && { projects }) } })
                : api.POST('/api/admin/projects/{projectId}/api-tokens', { path: { projectId }, body }),
        { successMessage: ({ tokenName }) => `Token ${tokenName} created`, invalidates: [key, 'environments'] },
    );
}

export function useDeleteToken(projectId?: string) {
    return useChange(
        ({ id }: { id: number; tokenName: string }) =>
            projectId === undefined
                ? api.DELETE('/api/admin/api-tokens/{token}', { path: { token: String(id) } })
                : api.DELETE('/api/admin/projects/{projectId}/api-tokens/{token}', {
                      path: { projectId, token: String(id) },
                  }),
        {
            successMessage: ({ tokenName }) => `Token ${tokenName} deleted; clients that use it are rejected`,
            invalidates: [key],
        },
    );
}
