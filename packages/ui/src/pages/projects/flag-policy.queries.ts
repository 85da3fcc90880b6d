import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

const keyOf = (projectId: string) => ['projects', projectId, 'flag-policy'] as const;

export function useFlagPolicy(projectId: string) {
    return useQuery({
        queryKey: keyOf(projectId),
        queryFn: () => api.GET('/api/admin/projects/{projectId}/flag-policy', { path: { projectId } }),
    });
}

export function useFlagPolicyViolations(projectId: string) {
    return useQuery({
        queryKey: [...keyOf(projectId), 'violations'],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/flag-policy/violations', { path: { projectId } }),
    });
}

export function useSetFlagPolicy(projectId: string) {
    return useChange(
        (body: Schemas['flagPolicyUpdate']) =>
            api.PUT('/api/admin/projects/{projectId}/flag-policy', { path: { projectId }, body }),
        { successMessage: () => 'Flag policy saved', invalidates: ['projects'] },
    );
}
