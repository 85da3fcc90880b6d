import type { SafeguardEvaluation } from '../../../flags/safeguards/safeguard.schemas.ts';

export interface HoldingEvaluation extends SafeguardEvaluation {
    /** Why the plan does not advance. */
    hold: string | null;
}

/** Why a comparison holds its plan: a mismatch of the sample ratio at once; missing data after the time of grace. */
export function holdOf(
    { state, reason, sampleRatio }: Pick<SafeguardEvaluation, 'state' | 'reason' | 'sampleRatio'>,
    isInGrace: boolean,
): string | null {
    if (sampleRatio?.mismatch)
        return `The sample ratio does not match the percentage (p = ${sampleRatio.p.toPrecision(2)}).`;
    if (isInGrace || (state !== 'no data' && state !== 'failed')) return null;
    return state === 'failed' ? `The comparison failed: ${reason ?? ''}` : (reason ?? 'There are no data.');
}
