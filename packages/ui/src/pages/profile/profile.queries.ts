import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

export function useProfile() {
    return useQuery({ queryKey: ['profile'], queryFn: () => api.GET('/api/admin/user/profile') });
}

export function useOwnTokens() {
    return useQuery({
        queryKey: ['own-tokens'],
        queryFn: () => api.GET('/api/admin/user/tokens'),
        select: ({ pats }) => pats,
    });
}

export function useCreateOwnToken() {
    return useChange(
        (body: { description: string; expiresAt: string }) => api.POST('/api/admin/user/tokens', { body }),
        {
            successMessage: ({ description }) => `Token ${description} created`,
            invalidates: ['own-tokens'],
        },
    );
}

export function useDeleteOwnToken() {
    return useChange(
        ({ id }: { id: number; description: string }) => api.DELETE('/api/admin/user/tokens/{id}', { path: { id } }),
        { successMessage: ({ description }) => `Token ${description} deleted`, invalidates: ['own-tokens'] },
    );
}

export function useChangePassword() {
    return useChange(
        (body: { password: string; confirmPassword: string; oldPassword: string }) =>
            api.POST('/api/admin/user/change-password', { body }),
        { successMessage: () => 'Password changed; your other sessions have ended', invalidates: ['own-sessions'] },
    );
}

export function useOwnSessions() {
    return useQuery({
        queryKey: ['own-sessions'],
        queryFn: () => api.GET('/api/admin/user/sessions'),
        select: ({ sessions }) => sessions,
    });
}

export function useEndSession() {
    return useChange(
        (sessionId: number) => api.DELETE('/api/admin/user/sessions/{sessionId}', { path: { sessionId } }),
        {
            successMessage: () => 'Session ended',
            invalidates: ['own-sessions', 'session'],
            isDirect: true,
            leavesNoEvent: true,
        },
    );
}
