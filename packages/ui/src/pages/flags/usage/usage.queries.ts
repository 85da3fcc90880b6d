import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../../api/client.ts';

export function useFlagUsage(name: string, hoursBack: number) {
    return useQuery({
        queryKey: ['usage', name, hoursBack],
        queryFn: () =>
            responseBody(
                api.GET('/api/admin/client-metrics/features/{name}/raw', {
                    params: { path: { name }, query: { hoursBack } },
                }),
            ),
        select: ({ data }) => data,
    });
}
