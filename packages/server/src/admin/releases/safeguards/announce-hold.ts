import type { Change } from '../../../changes/change.ts';
import { findSafeguard, toSafeguard } from '../../flags/safeguards/safeguard.queries.ts';
import { describeEvaluation } from '../notifications/describe-evaluation.ts';
import { mailRelease } from '../notifications/release-mails.ts';
import { type CheckedSafeguard, storeEvaluation } from './store-evaluation.ts';

/** Records that a safeguard begins to hold its plan, so that people are notified. */
export async function announceHold(change: Change, checked: CheckedSafeguard): Promise<void> {
    const { tx, record } = change;
    if (!(await storeEvaluation(tx, checked))) return;
    const safeguard = await findSafeguard(tx, checked.id);
    if (!safeguard) return;
    const { project, featureName, environment } = safeguard;
    const data = { ...toSafeguard(safeguard), hold: checked.hold, evaluation: checked.evaluation };
    record({
        type: 'safeguard-held',
        ...{ project, featureName, environment },
        data,
    });
    if (safeguard.planId === null) return;
    await mailRelease(
        change,
        { ...safeguard, planId: safeguard.planId },
        {
            subject: 'Release held',
            lines: [`a safeguard holds the release: ${checked.hold}`, describeEvaluation(data)],
        },
    );
}
