import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type Group = Schemas['group'];

export function useGroups() {
    return useQuery({
        queryKey: ['groups'],
        queryFn: () => api.GET('/api/admin/groups'),
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
            if (id === undefined) await api.POST('/api/admin/groups', { body });
            else await api.PUT('/api/admin/groups/{groupId}', { path: { groupId: id }, body });
        },
        {
            successMessage: ({ name, id }) => `Group ${name} ${id === undefined ? 'created' : 'changed'}`,
            invalidates: ['groups', 'access-candidates', 'projects'],
        },
    );
}

export function useDeleteGroup() {
    return useChange(({ id }: Group) => api.DELETE('/api/admin/groups/{groupId}', { path: { groupId: id } }), {
        successMessage: ({ name }) => `Group ${name} deleted`,
        invalidates: ['groups', 'access-candidates', 'projects'],
    });
}
