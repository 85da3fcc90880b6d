import type { Step } from '../../../changes/change.ts';
import { conflict, notFound } from '../../../core/errors/errors.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import { setFlagEnabled } from '../../flags/flags/flag-switch.commands.ts';
import { listPlans, type StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import { startMilestone } from '../../flags/release-plans/start-milestone.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { addPlan } from '../../releases/plans/plan.commands.ts';
import { getPlan } from '../../releases/plans/plan.queries.ts';
import type { NewReleasePlan } from '../../releases/plans/plan.schemas.ts';

/** The plan to rehearse: the one that the flag has, or a new one. */
export type PlanToRehearse =
    | { planId: string }
    | { plan: Pick<NewReleasePlan, 'templateId' | 'name' | 'milestones' | 'gradually'> };

const stepWithout = <Result>(run: Step<Result>['run']): Step<Result> => ({ authorise: async () => undefined, run });

/** Makes sure that the plan exists. */
export const planStep = (scope: StrategyScope, rehearsed: PlanToRehearse): Step<StoredPlan> =>
    stepWithout(async (change) => {
        if ('planId' in rehearsed) return getPlan(change.tx, { ...scope, planId: rehearsed.planId });
        const { id } = await addPlan(change, { ...scope, plan: rehearsed.plan });
        return getPlan(change.tx, { ...scope, planId: id });
    });

/** Turns the flag on, or off. */
export const switchStep = ({ featureName, ...scope }: StrategyScope, enabled: boolean): Step<void> =>
    stepWithout((change) => setFlagEnabled(change, { ...scope, name: featureName, enabled }));

/** Starts the milestone as the service would: only if the plan is still there, and the flag is on. */
export const milestoneStep = (scope: StrategyScope, index: number): Step<void> =>
    stepWithout(async (change) => {
        const { project, featureName, environment } = scope;
        const [plan] = await listPlans(change.tx, [featureName], environment);
        const milestone = plan?.milestones[index];
        if (!plan || !milestone) {
            throw notFound(`release plan of flag ${featureName} in ${environment}, after the changes scheduled before`);
        }
        const state = await findFlagEnvironment(change.tx, featureName, environment);
        if (!state?.enabled) {
            throw conflict(
                `A change that is scheduled before turns ${featureName} off in ${environment}, which holds the release.`,
            );
        }
        await startMilestone(change, { project, plan, milestoneId: milestone.id });
    });
