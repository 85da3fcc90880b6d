import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type Role = Schemas['role'];

/** The id of the built-in project role that new members get by default. */
export const MEMBER_ROLE = 5;

export function useRoles(isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['roles'],
        queryFn: () => api.GET('/api/admin/roles'),
        select: ({ roles }) => roles,
    });
}

export function useRole(roleId: number | undefined) {
    return useQuery({
        queryKey: ['roles', roleId],
        queryFn: () => api.GET('/api/admin/roles/{roleId}', { path: { roleId: roleId ?? 0 } }),
        enabled: roleId !== undefined,
        // Refetched each time, because it is the initial value of a form.
        gcTime: 0,
    });
}

export function usePermissions() {
    return useQuery({
        queryKey: ['permissions'],
        queryFn: () => api.GET('/api/admin/permissions'),
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
            if (id === undefined) await api.POST('/api/admin/roles', { body });
            else await api.PUT('/api/admin/roles/{roleId}', { path: { roleId: id }, body });
        },
        {
            successMessage: ({ name, id }) => `Role ${name} ${id === undefined ? 'created' : 'changed'}`,
            invalidates: ['roles', 'users', 'projects'],
        },
    );
}

export function useDeleteRole() {
    return useChange(({ id }: Role) => api.DELETE('/api/admin/roles/{roleId}', { path: { roleId: id } }), {
        successMessage: ({ name }) => `Role ${name} deleted`,
        invalidates: ['roles'],
    });
}
