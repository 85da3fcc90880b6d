import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

export function useSetMaintenance() {
    return useChange((enabled: boolean) => api.POST('/api/admin/maintenance', { body: { enabled } }), {
        successMessage: (enabled) => `Maintenance mode is ${enabled ? 'on' : 'off'}`,
        invalidates: ['ui-config'],
        isDirect: true,
    });
}

export function useSetCors() {
    return useChange(
        (frontendApiOrigins: string[]) => api.POST('/api/admin/ui-config/cors', { body: { frontendApiOrigins } }),
        { successMessage: () => 'Origins of the frontend API saved', invalidates: ['ui-config'] },
    );
}

export function useStatistics() {
    return useQuery({
        queryKey: ['statistics'],
        queryFn: () => api.GET('/api/admin/instance-admin/statistics'),
    });
}
