import { conflict, notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import { findFlagEnvironment, getFlagOrArchived } from '../../flags/flags/flag.queries.ts';
import { describePlan, listPlans, type StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { ReleasePlan } from '../../flags/release-plans/release-plan.schemas.ts';
import { listSafeguardsOfFlag } from '../../flags/safeguards/safeguard.queries.ts';
import { listStrategiesOf, type StrategyScope } from '../../flags/strategies/strategy.queries.ts';

/** Returns the plans of a flag in an environment that its project uses: at most one. */
export async function listPlansOf(db: Db, { project, featureName, environment }: StrategyScope): Promise<StoredPlan[]> {
    await getFlagOrArchived(db, { project, name: featureName });
    if (!(await findFlagEnvironment(db, featureName, environment))) {
        throw notFound(`environment ${environment} in project ${project}`);
    }
    return listPlans(db, [featureName], environment);
}

/** Returns the plans in the format of the API, with their safeguards and warnings. */
export async function describePlansOf(db: Db, scope: StrategyScope): Promise<ReleasePlan[]> {
    const { featureName, environment } = scope;
    const plans = await listPlansOf(db, scope);
    if (plans.length === 0) return [];
    const [safeguards, strategies] = await Promise.all([
        listSafeguardsOfFlag(db, featureName),
        listStrategiesOf(db, featureName, environment),
    ]);
    return plans.map((plan) => describePlan(plan, { safeguards, strategies }));
}

/** Returns a plan. Throws for a plan of another flag, project or environment, regardless of access. */
export async function getPlan(db: Db, { planId, ...scope }: StrategyScope & { planId: string }): Promise<StoredPlan> {
    const [plan] = await listPlansOf(db, scope);
    if (plan?.id !== planId) throw noSuch(`release plan ${planId}`, scope);
    return plan;
}

/** A milestone with its plan. */
export interface LocatedMilestone {
    plan: StoredPlan;
    milestone: MilestoneRow;
}

export function milestoneIn(plan: StoredPlan, id: string): MilestoneRow {
    const milestone = plan.milestones.find((each) => each.id === id);
    if (!milestone) throw notFound(`milestone ${id} in the release plan of flag ${plan.flag} in ${plan.environment}`);
    return milestone;
}

export async function getMilestone(db: Db, scope: StrategyScope, milestoneId: string): Promise<LocatedMilestone> {
    const [plan] = await listPlansOf(db, scope);
    if (!plan) throw noSuch(`milestone ${milestoneId}`, scope);
    return { plan, milestone: milestoneIn(plan, milestoneId) };
}

/** Returns the milestone to which the strategy belongs. */
export async function getMilestoneOfStrategy(
    db: Db,
    scope: StrategyScope,
    strategyId: string,
): Promise<LocatedMilestone> {
    const [plan] = await listPlansOf(db, scope);
    const milestone = plan?.milestones.find(({ strategies }) => strategies.some(({ id }) => id === strategyId));
    if (!plan || !milestone) throw noSuch(`strategy ${strategyId} in a release plan`, scope);
    return { plan, milestone };
}

/** Returns the milestone that follows automatically. */
export const targetOf = (plan: StoredPlan, milestone: MilestoneRow): MilestoneRow | undefined =>
    milestone.target_id === null
        ? plan.milestones[plan.milestones.indexOf(milestone) + 1]
        : plan.milestones.find(({ id }) => id === milestone.target_id);

const noSuch = (object: string, { featureName, environment }: StrategyScope) =>
    notFound(`${object} of flag ${featureName} in environment ${environment}`);

export const hasPlanAlready = ({ featureName, environment }: StrategyScope, { name }: StoredPlan) =>
    conflict(`Flag ${featureName} has the release plan ${name} in ${environment} already. Remove it first.`);
