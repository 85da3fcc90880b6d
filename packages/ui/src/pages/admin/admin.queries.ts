import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';

type Schemas = components['schemas'];

export type User = Schemas['user'];
export type Role = Schemas['role'];
export type Group = Schemas['group'];
export type ServiceAccount = Omit<Schemas['serviceAccount'], 'seenAt'>;
export type OidcSettings = Schemas['oidcSettings'];
export type SamlSettings = Schemas['samlSettings'];

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

// Users

export function useUsers() {
    return useQuery({ queryKey: ['users'], queryFn: () => answer(api.GET('/api/admin/user-admin')) });
}

export function useCreateUser() {
    return useChange((body: Schemas['newUser']) => answer(api.POST('/api/admin/user-admin', { body })), {
        says: (_input, user) => `${nameOf(user)} created${user.emailSent ? '; a link is on its way to them' : ''}`,
        refreshes: ['users', 'access-candidates'],
    });
}

export function useUpdateUser() {
    return useChange(
        ({ id, ...body }: Schemas['userUpdate'] & { id: number }) =>
            answer(api.PUT('/api/admin/user-admin/{id}', { params: { path: { id } }, body })),
        { says: (_input, user) => `${nameOf(user)} changed`, refreshes: ['users', 'session'] },
    );
}

export function useDeleteUser() {
    return useChange(
        (user: User) => answer(api.DELETE('/api/admin/user-admin/{id}', { params: { path: { id: user.id } } })),
        {
            says: (user) => `${nameOf(user)} deleted; their sessions have ended`,
            refreshes: ['users', 'groups', 'projects'],
        },
    );
}

export function useSetUserPassword() {
    return useChange(
        ({ id, password }: { id: number; password: string }) =>
            answer(
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
        queryFn: () => answer(api.GET('/api/admin/user-admin/{id}/sessions', { params: { path: { id } } })),
        select: ({ sessions }) => sessions,
    });
}

export function useEndSessionOf(id: number) {
    return useChange(
        (sessionId: number) =>
            answer(
                api.DELETE('/api/admin/user-admin/{id}/sessions/{sessionId}', { params: { path: { id, sessionId } } }),
            ),
        { says: () => 'Session ended', refreshes: ['sessions', 'session'], isDirect: true },
    );
}

export function useTokensOf(id: number) {
    return useQuery({
        queryKey: ['tokens-of-user', id],
        queryFn: () => answer(api.GET('/api/admin/user-admin/{id}/tokens', { params: { path: { id } } })),
        select: ({ pats }) => pats,
    });
}

export function useDeleteTokenOf(id: number) {
    return useChange(
        (tokenId: number) =>
            answer(api.DELETE('/api/admin/user-admin/{id}/tokens/{tokenId}', { params: { path: { id, tokenId } } })),
        { says: () => 'Token deleted', refreshes: ['tokens-of-user'] },
    );
}

export function useEndAllSessionsOf(user: User) {
    return useChange(
        () => answer(api.DELETE('/api/admin/user-admin/{id}/sessions', { params: { path: { id: user.id } } })),
        { says: () => `${nameOf(user)} is signed out everywhere`, refreshes: ['sessions', 'session'] },
    );
}

// Service accounts

export function useServiceAccounts() {
    return useQuery({ queryKey: ['service-accounts'], queryFn: () => answer(api.GET('/api/admin/service-account')) });
}

export function useSaveServiceAccount() {
    return useChange(
        async ({
            id,
            username,
            name,
            rootRole,
        }: {
            id: number | undefined;
            username: string;
            name: string;
            rootRole: number;
        }) => {
            if (id === undefined)
                await answer(api.POST('/api/admin/service-account', { body: { username, name, rootRole } }));
            else
                await answer(
                    api.PUT('/api/admin/service-account/{id}', { params: { path: { id } }, body: { name, rootRole } }),
                );
        },
        {
            says: ({ name, id }) => `Service account ${name} ${id === undefined ? 'created' : 'changed'}`,
            refreshes: ['service-accounts'],
        },
    );
}

export function useDeleteServiceAccount() {
    return useChange(
        ({ id }: ServiceAccount) => answer(api.DELETE('/api/admin/service-account/{id}', { params: { path: { id } } })),
        { says: ({ name }) => `Service account ${name} deleted`, refreshes: ['service-accounts'] },
    );
}

export function useCreateServiceToken() {
    return useChange(
        ({ id, ...body }: { id: number; description: string; expiresAt: string }) =>
            answer(api.POST('/api/admin/service-account/{id}/token', { params: { path: { id } }, body })),
        { says: ({ description }) => `Token ${description} created`, refreshes: ['service-accounts'] },
    );
}

