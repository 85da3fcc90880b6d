import type { ArmSums, Stratum } from '../../observations/assignments/assignment.queries.ts';

/** The sums of an arm in one stratum, and its share of the units there; undefined: unknown. */
export interface MetricStratum {
    sums: ArmSums;
    share: number | undefined;
}

const NOTHING: ArmSums = {
    ...{ n: 0, sum: 0, sumSquares: 0, denSum: 0, denSumSquares: 0, denCrossSum: 0 },
    ...{ preSum: 0, preSumSquares: 0, preCrossSum: 0 },
};

export const armSums = ({ shares, units, sums, isReported }: Stratum, metric: string, arm: string): MetricStratum => ({
    sums: sums[metric]?.[arm] ?? { ...NOTHING, n: units[arm] ?? 0 },
    share: isReported ? undefined : (shares[arm] ?? 0),
});

export const addSums = (all: readonly ArmSums[]): ArmSums =>
    all.reduce(
        (total, each) =>
            Object.fromEntries(
                Object.entries(total).map(([name, value]) => [name, value + each[name as keyof ArmSums]]),
            ) as unknown as ArmSums,
        NOTHING,
    );
