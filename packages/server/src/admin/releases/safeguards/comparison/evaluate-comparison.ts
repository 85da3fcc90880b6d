import type { Db } from '../../../../storage/database.ts';
import {
    type ComparisonRule,
    isComparing,
    listSafeguards,
    type StoredSafeguard,
} from '../../../flags/safeguards/safeguard.queries.ts';
import type { SafeguardEvaluation } from '../../../flags/safeguards/safeguard.schemas.ts';
import { type ArmSums, summariseAssignments } from '../../../observations/assignments/assignment.queries.ts';
import { ALPHA, decideComparison, type StratumInput } from './decide-comparison.ts';
import { findActiveMilestone, interestOf, METRIC } from './plan-interests.ts';

export interface ComparisonEvaluation extends SafeguardEvaluation {
    /** Why the plan does not advance. */
    hold: string | null;
}

const NOTHING: ArmSums = {
    ...{ n: 0, sum: 0, sumSquares: 0, denSum: 0, denSumSquares: 0, denCrossSum: 0 },
    ...{ preSum: 0, preSumSquares: 0, preCrossSum: 0 },
};

/** Compares the units of the active milestone with and without the feature. */
export async function evaluateComparison(
    db: Db,
    safeguard: StoredSafeguard & { rule: ComparisonRule },
    { at, version }: { at: Date; version: string },
): Promise<ComparisonEvaluation> {
    const { comparison } = safeguard.rule;
    const moment = at.toISOString();
    const milestone = safeguard.planId === null ? undefined : await findActiveMilestone(db, safeguard.planId);
    if (!milestone?.isComparable) {
        const reason = milestone
            ? `Milestone ${milestone.name} leaves nobody out by a percentage, so there is no control group.`
            : 'The plan has no active milestone.';
        return { at: moment, state: 'no data', reason, hold: null };
    }
    const summary = await summariseAssignments(db, interestOf(safeguard, milestone));
    const strata = summary.strata.map(({ shares, units, sums }): StratumInput => {
        const arm = (name: string) => sums[METRIC]?.[name] ?? { ...NOTHING, n: units[name] ?? 0 };
        return { control: arm('disabled'), treatment: arm('enabled'), share: shares['enabled'] ?? 0 };
    });
    const siblings = await listSafeguards(db, safeguard, safeguard.planId);
    const comparisons = siblings.filter(({ rule }) => isComparing(rule)).length;
    // The sum over all comparisons and milestones of the plan is at most ALPHA.
    const alpha = ALPHA / Math.max(1, comparisons * milestone.comparable);
    const result = decideComparison({ rule: comparison, strata, alpha, version });
    const isInGrace = at.getTime() < Date.parse(milestone.startedAt) + comparison.graceMinutes * 60_000;
    const { undecidable, multiple, unenrolled } = summary;
    return {
        ...{ at: moment, milestone: milestone.id, alpha, undecidable, multiple, unenrolled },
        ...result,
        hold: holdOf(result, isInGrace),
    };
}

/** A mismatch holds at once; missing data after the time of grace. */
function holdOf(
    { state, reason, sampleRatio }: ReturnType<typeof decideComparison>,
    isInGrace: boolean,
): string | null {
    if (sampleRatio?.mismatch)
        return `The sample ratio does not match the percentage (p = ${sampleRatio.p.toPrecision(2)}).`;
    if (isInGrace || (state !== 'no data' && state !== 'failed')) return null;
    return state === 'failed' ? `The comparison failed: ${reason ?? ''}` : (reason ?? 'There are no data.');
}
