import type { Change } from '../../../changes/change.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import { setFlagEnabled } from '../../flags/flags/flag-switch.commands.ts';
import { findSafeguard, toSafeguard } from './safeguard.queries.ts';
import { type CheckedSafeguard, storeEvaluation } from './store-evaluation.ts';

/** Turns the flag off after its safeguard showed harm. Returns whether it did: the flag may be off already. */
export async function actOnHarm(change: Change, checked: CheckedSafeguard): Promise<boolean> {
    const { tx, record, permit } = change;
    if (!(await storeEvaluation(tx, checked))) return false;
    const safeguard = await findSafeguard(tx, checked.id);
    if (!safeguard) return false;
    const { project, featureName, environment } = safeguard;
    const state = await findFlagEnvironment(tx, featureName, environment);
    if (!state?.enabled) return false;
    // The safeguard was approved when it was made, or is older than the protection of the environment.
    permit({ covers: (target) => target.project === project && target.environment === environment });
    record({
        type: 'safeguard-triggered',
        ...{ project, featureName, environment },
        data: { ...toSafeguard(safeguard), evaluation: checked.evaluation },
    });
    await setFlagEnabled(change, { project, name: featureName, environment, enabled: false });
    return true;
}
