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
        says: (_input, user) => `${nameOf(user)} created${user.emailSent ? '; a link was sent by e-mail' : ''}`,
        refreshes: ['users', 'access-candidates', 'projects'],
    });
}

export function useUpdateUser() {
    return useChange(
        ({ id, ...body }: Schemas['userUpdate'] & { id: number }) =>
            responseBody(api.PUT('/api/admin/user-admin/{id}', { params: { path: { id } }, body })),
        { says: (_input, user) => `${nameOf(user)} changed`, refreshes: ['users', 'session'] },
    );
}

export function useDeleteUser() {
    return useChange(
        (user: User) => responseBody(api.DELETE('/api/admin/user-admin/{id}', { params: { path: { id: user.id } } })),
        {
            says: (user) => `${nameOf(user)} deleted; their sessions have ended`,
            refreshes: ['users', 'groups', 'projects'],
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
        { says: () => 'Password changed', refreshes: [] },
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
        { says: () => 'Session ended', refreshes: ['sessions', 'session'], isDirect: true, leavesNoEvent: true },
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
        { says: () => 'Token deleted', refreshes: ['tokens-of-user'] },
    );
}

export function useEndAllSessionsOf(user: User) {
    return useChange(
        () => responseBody(api.DELETE('/api/admin/user-admin/{id}/sessions', { params: { path: { id: user.id } } })),
        {
            says: () => `${nameOf(user)} is signed out everywhere`,
            refreshes: ['sessions', 'session'],
            leavesNoEvent: true,
        },
    );
}
