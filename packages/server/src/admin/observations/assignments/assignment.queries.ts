import type { Db } from '../../../storage/database.ts';
import type { AssignmentStatus } from '../../../storage/tables/assignments.ts';

/** Sums over the units of an arm in one stratum. */
export interface ArmSums {
    /** Units of the arm, also those without an outcome. */
    n: number;
    sum: number;
    sumSquares: number;
    denSum: number;
    denSumSquares: number;
    denCrossSum: number;
    preSum: number;
    preSumSquares: number;
    preCrossSum: number;
}

/** Units that are comparable, by arm. */
export interface Stratum {
    stratum: string;
    /** The share of the units that each arm gets. */
    shares: Readonly<Record<string, number>>;
    units: Readonly<Record<string, number>>;
    /** The arms are those that applications reported, so the shares are unknown. */
    isReported: boolean;
    /** By metric and arm. */
    sums: Readonly<Record<string, Readonly<Record<string, ArmSums>>>>;
}

export interface AssignmentSummary {
    strata: Stratum[];
    undecidable: number;
    multiple: number;
    unenrolled: number;
}

/** Reads the sufficient statistics of an interest. The cost depends on the arms and metrics, not on units or outcomes. */
export async function summariseAssignments(db: Db, interest: string): Promise<AssignmentSummary> {
    const [counts, strata, totals] = await Promise.all([
        db.selectFrom('assignment_counts').selectAll().where('interest', '=', interest).execute(),
        db
            .selectFrom('assignment_strata')
            .selectAll()
            .where('interest', '=', interest)
            .orderBy('created_at')
            .orderBy('stratum')
            .execute(),
        db.selectFrom('assignment_totals').selectAll().where('interest', '=', interest).execute(),
    ]);
    const numberOf = (status: AssignmentStatus) =>
        counts.filter((each) => each.status === status).reduce((sum, { units }) => sum + units, 0);
    const metrics = [...new Set(totals.map(({ metric }) => metric))].sort();
    return {
        undecidable: numberOf('undecidable'),
        multiple: numberOf('multiple'),
        unenrolled: numberOf('unenrolled'),
        strata: strata.map(({ stratum, shares }) => {
            const ofStratum = counts.filter((each) => each.status === 'enrolled' && each.stratum === stratum);
            const units = Object.fromEntries(ofStratum.map((each) => [each.arm, each.units]));
            const sums = metrics.map((metric) => [
                metric,
                Object.fromEntries(
                    Object.entries(units).map(([arm, n]) => {
                        const row = totals.find(
                            (each) => each.metric === metric && each.stratum === stratum && each.arm === arm,
                        );
                        return [arm, toSums(n, row)];
                    }),
                ),
            ]);
            return {
                stratum,
                shares,
                units,
                isReported: Object.keys(shares).length === 0,
                sums: Object.fromEntries(sums),
            };
        }),
    };
}

export type TotalsRow = Record<
    | 'sum'
    | 'sum_squares'
    | 'den_sum'
    | 'den_sum_squares'
    | 'den_cross_sum'
    | 'pre_sum'
    | 'pre_sum_squares'
    | 'pre_cross_sum',
    number
>;

export const toSums = (n: number, row: TotalsRow | undefined): ArmSums => ({
    n,
    sum: row?.sum ?? 0,
    sumSquares: row?.sum_squares ?? 0,
    denSum: row?.den_sum ?? 0,
    denSumSquares: row?.den_sum_squares ?? 0,
    denCrossSum: row?.den_cross_sum ?? 0,
    preSum: row?.pre_sum ?? 0,
    preSumSquares: row?.pre_sum_squares ?? 0,
    preCrossSum: row?.pre_cross_sum ?? 0,
});