export function useDeleteServiceToken() {
    return useChange(
        ({ id, tokenId }: { id: number; tokenId: number }) =>
            answer(
                api.DELETE('/api/admin/service-account/{id}/token/{tokenId}', { params: { path: { id, tokenId } } }),
            ),
        { says: () => 'Token deleted', refreshes: ['service-accounts'] },
    );
}

// Groups

export function useGroups() {
    return useQuery({
        queryKey: ['groups'],
        queryFn: () => answer(api.GET('/api/admin/groups')),
        select: ({ groups }) => groups,
    });
}

interface GroupInput {
    id: number | undefined;
    name: string;
    description: string | null;
    mappingsSSO: string[];
    rootRole: number | null;
    users: { user: { id: number } }[];
}

export function useSaveGroup() {
    return useChange(
        async ({ id, ...body }: GroupInput) => {
            if (id === undefined) await answer(api.POST('/api/admin/groups', { body }));
            else await answer(api.PUT('/api/admin/groups/{groupId}', { params: { path: { groupId: id } }, body }));
        },
        {
            says: ({ name, id }) => `Group ${name} ${id === undefined ? 'created' : 'changed'}`,
            refreshes: ['groups', 'access-candidates', 'projects'],
        },
    );
}

export function useDeleteGroup() {
    return useChange(
        ({ id }: Group) => answer(api.DELETE('/api/admin/groups/{groupId}', { params: { path: { groupId: id } } })),
        {
            says: ({ name }) => `Group ${name} deleted`,
            refreshes: ['groups', 'access-candidates', 'projects'],
        },
    );
}

// Roles

export function useRoles(isWanted = true) {
    return useQuery({
        enabled: isWanted,
        queryKey: ['roles'],
        queryFn: () => answer(api.GET('/api/admin/roles')),
        select: ({ roles }) => roles,
    });
}

export function useRole(roleId: number | undefined) {
    return useQuery({
        queryKey: ['roles', roleId],
        queryFn: () => answer(api.GET('/api/admin/roles/{roleId}', { params: { path: { roleId: roleId ?? 0 } } })),
        enabled: roleId !== undefined,
        // A form begins with it, so it is asked for each time.
        gcTime: 0,
    });
}

export function usePermissions() {
    return useQuery({
        queryKey: ['permissions'],
        queryFn: () => answer(api.GET('/api/admin/permissions')),
        select: ({ permissions }) => permissions,
        staleTime: 60_000,
    });
}

export interface RoleInput {
    id: number | undefined;
    name: string;
    description: string;
    type: 'root-custom' | 'custom';
    permissions: { name: string; environment?: string }[];
}

export function useSaveRole() {
    return useChange(
        async ({ id, ...body }: RoleInput) => {
            if (id === undefined) await answer(api.POST('/api/admin/roles', { body }));
            else await answer(api.PUT('/api/admin/roles/{roleId}', { params: { path: { roleId: id } }, body }));
        },
        {
            says: ({ name, id }) => `Role ${name} ${id === undefined ? 'created' : 'changed'}`,
            refreshes: ['roles', 'users', 'projects'],
        },
    );
}

export function useDeleteRole() {
    return useChange(
        ({ id }: Role) => answer(api.DELETE('/api/admin/roles/{roleId}', { params: { path: { roleId: id } } })),
        {
            says: ({ name }) => `Role ${name} deleted`,
            refreshes: ['roles'],
        },
    );
}

// Invite links

export function useInviteLinks() {
    return useQuery({
        queryKey: ['invite-links'],
        queryFn: () => answer(api.GET('/api/admin/invite-link/tokens')),
        select: ({ tokens }) => tokens,
    });
}

export function useCreateInviteLink() {
    return useChange(
        (body: { name: string; expiresAt: string }) => answer(api.POST('/api/admin/invite-link/tokens', { body })),
        {
            says: ({ name }) => `Invite link ${name} created`,
            refreshes: ['invite-links'],
        },
    );
}

export function useEnableInviteLink() {
    return useChange(
        ({ secret, enabled }: { secret: string; name: string; enabled: boolean }) =>
            answer(
                api.PUT('/api/admin/invite-link/tokens/{token}', {
                    params: { path: { token: secret } },
                    body: { enabled },
                }),
            ),
        {
            says: ({ name, enabled }) => `Invite link ${name} ${enabled ? 'works again' : 'no longer works'}`,
            refreshes: ['invite-links'],
            isDirect: true,
        },
    );
}

