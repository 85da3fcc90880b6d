import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';

export const environmentsKey = ['environments'];

export function useEnvironments() {
    return useQuery({
        queryKey: environmentsKey,
        queryFn: () => answer(api.GET('/api/admin/environments')),
        select: ({ environments }) => environments,
    });
}
