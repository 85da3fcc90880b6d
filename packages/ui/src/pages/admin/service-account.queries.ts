import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type ServiceAccount = Omit<Schemas['serviceAccount'], 'seenAt'>;

export function useServiceAccounts() {
    return useQuery({
        queryKey: ['service-accounts'],
        queryFn: () => api.GET('/api/admin/service-account'),
    });
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
            if (id === undefined) await api.POST('/api/admin/service-account', { body: { username, name, rootRole } });
            else await api.PUT('/api/admin/service-account/{id}', { path: { id }, body: { name, rootRole } });
        },
        {
            successMessage: ({ name, id }) => `Service account ${name} ${id === undefined ? 'created' : 'changed'}`,
            invalidates: ['service-accounts'],
        },
    );
}

export function useDeleteServiceAccount() {
    return useChange(({ id }: ServiceAccount) => api.DELETE('/api/admin/service-account/{id}', { path: { id } }), {
        successMessage: ({ name }) => `Service account ${name} deleted`,
        invalidates: ['service-accounts'],
    });
}

export function useCreateServiceToken() {
    return useChange(
        ({ id, ...body }: { id: number; description: string; expiresAt: string }) =>
            api.POST('/api/admin/service-account/{id}/token', { path: { id }, body }),
        { successMessage: ({ description }) => `Token ${description} created`, invalidates: ['service-accounts'] },
    );
}

export function useDeleteServiceToken() {
    return useChange(
        ({ id, tokenId }: { id: number; tokenId: number }) =>
            api.DELETE('/api/admin/service-account/{id}/token/{tokenId}', { path: { id, tokenId } }),
        { successMessage: () => 'Token deleted', invalidates: ['service-accounts'] },
    );
}
