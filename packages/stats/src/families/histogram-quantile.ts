import { invalid, listOf, numberOf } from '../input.ts';

export interface HistogramQuantile {
    quantile: number;
    /** Upper bounds in ascending order, with the number of values up to each. */
    buckets: [upperBound: number | '+Inf', cumulativeCount: number][];
}

/** R4.11: a quantile by interpolation within its bucket, as Prometheus computes it; null without values. */
export function histogramQuantile(input: HistogramQuantile): { value: number | null } {
    const quantile = numberOf(input.quantile, 'quantile', { min: 0 });
    if (quantile > 1) invalid('quantile', 'must be at most 1');
    const buckets = listOf(input.buckets, 'buckets').map(readBucket);
    buckets.forEach(({ bound, count }, index) => {
        const before = buckets[index - 1];
        if (before && bound <= before.bound) invalid(`buckets[${index}][0]`, 'must be above the bound before');
        if (before && count < before.count) invalid(`buckets[${index}][1]`, 'must not be below the count before');
    });
    const last = buckets.at(-1);
    if (!last || last.count === 0) return { value: null };
    const rank = quantile * last.count;
    const index = buckets.findIndex(({ count }) => count >= rank);
    const { bound, count } = buckets[index]!;
    const before = buckets[index - 1];
    if (bound === Number.POSITIVE_INFINITY) return { value: before ? before.bound : null };
    if (!before && bound <= 0) return { value: bound };
    const [low, below] = [before?.bound ?? 0, before?.count ?? 0];
    // A bucket without values is only reached at the quantile 0.
    if (count === below) return { value: low };
    return { value: low + ((bound - low) * (rank - below)) / (count - below) };
}

function readBucket(value: unknown, index: number): { bound: number; count: number } {
    const [bound, count] = listOf(value, `buckets[${index}]`);
    return {
        bound: bound === '+Inf' ? Number.POSITIVE_INFINITY : numberOf(bound, `buckets[${index}][0]`),
        count: numberOf(count, `buckets[${index}][1]`, { min: 0 }),
    };
}
