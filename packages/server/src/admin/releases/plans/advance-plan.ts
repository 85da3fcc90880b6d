import type { Change } from '../../../changes/change.ts';
import { mailStart } from '../notifications/mail-start.ts';
import { findSafeguardHold } from '../safeguards/safeguard-holds.queries.ts';
import { startAutomatically } from './automatic-steps.ts';
import { milestoneIn, targetOf } from './plan.queries.ts';
import { dueAt, findRunningPlan, harmExcludedAt, loadPlans, missingExposures } from './running-plans.queries.ts';

/**
 * Starts the milestone that follows the active one, if it is still due: another node may have started it, or a user may have changed or
 * paused the plan. One step: the interval of the next milestone begins now.
 */
export async function advancePlan(
    change: Change,
    { planId, milestoneId }: { planId: string; milestoneId: string },
): Promise<boolean> {
    const { tx, now } = change;
    const running = await findRunningPlan(tx, planId);
    if (!running?.enabled || running.milestone.id !== milestoneId || running.milestone.paused_at !== null) return false;
    if (dueAt(running) > now && (await harmExcludedAt(tx, running)) === undefined) return false;
    if ((await missingExposures(tx, running)) > 0) return false;
    if ((await findSafeguardHold(tx, planId)) !== undefined) return false;
    const plan = (await loadPlans(tx, [running])).get(planId)!;
    const target = targetOf(plan, milestoneIn(plan, milestoneId));
    if (!target) return false;
    await startAutomatically(change, { project: running.project, plan, milestoneId: target.id });
    await tx.updateTable('release_milestones').set({ progressed_at: now }).where('id', '=', milestoneId).execute();
    await mailStart(change, { project: running.project, plan, milestone: target });
    return true;
}
