import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';

type Schemas = components['schemas'];

export type Group = Schemas['group'];

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
