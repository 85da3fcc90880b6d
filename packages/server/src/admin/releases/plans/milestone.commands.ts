import type { Change } from '../../../changes/change.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { validateConfiguration } from '../../catalogue/strategy-rules/strategy-rules.ts';
import { getFlag } from '../../flags/flags/flag.queries.ts';
import { toMilestone, toMilestoneStrategy } from '../../flags/release-plans/release-plan.queries.ts';
import type { Milestone, MilestoneStrategy } from '../../flags/release-plans/release-plan.schemas.ts';
import { startMilestone } from '../../flags/release-plans/start-milestone.ts';
import { turnOffWithoutStrategies } from '../../flags/strategies/strategy.commands.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { replaceStrategyRow } from '../../flags/strategies/strategy-store.ts';
import { mailStart } from '../notifications/mail-start.ts';
import { getMilestoneOfStrategy, getPlan, milestoneIn } from './plan.queries.ts';
import type { MilestoneStrategyUpdate } from './plan.schemas.ts';
import { saveMilestone } from './plan-store.ts';

/** Starts any milestone of a plan, also an earlier one, or the active one again. */
export async function startPlanMilestone(
    change: Change,
    { planId, milestoneId, ...scope }: StrategyScope & { planId: string; milestoneId: string },
): Promise<Milestone> {
    await getFlag(change.tx, { project: scope.project, name: scope.featureName });
    const plan = await getPlan(change.tx, { ...scope, planId });
    const { name, strategies } = milestoneIn(plan, milestoneId);
    if (strategies.every(({ disabled }) => disabled)) {
        throw invalid(`All strategies of milestone ${name} are disabled. Enable one of them first.`);
    }
    await startMilestone(change, { project: scope.project, plan, milestoneId });
    await mailStart(change, { project: scope.project, plan, milestone: milestoneIn(plan, milestoneId) });
    return toMilestone(milestoneIn(await getPlan(change.tx, { ...scope, planId }), milestoneId));
}

/**
 * Replaces the configuration of a strategy of a milestone, and of the served strategy while the milestone is active. The strategy type
 * stays. Omitted constraints, variants and parameters are removed.
 */
export async function updateMilestoneStrategy(
    change: Change,
    { strategyId, update, ...scope }: StrategyScope & { strategyId: string; update: MilestoneStrategyUpdate },
): Promise<MilestoneStrategy> {
    const { tx, record } = change;
    const { project, featureName, environment } = scope;
    await getFlag(tx, { project, name: featureName });
    const { plan, milestone } = await getMilestoneOfStrategy(tx, scope, strategyId);
    const before = milestone.strategies.find(({ id }) => id === strategyId)!;
    const after = {
        ...before,
        title: update.title === undefined ? before.title : update.title,
        disabled: update.disabled ?? before.disabled,
        sortOrder: update.sortOrder ?? before.sortOrder,
        ...(await validateConfiguration(change, {
            ...update,
            project,
            featureName,
            name: undefined,
            segments: update.segments ?? before.segments,
            before,
        })),
    };
    const strategies = milestone.strategies
        .map((strategy) => (strategy.id === strategyId ? after : strategy))
        .sort((a, b) => a.sortOrder - b.sortOrder);
    await saveMilestone(tx, { plan, milestone }, { strategies });
    const isServed = plan.active_milestone_id === milestone.id;
    if (isServed) await replaceStrategyRow(tx, { featureName, strategy: after });
    const data = toMilestoneStrategy(after, milestone.id);
    record({
        type: 'release-plan-milestone-strategy-updated',
        project,
        featureName,
        environment,
        preData: toMilestoneStrategy(before, milestone.id),
        data,
    });
    if (isServed) await turnOffWithoutStrategies(change, scope);
    return data;
}
