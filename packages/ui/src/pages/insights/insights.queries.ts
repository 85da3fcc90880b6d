import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';

export type Figures = components['schemas']['instanceFigures'];

/** How all flags are doing that one may know of. */
export function useFigures() {
    return useQuery({
        queryKey: ['search', 'figures'],
        queryFn: () => answer(api.GET('/api/admin/insights/figures')),
    });
}