// Signing in

export function useOidcSettings() {
    return useQuery({
        queryKey: ['sso', 'oidc'],
        queryFn: () => answer(api.GET('/api/admin/auth/oidc/settings')),
        refetchInterval: false,
    });
}

export function useSaveOidcSettings() {
    return useChange(
        (body: Schemas['oidcSettingsUpdate']) => answer(api.POST('/api/admin/auth/oidc/settings', { body })),
        {
            says: ({ enabled }) => `OpenID Connect saved; it is ${enabled ? 'on' : 'off'}`,
            refreshes: ['sso'],
        },
    );
}

export function useSamlSettings() {
    return useQuery({
        queryKey: ['sso', 'saml'],
        queryFn: () => answer(api.GET('/api/admin/auth/saml/settings')),
        refetchInterval: false,
    });
}

export function useSaveSamlSettings() {
    return useChange(
        (body: Schemas['samlSettingsUpdate']) => answer(api.POST('/api/admin/auth/saml/settings', { body })),
        {
            says: ({ enabled }) => `SAML saved; it is ${enabled ? 'on' : 'off'}`,
            refreshes: ['sso'],
        },
    );
}

export function usePasswordLogin() {
    return useQuery({ queryKey: ['sso', 'simple'], queryFn: () => answer(api.GET('/api/admin/auth/simple/settings')) });
}

export function useSavePasswordLogin() {
    return useChange(
        (disabled: boolean) => answer(api.POST('/api/admin/auth/simple/settings', { body: { disabled } })),
        {
            says: (disabled) => `Signing in with a password is ${disabled ? 'off' : 'on'}`,
            refreshes: ['sso', 'ui-config'],
            isDirect: true,
        },
    );
}

export function useScimSettings() {
    return useQuery({ queryKey: ['sso', 'scim'], queryFn: () => answer(api.GET('/api/admin/scim-settings')) });
}

export function useSaveScimSettings() {
    return useChange(
        (body: { enabled: boolean; manageAdministrators: boolean }) =>
            answer(api.POST('/api/admin/scim-settings', { body })),
        {
            says: ({ enabled }) => `Provisioning with SCIM is ${enabled ? 'on' : 'off'}`,
            refreshes: ['sso'],
            isDirect: true,
        },
    );
}

export function useNewScimToken() {
    return useChange((_: undefined) => answer(api.POST('/api/admin/scim-settings/generate-new-token')), {
        says: () => 'A new SCIM token was made; the one before no longer works',
        refreshes: ['sso'],
    });
}

const LOGINS_PER_PAGE = 200;

/** A page of who tried to sign in, newest first, and whether there are older ones. */
export function useLogins(page: number) {
    return useQuery({
        queryKey: ['logins', page],
        queryFn: () =>
            answer(
                api.GET('/api/admin/logins', {
                    params: {
                        query: { offset: String(page * LOGINS_PER_PAGE), limit: String(LOGINS_PER_PAGE + 1) },
                    },
                }),
            ),
        select: (found) => {
            // Text is for whoever asks for CSV.
            const logins = typeof found === 'string' ? [] : found.events;
            return { logins: logins.slice(0, LOGINS_PER_PAGE), hasOlder: logins.length > LOGINS_PER_PAGE };
        },
        placeholderData: keepPreviousData,
    });
}

// Agents

export type AgentsSettings = Schemas['agentsSettings'];

export function useAgentsSettings() {
    return useQuery({ queryKey: ['agents'], queryFn: () => answer(api.GET('/api/admin/agents')) });
}

export function useSetAgents() {
    return useChange((body: AgentsSettings) => answer(api.PUT('/api/admin/agents', { body })), {
        says: () => 'What agents may do is saved',
        refreshes: ['agents'],
    });
}

// The instance

export function useSetMaintenance() {
    return useChange((enabled: boolean) => answer(api.POST('/api/admin/maintenance', { body: { enabled } })), {
        says: (enabled) => `Maintenance mode is ${enabled ? 'on' : 'off'}`,
        refreshes: ['ui-config'],
        isDirect: true,
    });
}

export function useSetCors() {
    return useChange(
        (frontendApiOrigins: string[]) =>
            answer(api.POST('/api/admin/ui-config/cors', { body: { frontendApiOrigins } })),
        { says: () => 'Origins of the frontend API saved', refreshes: ['ui-config'] },
    );
}

export function useStatistics() {
    return useQuery({
        queryKey: ['statistics'],
        queryFn: () => answer(api.GET('/api/admin/instance-admin/statistics')),
    });
}
