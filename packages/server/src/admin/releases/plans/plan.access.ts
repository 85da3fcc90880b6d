import type { Change } from '../../../changes/change.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import type { NewReleasePlan } from './plan.schemas.ts';

/** A plan with safeguards requires the permission to set them, because they may turn the flag off. */
export function mayAddPlan(
    { actor }: Pick<Change, 'actor'>,
    { project, environment, plan }: StrategyScope & { plan: Pick<NewReleasePlan, 'safeguards'> },
): void {
    if (!plan.safeguards || plan.safeguards.length === 0) return;
    demandOneOf(actor, ['UPDATE_FEATURE_STRATEGY'], { project, environment });
}
