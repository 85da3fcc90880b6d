import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';
import type { FlagEnvironmentAt } from '../flags/flag-requests.ts';
import type { Population } from './effects.ts';
import { splitFields } from './split-fields.ts';

type WhatIf = components['schemas']['whatIf'];
export type WhatIfAnswer = components['schemas']['whatIfAnswer'];

/** A change that is not made yet. */
export type Proposal = Required<Pick<WhatIf, 'project' | 'steps'>>;

/** Where a step changes something of one flag in one environment. */
export const placeOf = ({ environment, featureName }: FlagEnvironmentAt) => ({ environment, feature: featureName });

interface Asking {
    population: Population | undefined;
    isWanted: boolean;
}

/** What a change would do, and to whom. Nothing changes by asking, so it is a query although it is sent with POST. */
export function useWhatIf(proposal: Proposal, { population, isWanted }: Asking) {
    const fields = useUsableContextFields(proposal.project);
    const splitBy = splitFields(
        proposal.steps,
        fields.data?.map(({ name }) => name),
    );
    return useQuery({
        enabled: isWanted && !fields.isPending,
        queryKey: ['what-if', proposal, population, splitBy],
        queryFn: () =>
            answer(
                api.POST('/api/admin/what-if', { body: { ...proposal, splitBy, ...(population && { population }) } }),
            ),
        placeholderData: keepPreviousData,
        refetchInterval: false,
        retry: false,
        // What was answered before may no longer be so.
        staleTime: 0,
        gcTime: 0,
    });
}
