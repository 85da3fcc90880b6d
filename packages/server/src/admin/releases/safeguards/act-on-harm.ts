import type { Change } from '../../../changes/change.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import { setFlagEnabled } from '../../flags/flags/flag-switch.commands.ts';
import { startMilestone } from '../../flags/release-plans/start-milestone.ts';
import { getPlan } from '../plans/plan.queries.ts';
import { pausePlan } from '../plans/progression.commands.ts';
import { findSafeguard, type StoredSafeguard, toSafeguard } from './safeguard.queries.ts';
import { type CheckedSafeguard, storeEvaluation } from './store-evaluation.ts';

/** Does what the safeguard says after it showed harm. Returns whether anything had to be done. */
export async function actOnHarm(change: Change, checked: CheckedSafeguard): Promise<boolean> {
    const { tx, record, permit } = change;
    if (!(await storeEvaluation(tx, checked))) return false;
    const safeguard = await findSafeguard(tx, checked.id);
    if (!safeguard) return false;
    const act = await actionOf(change, safeguard);
    if (!act) return false;
    const { project, featureName, environment } = safeguard;
    // The safeguard was approved when it was made, or is older than the protection of the environment.
    permit({ covers: (target) => target.project === project && target.environment === environment });
    record({
        type: 'safeguard-triggered',
        ...{ project, featureName, environment },
        data: { ...toSafeguard(safeguard), evaluation: checked.evaluation },
    });
    await act();
    return true;
}

/** Returns what has to be done; undefined: it was done already. */
async function actionOf(change: Change, safeguard: StoredSafeguard): Promise<(() => Promise<unknown>) | undefined> {
    const { planId, project, featureName, environment, rule } = safeguard;
    const scope = { project, featureName, environment };
    const state = await findFlagEnvironment(change.tx, featureName, environment);
    if (!state?.enabled) return undefined;
    const turnOff = () => setFlagEnabled(change, { project, name: featureName, environment, enabled: false });
    if (planId === null || rule.action === 'disableFeatureEnvironment') return turnOff;
    const plan = await getPlan(change.tx, { ...scope, planId });
    const active = plan.milestones.findIndex(({ id }) => id === plan.active_milestone_id);
    if (active < 0) return undefined;
    const pause = () => pausePlan(change, { ...scope, planId });
    if (rule.action === 'pauseReleasePlanProgressions') {
        const isPaused = plan.milestones.some(({ paused_at }) => paused_at !== null);
        return isPaused ? undefined : pause;
    }
    const previous = plan.milestones[active - 1];
    if (!previous) return turnOff;
    return async () => {
        await startMilestone(change, { project, plan, milestoneId: previous.id });
        // Otherwise the plan would advance to the same harm again.
        await pause();
    };
}
