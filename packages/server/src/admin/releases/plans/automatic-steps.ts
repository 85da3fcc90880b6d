import type { Change } from '../../../changes/change.ts';
import type { ProjectEnvironment } from '../../../core/access/project-environment.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { setFlagEnabled } from '../../flags/flags/flag-switch.commands.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import { startMilestone } from '../../flags/release-plans/start-milestone.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { getPlan } from './plan.queries.ts';
import { contentHashOf } from './plan-store.ts';
import { pausePlan } from './progression.commands.ts';

/*
 * The steps that the service takes by itself: as the actor `release` or `safeguard` (`automaticActor`), with the reason in the events.
 * They run in protected environments without an approval of their own, because they only do what was approved with the plan.
 */

export type PlanAddress = StrategyScope & { planId: string };

/**
 * Starts a milestone of a plan. Its strategies are those that were last allowed: a plan whose stored content differs needs another
 * change by a user first.
 */
export async function startAutomatically(
    change: Change,
    { project, plan, milestoneId }: { project: string; plan: StoredPlan; milestoneId: string },
): Promise<void> {
    if (contentHashOf(plan) !== plan.content_hash) throw changedWithoutApproval(plan);
    permitIn(change, { project, environment: plan.environment });
    await startMilestone(change, { project, plan, milestoneId });
}

/** Starts the milestone before the active one, and pauses the plan. Returns false if no milestone is before it. */
export async function returnToPreviousMilestone(change: Change, address: PlanAddress): Promise<boolean> {
    const plan = await getPlan(change.tx, address);
    const index = plan.milestones.findIndex(({ id }) => id === plan.active_milestone_id);
    const previous = plan.milestones[index - 1];
    if (!previous) return false;
    await startAutomatically(change, { project: address.project, plan, milestoneId: previous.id });
    await pausePlan(change, address);
    return true;
}

/** Turns the flag off in the environment. The plan is held until the flag is turned on again. */
export async function turnOff(change: Change, { project, featureName, environment }: StrategyScope): Promise<void> {
    permitIn(change, { project, environment });
    await setFlagEnabled(change, { project, name: featureName, environment, enabled: false });
}

const permitIn = ({ permit }: Change, { project, environment }: ProjectEnvironment) =>
    permit({ covers: (target) => target.project === project && target.environment === environment });

const changedWithoutApproval = ({ name, flag, environment }: StoredPlan) =>
    notAllowed(
        `The release plan ${name} of flag ${flag} in ${environment} differs from the content that was approved. Start the next milestone yourself.`,
    );
