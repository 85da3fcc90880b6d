import type { Change } from '../../../changes/change.ts';
import { demandOneOf } from '../../../core/access/demand.ts';

/** Requires the permission in each environment. */
export function maySetVariants(
    { actor }: Pick<Change, 'actor'>,
    { project, environments }: { project: string; environments: readonly string[] },
): void {
    for (const environment of environments) {
        demandOneOf(actor, ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], { project, environment });
    }
}
