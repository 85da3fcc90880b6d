import type { HistogramBucket, HistogramValue } from '../../../core/series/series.ts';

function hasBounds({ buckets }: HistogramValue, bounds: readonly number[]): boolean {
    if (buckets.length !== bounds.length) return false;
    for (let index = 0; index < bounds.length; index++) if (buckets[index]!.le !== bounds[index]) return false;
    return true;
}

const boundsOf = ({ buckets }: HistogramValue) => buckets.map(({ le }) => le);

/** Returns the upper bounds that all these histograms have, in ascending order; `Infinity` is always the last one. */
export function commonBounds(values: Iterable<HistogramValue>): number[] {
    let common: number[] | undefined;
    for (const value of values) {
        if (common === undefined) common = boundsOf(value);
        else if (!hasBounds(value, common)) {
            const bounds = new Set(boundsOf(value));
            common = common.filter((bound) => bounds.has(bound));
        }
    }
    const finite = (common ?? []).filter(Number.isFinite).sort((a, b) => a - b);
    return [...finite, Number.POSITIVE_INFINITY];
}

/** Returns the histogram with only these bounds, which it must have. Its counts are cumulative, so none is lost. */
export function withBounds(value: HistogramValue, bounds: readonly number[]): HistogramValue {
    if (hasBounds(value, bounds)) return value;
    const counts = new Map(value.buckets.map(({ le, count }) => [le, count]));
    return { ...value, buckets: bounds.map((le) => ({ le, count: counts.get(le) ?? value.count })) };
}

/** Adds histograms. Where their bounds differ, the result has those that all of them have. */
export function mergeHistograms(values: readonly HistogramValue[], bounds = commonBounds(values)): HistogramValue {
    let [count, sum] = [0, 0];
    const totals = new Float64Array(bounds.length);
    for (const value of values) {
        count += value.count;
        sum += value.sum;
        const { buckets } = withBounds(value, bounds);
        for (let index = 0; index < totals.length; index++) totals[index]! += buckets[index]!.count;
    }
    return { count, sum, buckets: bounds.map((le, index) => ({ le, count: totals[index]! })) };
}

/**
 * Estimates a quantile as Prometheus does: linear within a bucket, whose lowest bound is 0; the highest finite bound for values
 * above it. Returns undefined if there are no values, or no bounds to tell them apart.
 */
export function quantile(q: number, buckets: readonly HistogramBucket[]): number | undefined {
    const total = buckets.at(-1)?.count ?? 0;
    if (buckets.length < 2 || !(total > 0)) return undefined;
    const rank = q * total;
    let below = 0;
    for (const [index, { le, count }] of buckets.entries()) {
        // Rounding and samples that arrive between two buckets must not make the counts decrease.
        const reached = Math.max(below, count);
        if (reached >= rank && reached > 0) {
            if (le === Number.POSITIVE_INFINITY) return buckets[index - 1]!.le;
            if (index === 0 && le <= 0) return le;
            const lowest = index === 0 ? 0 : buckets[index - 1]!.le;
            return reached === below ? le : lowest + (le - lowest) * ((rank - below) / (reached - below));
        }
        below = reached;
    }
    return buckets.at(-2)!.le;
}
