import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api, apiIn, RehearsedResponse } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';
import type { FlagEnvironmentAt } from '../flags/flag-requests.ts';
import type { Population } from './effects.ts';
import { splitFields } from './split-fields.ts';

type WhatIf = Schemas['whatIf'];
export type WhatIfResult = Schemas['whatIfAnswer'];

/** A change that has not been made yet. */
export type WhatIfProposal = Required<Pick<WhatIf, 'project' | 'steps'>>;

/** A change that steps cannot express: the same request as the change itself, sent by a client that only rehearses. */
export interface Trial {
    project: string;
    request: (client: ApiClient) => Promise<unknown>;
    /** The identity of the change in query keys. */
    key: readonly unknown[];
}

/** The target of a step: one flag in one environment. */
export const stepTarget = ({ environment, featureName }: FlagEnvironmentAt) => ({ environment, feature: featureName });

/** The option to turn a flag on in the same change that adds a strategy to it. */
export const turnOnOption = (at: FlagEnvironmentAt) => ({
    label: `Also turn ${at.featureName} on in ${at.environment}`,
    description: 'The flag is off there. Until it is turned on, the strategy has no effect.',
});

export const turnOnStep = (at: FlagEnvironmentAt) => ({
    ...stepTarget(at),
    action: 'updateEnabled' as const,
    payload: { enabled: true },
});

/** The changes assumed to be applied first: the draft that contains the change, or the changes scheduled before it. */
export type RehearsalBase = NonNullable<WhatIf['base']>;

export interface PreviewOptions {
    population: Population | undefined;
    isEnabled: boolean;
    base: RehearsalBase | undefined;
}

/** The effect of a change. A query although it is sent with POST, because it changes nothing. */
export function useWhatIf(change: WhatIfProposal | Trial, { population, isEnabled, base }: PreviewOptions) {
    const isTrial = 'request' in change;
    const fields = useUsableContextFields(change.project);
    const splitBy = isTrial
        ? []
        : splitFields(
              change.steps,
              fields.data?.map(({ name }) => name),
          );
    return useQuery({
        enabled: isEnabled && (isTrial || !fields.isPending),
        queryKey: ['what-if', isTrial ? change.key : change, base, population, splitBy],
        queryFn: () =>
            isTrial
                ? effectOf(change, base)
                : api.POST('/api/admin/what-if', {
                      body: { ...change, splitBy, ...(base && { base }), ...(population && { population }) },
                  }),
        placeholderData: keepPreviousData,
        refetchInterval: false,
        retry: false,
        // Earlier results may be outdated.
        staleTime: 0,
        gcTime: 0,
    });
}

async function effectOf({ request }: Trial, base: RehearsalBase | undefined): Promise<WhatIfResult> {
    try {
        await request(apiIn({ isTried: true, proposesTo: base?.changeRequest }));
    } catch (thrown) {
        if (thrown instanceof RehearsedResponse) return thrown.effect;
        throw thrown;
    }
    throw new Error('The service returned no preview.');
}
