import type { Change } from '../../../changes/change.ts';
import { SAFEGUARD_USER_ID } from '../../../core/access/actor.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import { getFlag } from '../../flags/flags/flag.queries.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { mailRelease } from '../notifications/release-mails.ts';
import { checkedCondition } from '../templates/milestone-rules.ts';
import { getMilestone, getPlan, milestoneIn, targetOf } from './plan.queries.ts';
import type { Progression, ProgressionUpdate } from './plan.schemas.ts';
import { saveMilestone } from './plan-store.ts';

type ProgressionAddress = StrategyScope & { sourceMilestone: string };

/** Sets when a milestone is followed by another one automatically. */
export async function changeProgression(
    change: Change,
    { sourceMilestone, update, ...scope }: ProgressionAddress & { update: ProgressionUpdate },
): Promise<Progression> {
    const { tx, record } = change;
    const { project, featureName, environment } = scope;
    await getFlag(tx, { project, name: featureName });
    const located = await getMilestone(tx, scope, sourceMilestone);
    const { plan, milestone } = located;
    const condition = checkedCondition(update.transitionCondition, '/body/transitionCondition');
    const target = milestoneIn(plan, update.targetMilestone);
    if (plan.milestones.indexOf(target) <= plan.milestones.indexOf(milestone)) {
        throw invalid(
            `Milestone ${target.name} is not after ${milestone.name}. Name a later milestone.`,
            '/body/targetMilestone',
        );
    }
    const isNext = plan.milestones[plan.milestones.indexOf(milestone) + 1]?.id === target.id;
    const before = progressionOf(plan, milestone);
    await saveMilestone(tx, located, { condition, target_id: isNext ? null : target.id, progressed_at: null });
    const data = { sourceMilestone, targetMilestone: target.id, transitionCondition: condition };
    record({
        type: before ? 'milestone-progression-changed' : 'milestone-progression-created',
        project,
        featureName,
        environment,
        ...(before && { preData: before }),
        data,
    });
    return data;
}

export async function deleteProgression(
    change: Change,
    { sourceMilestone, ...scope }: ProgressionAddress,
): Promise<void> {
    const { tx, record } = change;
    const { project, featureName, environment } = scope;
    const located = await getMilestone(tx, scope, sourceMilestone);
    const before = progressionOf(located.plan, located.milestone);
    if (!before) throw notFound(`automatic progression of milestone ${located.milestone.name}`);
    await saveMilestone(tx, located, { condition: null, target_id: null });
    record({ type: 'milestone-progression-deleted', project, featureName, environment, preData: before });
}

/** Resumes automatic progression. The interval counts from the start of the milestone, so the next one may start at once. */
export async function resumePlan(
    change: Change,
    { planId, ...scope }: StrategyScope & { planId: string },
): Promise<void> {
    const { project, featureName, environment } = scope;
    const plan = await getPlan(change.tx, { ...scope, planId });
    if (plan.milestones.every(({ paused_at }) => paused_at === null)) return;
    await change.tx.updateTable('release_milestones').set({ paused_at: null }).where('plan_id', '=', plan.id).execute();
    change.record({
        type: 'release-plan-progressions-resumed',
        project,
        featureName,
        environment,
        preData: {
            id: plan.id,
            name: plan.name,
            pausedAt: plan.milestones.find(({ paused_at }) => paused_at)!.paused_at,
        },
        data: { id: plan.id, name: plan.name, pausedAt: null },
    });
}

/** Pauses automatic progression. The active milestone stays. */
export async function pausePlan(
    change: Change,
    { planId, ...scope }: StrategyScope & { planId: string },
): Promise<void> {
    const { project, featureName, environment } = scope;
    const plan = await getPlan(change.tx, { ...scope, planId });
    const open = plan.milestones.filter(({ paused_at, progressed_at }) => paused_at === null && progressed_at === null);
    if (open.length === 0) return;
    await change.tx
        .updateTable('release_milestones')
        .set({ paused_at: change.now })
        .where(
            'id',
            'in',
            open.map(({ id }) => id),
        )
        .execute();
    change.record({
        type: 'release-plan-progressions-paused',
        project,
        featureName,
        environment,
        preData: { id: plan.id, name: plan.name, pausedAt: null },
        data: { id: plan.id, name: plan.name, pausedAt: change.now },
    });
    // The mail about harm says what the safeguard did.
    if (change.actor.id === SAFEGUARD_USER_ID) return;
    await mailRelease(
        change,
        { ...scope, planId },
        {
            subject: 'Release paused',
            lines: [
                `${change.actor.name} paused release plan ${plan.name}. The active milestone stays, and no further one starts automatically.`,
                ...(change.actor.reason === undefined ? [] : [change.actor.reason]),
            ],
        },
    );
}

const progressionOf = (plan: StoredPlan, milestone: MilestoneRow): Progression | undefined => {
    const target = targetOf(plan, milestone);
    return milestone.condition && target
        ? {
              sourceMilestone: milestone.id,
              targetMilestone: target.id,
              transitionCondition: milestone.condition,
          }
        : undefined;
};
