import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { type MilestoneRow, milestoneRows, type PlanRow, planRows } from '../../../storage/releases/plan-rows.ts';
import type { StoredMilestoneStrategy } from '../../../storage/tables/releases.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { type StoredSafeguard, toListedSafeguard } from '../safeguards/safeguard.queries.ts';
import type { Milestone, MilestoneStrategy, ReleasePlan } from './release-plan.schemas.ts';

/** A plan with its milestones, in order. */
export interface StoredPlan extends PlanRow {
    milestones: MilestoneRow[];
}

/** Returns the plans of these flags, in one environment or in all. A flag has at most one in each environment. */
export async function listPlans(db: Db, flags: readonly string[], environment?: string): Promise<StoredPlan[]> {
    const plans: StoredPlan[] = [];
    for (const names of chunked(flags)) {
        const rows = await planRows(db, { names });
        if (rows.length === 0) continue;
        const milestones = await milestoneRows(db, { names });
        const milestonesOf = Map.groupBy(milestones, ({ plan_id }) => plan_id);
        for (const row of rows) {
            if (environment !== undefined && row.environment !== environment) continue;
            plans.push({ ...row, milestones: milestonesOf.get(row.id) ?? [] });
        }
    }
    return plans;
}

/** The members of a plan's response besides its rows. */
interface PlanContext {
    /** Of the flag, of which those of the plan are selected. */
    safeguards: readonly StoredSafeguard[];
    /** The own strategies of the flag in the environment. */
    strategies: readonly FeatureStrategy[];
}

/** Returns a plan with its safeguards, and with a warning if it changes nothing. */
export function describePlan(plan: StoredPlan, { safeguards, strategies }: PlanContext): ReleasePlan {
    const everyone = strategies.find(servesEveryone);
    return {
        ...toPlan(plan),
        safeguards: safeguards.filter(({ planId }) => planId === plan.id).map(toListedSafeguard),
        ...(everyone && { warnings: [servedAlready(plan, everyone)] }),
    };
}

const servedAlready = ({ flag, environment }: StoredPlan, { title, name }: FeatureStrategy) =>
    `The strategy ${title || name} of flag ${flag} serves everyone in ${environment}, so the plan changes nothing. Remove or disable it.`;

const servesEveryone = ({ name, disabled, parameters, constraints, segments = [] }: FeatureStrategy): boolean =>
    !disabled &&
    constraints.length === 0 &&
    segments.length === 0 &&
    (name === 'default' || (name === 'flexibleRollout' && Number(parameters['rollout']) === 100));

export const toPlan = (plan: StoredPlan): ReleasePlan => ({
    id: plan.id,
    discriminator: 'plan',
    name: plan.name,
    description: plan.description,
    featureName: plan.flag,
    environment: plan.environment,
    createdByUserId: plan.created_by_user_id,
    createdAt: plan.created_at,
    activeMilestoneId: plan.active_milestone_id,
    milestones: plan.milestones.map(toMilestone),
    releasePlanTemplateId: plan.template_id,
    safeguards: [],
});

export const toMilestone = (milestone: MilestoneRow): Milestone => ({
    id: milestone.id,
    name: milestone.name,
    sortOrder: milestone.sort_order,
    releasePlanDefinitionId: milestone.plan_id,
    startedAt: milestone.started_at,
    pausedAt: milestone.paused_at,
    progressionExecutedAt: milestone.progressed_at,
    transitionCondition: milestone.condition,
    strategies: milestone.strategies.map((strategy) => toMilestoneStrategy(strategy, milestone.id)),
});

export const toMilestoneStrategy = (strategy: StoredMilestoneStrategy, milestoneId: string): MilestoneStrategy => ({
    ...strategy,
    milestoneId,
    strategyName: strategy.name,
});
