import type { Change } from '../../../changes/change.ts';
import { countExposures, dayOf } from '../../observations/usage/exposures.queries.ts';
import { deleteMilestoneStrategyRows, insertStrategyRows } from '../strategies/strategy-store.ts';
import { type StoredPlan, toMilestone } from './release-plan.queries.ts';

interface MilestoneStart {
    project: string;
    plan: StoredPlan;
    milestoneId: string;
}

/**
 * Starts a milestone: its strategies replace those of the milestone that was active. This milestone and the later ones are as if they
 * had never been active, so that a plan that went back advances again.
 */
export async function startMilestone(change: Change, { project, plan, milestoneId }: MilestoneStart): Promise<void> {
    const { tx, record, now } = change;
    const { flag: featureName, environment } = plan;
    const before = plan.milestones.find(({ id }) => id === plan.active_milestone_id);
    const index = plan.milestones.findIndex(({ id }) => id === milestoneId);
    const milestone = plan.milestones[index]!;
    await deleteMilestoneStrategyRows(tx, featureName, environment);
    const strategies = milestone.strategies.map((strategy) => ({ featureName, environment, strategy, milestoneId }));
    await insertStrategyRows(tx, strategies, now);
    await tx
        .updateTable('release_milestones')
        .set({ paused_at: null, progressed_at: null })
        .where(
            'id',
            'in',
            plan.milestones.slice(index).map(({ id }) => id),
        )
        .execute();
    const since = dayOf(now);
    const usage = { since, yes: await countExposures(tx, { flag: featureName, environment, since }) };
    await tx
        .updateTable('release_milestones')
        .set({ started_at: now, usage_before: JSON.stringify(usage) })
        .where('id', '=', milestoneId)
        .execute();
    await tx.updateTable('release_plans').set({ active_milestone_id: milestoneId }).where('id', '=', plan.id).execute();
    record({
        type: 'release-plan-milestone-started',
        project,
        featureName,
        environment,
        preData: before && { id: plan.id, name: plan.name, milestoneName: before.name, milestone: toMilestone(before) },
        data: {
            id: plan.id,
            name: plan.name,
            milestoneName: milestone.name,
            milestone: toMilestone({ ...milestone, started_at: now, paused_at: null, progressed_at: null }),
        },
    });
    if (!isLast(plan, milestoneId)) return;
    const data = { id: plan.id, name: plan.name, milestoneName: milestone.name };
    record({ type: 'release-plan-completed', project, featureName, environment, data });
}

export const isLast = ({ milestones }: StoredPlan, milestoneId: string): boolean =>
    milestones.at(-1)?.id === milestoneId;

/** Starts the first milestone, when the flag is turned on or when a flag that is on gets a plan. */
export const startFirstMilestone = (change: Change, { project, plan }: Omit<MilestoneStart, 'milestoneId'>) =>
    startMilestone(change, { project, plan, milestoneId: plan.milestones[0]!.id });
