import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { StoredSafeguard } from '../../flags/safeguards/safeguard.queries.ts';

/** The release plan of a flag in an environment, with its safeguards. */
export interface CurrentPlan {
    plan: StoredPlan;
    safeguards: readonly StoredSafeguard[];
}
