import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type User = Schemas['user'];

export const nameOf = ({
    name,
    username,
    email,
    id,
}: {
    id: number;
    name?: string | null;
    username?: string | null;
    email?: string | null;
}) => name || username || email || `User ${id}`;

export function useUsers() {
    return useQuery({ queryKey: ['users'], queryFn: () => api.GET('/api/admin/user-admin') });
}

export function useCreateUser() {
    return useChange((body: Schemas['newUser']) => api.POST('/api/admin/user-admin', { body }), {
        successMessage: (_input, user) =>
            `${nameOf(user)} created${user.emailSent ? '; a link was sent by e-mail' : ''}`,
        invalidates: ['users', 'access-candidates', 'projects'],
    });
}

export function useUpdateUser() {
    return useChange(
        ({ id, ...body }: Schemas['userUpdate'] & { id: number }) =>
            api.PUT('/api/admin/user-admin/{id}', { path: { id }, body }),
        { successMessage: (_input, user) => `${nameOf(user)} changed`, invalidates: ['users', 'session'] },
    );
}

export function useDeleteUser() {
    return useChange((user: User) => api.DELETE('/api/admin/user-admin/{id}', { path: { id: user.id } }), {
        successMessage: (user) => `${nameOf(user)} deleted; their sessions have ended`,
        invalidates: ['users', 'groups', 'projects'],
    });
}

/** The users with a second factor, by id. */
export function useSecondFactors() {
    return useQuery({
        queryKey: ['second-factors'],
        queryFn: () => api.GET('/api/admin/second-factors'),
        select: ({ users }) => new Map(users.map((user) => [user.id, user])),
    });
}

export function useResetSecondFactors() {
    return useChange(
        (user: User) => api.DELETE('/api/admin/user-admin/{id}/second-factors', { path: { id: user.id } }),
        {
            successMessage: (user) => `Second factors of ${nameOf(user)} removed; their sessions have ended`,
            invalidates: ['second-factors', 'sessions'],
        },
    );
}

export function useSetUserPassword() {
    return useChange(
        ({ id, password }: { id: number; password: string }) =>
            api.POST('/api/admin/user-admin/{id}/change-password', { path: { id }, body: { password } }),
        { successMessage: () => 'Password changed', invalidates: [] },
    );
}

export function useSessionsOf(id: number) {
    return useQuery({
        queryKey: ['sessions', id],
        queryFn: () => api.GET('/api/admin/user-admin/{id}/sessions', { path: { id } }),
        select: ({ sessions }) => sessions,
    });
}

export function useEndSessionOf(id: number) {
    return useChange(
        (sessionId: number) =>
            api.DELETE('/api/admin/user-admin/{id}/sessions/{sessionId}', { path: { id, sessionId } }),
        {
            successMessage: () => 'Session ended',
            invalidates: ['sessions', 'session'],
            isDirect: true,
            leavesNoEvent: true,
        },
    );
}

export function useTokensOf(id: number) {
    return useQuery({
        queryKey: ['tokens-of-user', id],
        queryFn: () => api.GET('/api/admin/user-admin/{id}/tokens', { path: { id } }),
        select: ({ pats }) => pats,
    });
}

export function useDeleteTokenOf(id: number) {
    return useChange(
        (tokenId: number) => api.DELETE('/api/admin/user-admin/{id}/tokens/{tokenId}', { path: { id, tokenId } }),
        { successMessage: () => 'Token deleted', invalidates: ['tokens-of-user'] },
    );
}

export function useEndAllSessionsOf(user: User) {
    return useChange(() => api.DELETE('/api/admin/user-admin/{id}/sessions', { path: { id: user.id } }), {
        successMessage: () => `${nameOf(user)} is signed out everywhere`,
        invalidates: ['sessions', 'session'],
        leavesNoEvent: true,
    });
}
