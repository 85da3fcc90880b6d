import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';

type Schemas = components['schemas'];

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
    return useQuery({ queryKey: ['users'], queryFn: () => responseBody(api.GET('/api/admin/user-admin')) });
}

export function useCreateUser() {
    return useChange((body: Schemas['newUser']) => responseBody(api.POST('/api/admin/user-admin', { body })), {
        successMessage: (_input, user) =>
            `${nameOf(user)} created${user.emailSent ? '; a link was sent by e-mail' : ''}`,
        invalidates: ['users', 'access-candidates', 'projects'],
    });
}

export function useUpdateUser() {
    return useChange(
        ({ id, ...body }: Schemas['userUpdate'] & { id: number }) =>
            responseBody(api.PUT('/api/admin/user-admin/{id}', { params: { path: { id } }, body })),
        { successMessage: (_input, user) => `${nameOf(user)} changed`, invalidates: ['users', 'session'] },
    );
}

export function useDeleteUser() {
    return useChange(
        (user: User) => responseBody(api.DELETE('/api/admin/user-admin/{id}', { params: { path: { id: user.id } } })),
        {
            successMessage: (user) => `${nameOf(user)} deleted; their sessions have ended`,
            invalidates: ['users', 'groups', 'projects'],
        },
    );
}

export function useSetUserPassword() {
    return useChange(
        ({ id, password }: { id: number; password: string }) =>
            responseBody(
                api.POST('/api/admin/user-admin/{id}/change-password', {
                    params: { path: { id } },
                    body: { password },
                }),
            ),
        { successMessage: () => 'Password changed', invalidates: [] },
    );
}

export function useSessionsOf(id: number) {
    return useQuery({
        queryKey: ['sessions', id],
        queryFn: () => responseBody(api.GET('/api/admin/user-admin/{id}/sessions', { params: { path: { id } } })),
        select: ({ sessions }) => sessions,
    });
}

export function useEndSessionOf(id: number) {
    return useChange(
        (sessionId: number) =>
            responseBody(
                api.DELETE('/api/admin/user-admin/{id}/sessions/{sessionId}', { params: { path: { id, sessionId } } }),
            ),
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
        queryFn: () => responseBody(api.GET('/api/admin/user-admin/{id}/tokens', { params: { path: { id } } })),
        select: ({ pats }) => pats,
    });
}

export function useDeleteTokenOf(id: number) {
    return useChange(
        (tokenId: number) =>
            responseBody(
                api.DELETE('/api/admin/user-admin/{id}/tokens/{tokenId}', { params: { path: { id, tokenId } } }),
            ),
        { successMessage: () => 'Token deleted', invalidates: ['tokens-of-user'] },
    );
}

export function useEndAllSessionsOf(user: User) {
    return useChange(
        () => responseBody(api.DELETE('/api/admin/user-admin/{id}/sessions', { params: { path: { id: user.id } } })),
        {
            successMessage: () => `${nameOf(user)} is signed out everywhere`,
            invalidates: ['sessions', 'session'],
            leavesNoEvent: true,
        },
    );
}
