import type { Change } from '../../../changes/change.ts';
import { findSafeguard, toSafeguard } from '../../flags/safeguards/safeguard.queries.ts';
import { type CheckedSafeguard, storeEvaluation } from './store-evaluation.ts';

/** Records that a safeguard begins to hold its plan, so that people are notified. */
export async function announceHold({ tx, record }: Change, checked: CheckedSafeguard): Promise<void> {
    if (!(await storeEvaluation(tx, checked))) return;
    const safeguard = await findSafeguard(tx, checked.id);
    if (!safeguard) return;
    const { project, featureName, environment } = safeguard;
    record({
        type: 'safeguard-held',
        ...{ project, featureName, environment },
        data: { ...toSafeguard(safeguard), hold: checked.hold, evaluation: checked.evaluation },
    });
}
