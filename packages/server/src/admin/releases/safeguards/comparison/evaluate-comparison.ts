import type { Db } from '../../../../storage/database.ts';
import type { ComparisonRule, StoredSafeguard } from '../../../flags/safeguards/safeguard.queries.ts';
import { type ArmSums, summariseAssignments } from '../../../observations/assignments/assignment.queries.ts';
import { alphaOf } from '../alpha.ts';
import { decideComparison, type StratumInput } from './decide-comparison.ts';
import { type HoldingEvaluation, holdOf } from './hold.ts';
import { findActiveMilestone, interestOf, METRIC } from './plan-interests.ts';

const NOTHING: ArmSums = {
    ...{ n: 0, sum: 0, sumSquares: 0, denSum: 0, denSumSquares: 0, denCrossSum: 0 },
    ...{ preSum: 0, preSumSquares: 0, preCrossSum: 0 },
};

/** Compares the units of the active milestone with and without the feature. */
export async function evaluateComparison(
    db: Db,
    safeguard: StoredSafeguard & { rule: ComparisonRule },
    { at, version }: { at: Date; version: string },
): Promise<HoldingEvaluation> {
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
    const alpha = await alphaOf(db, safeguard, milestone);
    const result = decideComparison({ rule: comparison, strata, alpha, version });
    const isInGrace = at.getTime() < Date.parse(milestone.startedAt) + comparison.graceMinutes * 60_000;
    const { undecidable, multiple, unenrolled } = summary;
    return {
        ...{ at: moment, milestone: milestone.id, alpha, undecidable, multiple, unenrolled },
        ...result,
        hold: holdOf(result, isInGrace),
    };
}
