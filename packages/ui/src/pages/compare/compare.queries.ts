import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';

export interface MomentComparison {
    project: string;
    /** Undefined for all environments of the project. */
    environment?: string | undefined;
    from: string;
    /** Undefined for now. */
    to?: string | undefined;
}

/** The differences between two moments, and the affected users. */
export function useComparison(asked: MomentComparison | undefined) {
    const { project = '', environment, from = '', to } = asked ?? {};
    return useQuery({
        // The current state changes with every flag; past states do not.
        queryKey: to === undefined ? ['playground', 'compare', asked] : ['past', 'compare', asked],
        queryFn: ({ signal }) =>
            responseBody(
                // The variant that includes the affected users.
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
