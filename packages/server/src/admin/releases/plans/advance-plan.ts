import type { Change } from '../../../changes/change.ts';
import { findSafeguardHold } from '../safeguards/safeguard-holds.queries.ts';
import { startAutomatically } from './automatic-steps.ts';
import { targetOf } from './plan.queries.ts';
import { dueAt, findRunningPlan, missingExposures } from './running-plans.queries.ts';

/**
 * Starts the milestone that follows the active one, if it is still due: another node may have started it, or a user may have changed or
 * paused the plan. One step: the interval of the next milestone begins now.
 */
export async function advancePlan(
    change: Change,
    { planId, milestoneId }: { planId: string; milestoneId: string },
): Promise<boolean> {
    const { tx, now } = change;
    const plan = await findRunningPlan(tx, planId);
    if (!plan?.enabled || plan.milestone.id !== milestoneId || plan.milestone.paused_at !== null) return false;
    if (dueAt(plan) > now || (await missingExposures(tx, plan)) > 0) return false;
    if ((await findSafeguardHold(tx, planId)) !== undefined) return false;
    const target = targetOf(plan, plan.milestone);
    if (!target) return false;
    await startAutomatically(change, { project: plan.project, plan, milestoneId: target.id });
    await tx.updateTable('release_milestones').set({ progressed_at: now }).where('id', '=', milestoneId).execute();
    return true;
}
