import type { FoundEvent } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { flagChange } from '../flags/flag.queries.ts';
import { flagRequests } from '../flags/flag-requests.ts';
import type { Reverting } from './revert.ts';

export function useRevert({ id, project, featureName }: FoundEvent) {
    return useChange(({ run }: Reverting) => run(flagRequests), {
        says: () => `${featureName} is as it was before event ${id}`,
        refreshes: project && featureName ? flagChange(project, [featureName]) : ['flags'],
        isDirect: true,
    });
}
