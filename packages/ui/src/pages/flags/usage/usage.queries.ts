import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

export function useFlagUsage(name: string, hoursBack: number) {
    return useQuery({
        queryKey: ['usage', name, hoursBack],
        queryFn: () =>
            api.GET('/api/admin/client-metrics/features/{name}/raw', { path: { name }, query: { hoursBack } }),
        select: ({ data }) => data,
    });
}
