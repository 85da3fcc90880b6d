import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';

export interface MomentComparison {
    project: string;
    /** Undefined: all of the project. */
    environment?: string | undefined;
    from: string;
    /** Undefined: now. */
    to?: string | undefined;
}

/** What differs between two moments, and who got something else. */
export function useComparison(asked: MomentComparison | undefined) {
    const { project = '', environment, from = '', to } = asked ?? {};
    return useQuery({
        // What is now changes with every flag, as answers of the playground do; what was stays.
        queryKey: to === undefined ? ['playground', 'compare', asked] : ['past', 'compare', asked],
        queryFn: ({ signal }) =>
            answer(
                // The way that also says who, whoever there is to ask about.
                api.POST('/api/admin/compare', {
                    body: { project, from, ...(environment && { environment }), ...(to && { to }) },
                    signal,
                }),
            ),
        enabled: asked !== undefined,
        placeholderData: keepPreviousData,
        staleTime: to === undefined ? 0 : Number.POSITIVE_INFINITY,
        refetchInterval: false,
        retry: false,
    });
}
