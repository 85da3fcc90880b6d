import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useUsableContextFields } from '../../context-fields/context-field.queries.ts';
import type { Population } from '../../effects/effects.ts';
import { splitFields } from '../../effects/split-fields.ts';
import type { RequestAt } from './change-request.queries.ts';

interface EffectOptions {
    /** The content of the request. A change of the content causes a new query. */
    contentHash: string;
    population: Population | undefined;
}

/** The current effect of a request. */
export function useRequestEffect({ projectId, id }: RequestAt, { contentHash, population }: EffectOptions) {
    const fields = useUsableContextFields(projectId);
    const splitBy = splitFields(
        [],
        fields.data?.map(({ name }) => name),
    );
    return useQuery({
        enabled: !fields.isPending,
        queryKey: ['what-if', projectId, id, contentHash, population, splitBy],
        queryFn: () =>
            api.POST('/api/admin/what-if', { body: { changeRequest: id, splitBy, ...(population && { population }) } }),
        placeholderData: keepPreviousData,
        refetchInterval: false,
        retry: false,
    });
}
