import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type Integration = Schemas['listedAddon'];
export type IntegrationType = Schemas['addonType'];
export type NewIntegration = Schemas['newAddon'];

const key = 'integrations';

/** Whether the integration currently fails to deliver events. */
export const isFailing = ({ deliveries }: Integration) => deliveries.failing > 0;

export function useIntegrations() {
    return useQuery({ queryKey: [key], queryFn: () => api.GET('/api/admin/addons') });
}

/** A form shows its own errors; callers without a form request messages. */
export function useSaveIntegration({ isDirect = false } = {}) {
    return useChange(
        ({ id, body }: { id: number | undefined; body: NewIntegration; name: string }) =>
            id === undefined
                ? api.POST('/api/admin/addons', { body })
                : api.PUT('/api/admin/addons/{id}', { path: { id }, body }),
        {
            successMessage: ({ id, name }) => `Integration with ${name} ${id === undefined ? 'created' : 'changed'}`,
            invalidates: [key],
            isDirect,
        },
    );
}

export function useDeleteIntegration() {
    return useChange(({ id }: Integration) => api.DELETE('/api/admin/addons/{id}', { path: { id } }), {
        successMessage: () => 'Integration deleted',
        invalidates: [key],
    });
}

export function useDeliveries(id: number) {
    return useQuery({
        queryKey: [key, id, 'deliveries'],
        queryFn: () => api.GET('/api/admin/addons/{id}/events', { path: { id }, query: { limit: '50' } }),
        select: ({ integrationEvents }) => integrationEvents,
    });
}

/** Delivers a test event and shows the result. */
export function useTryIntegration() {
    return useChange((id: number) => api.POST('/api/admin/addons/{id}/test', { path: { id } }), {
        invalidates: [key],
        isDirect: true,
        leavesNoEvent: true,
    });
}
