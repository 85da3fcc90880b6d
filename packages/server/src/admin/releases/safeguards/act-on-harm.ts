import type { Change } from '../../../changes/change.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import { findSafeguard, type StoredSafeguard, toSafeguard } from '../../flags/safeguards/safeguard.queries.ts';
import type { PlanAction } from '../../flags/safeguards/safeguard.schemas.ts';
import { describeEvaluation } from '../notifications/describe-evaluation.ts';
import { mailRelease } from '../notifications/release-mails.ts';
import { type PlanAddress, returnToPreviousMilestone, turnOff } from '../plans/automatic-steps.ts';
import { getPlan } from '../plans/plan.queries.ts';
import { pausePlan } from '../plans/progression.commands.ts';
import { type CheckedSafeguard, storeEvaluation } from './store-evaluation.ts';

/**
 * Does what the safeguard says after it showed harm. It was approved when it was made, or is older than the protection of the
 * environment. Returns whether anything had to be done.
 */
export async function actOnHarm(change: Change, checked: CheckedSafeguard): Promise<boolean> {
    const { tx, record } = change;
    if (!(await storeEvaluation(tx, checked))) return false;
    const safeguard = await findSafeguard(tx, checked.id);
    if (!safeguard) return false;
    const act = await actionOf(change, safeguard, checked.evaluation.milestone);
    if (!act) return false;
    const { project, featureName, environment } = safeguard;
    const data = { ...toSafeguard(safeguard), evaluation: checked.evaluation };
    record({
        type: 'safeguard-triggered',
        ...{ project, featureName, environment },
        data,
    });
    await act();
    if (safeguard.planId !== null) {
        const mail = { subject: 'Harm shown', lines: [EFFECTS[safeguard.rule.action], describeEvaluation(data)] };
        await mailRelease(change, { ...safeguard, planId: safeguard.planId }, mail);
    }
    return true;
}

const EFFECTS: Record<PlanAction, string> = {
    pauseReleasePlanProgressions: 'a safeguard showed harm, and paused the release. The active milestone stays.',
    returnToPreviousMilestone: 'a safeguard showed harm, and returned the release to the previous milestone.',
    disableFeatureEnvironment: 'a safeguard showed harm, and turned the flag off.',
};

/** Returns what has to be done; undefined: it was done already. */
async function actionOf(
    change: Change,
    safeguard: StoredSafeguard,
    milestone: string | undefined,
): Promise<(() => Promise<unknown>) | undefined> {
    const { planId, project, featureName, environment, rule } = safeguard;
    const scope = { project, featureName, environment };
    const state = await findFlagEnvironment(change.tx, featureName, environment);
    if (!state?.enabled) return undefined;
    if (planId === null) return () => turnOff(change, scope);
    const address = { ...scope, planId };
    const plan = await getPlan(change.tx, address);
    // Somebody may have started another milestone since the units were compared.
    const isCurrent =
        plan.active_milestone_id !== null && plan.active_milestone_id === (milestone ?? plan.active_milestone_id);
    if (!isCurrent) return undefined;
    if (rule.action === 'disableFeatureEnvironment') return () => turnOff(change, scope);
    if (rule.action === 'returnToPreviousMilestone') return () => returnOrTurnOff(change, address);
    const isPaused = plan.milestones.some(({ paused_at }) => paused_at !== null);
    return isPaused ? undefined : () => pausePlan(change, address);
}

/** The first milestone has no previous one, and a plan that was edited without approval may start none. */
async function returnOrTurnOff(change: Change, address: PlanAddress): Promise<void> {
    const hasReturned = await returnToPreviousMilestone(change, address).catch((error: unknown) => {
        if (error instanceof HalyardError) return false;
        throw error;
    });
    if (!hasReturned) await turnOff(change, address);
}
