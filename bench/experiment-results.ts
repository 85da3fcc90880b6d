/**
 * The cost of computing the results of an experiment with 5 metrics and 3 arms from its sums, regardless of the number of outcomes.
 * `npm run bench -- experiment-results`
 */
import { computeResults } from '../packages/server/src/admin/experiments/results/compute-results.ts';
import { median } from './support/measure.ts';

const ROUNDS = 50;
const UNITS = 1_000_000;

const shares = { red: 0.4, blue: 0.3, green: 0.3 };
const kinds = ['conversion', 'count', 'mean', 'ratio', 'conversion'] as const;
const metrics = kinds.map((kind, index) => ({
    ...{ key: `metric-${index}`, outcome: 'bought', kind, direction: 'up' as const },
    role: index === 0 ? ('primary' as const) : ('secondary' as const),
}));
const units = Object.fromEntries(Object.entries(shares).map(([arm, share]) => [arm, share * UNITS]));
const sums = Object.fromEntries(
    Object.entries(units).map(([arm, n]) => [
        arm,
        {
            ...{ n, sum: n / 10, sumSquares: n / 10, denSum: n, denSumSquares: n, denCrossSum: n / 10 },
            ...{ preSum: 0, preSumSquares: 0, preCrossSum: 0 },
        },
    ]),
);
const stratum = {
    ...{ stratum: 'a', shares, isReported: false, units },
    sums: Object.fromEntries(metrics.map(({ key }) => [key, sums])),
};

const costs = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    computeResults({
        metrics,
        arms: Object.entries(shares).map(([variant, weight]) => ({ variant, weight })),
        summary: { strata: [stratum], undecidable: 0, multiple: 0, unenrolled: 0 },
        view: { view: 'always-valid', difference: 'relative' },
        version: 'bench',
    });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
});
console.log(`first: ${costs[0]!.toFixed(1)} ms CPU, median of ${ROUNDS}: ${median(costs).toFixed(1)} ms`);
