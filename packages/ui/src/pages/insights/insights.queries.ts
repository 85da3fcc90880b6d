import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export type Figures = Schemas['instanceFigures'];

/** Figures about all flags that the user may see. */
export function useFigures() {
    return useQuery({
        queryKey: ['search', 'figures'],
        queryFn: () => api.GET('/api/admin/insights/figures'),
    });
}
