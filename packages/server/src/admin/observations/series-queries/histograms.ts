import { mergePacked, type PackedValue, packHistogram } from '../../../core/series/packed-value.ts';
import type { HistogramBucket, HistogramValue } from '../../../core/series/series.ts';

/** The sum of histograms. Where their bounds differ, the sum has those that all of them have; counts are cumulative, so none is lost. */
export class HistogramTotal {
    /** In the packed form: `[count, sum, bound, count up to it, …]`. */
    #total: Float64Array | undefined;

    /** One pass over the buckets, because charts add millions of them. */
    add(value: HistogramValue): void {
        const packed = packHistogram(value);
        const total = this.#total;
        if (total === undefined) {
            this.#total = Float64Array.from(packed);
            return;
        }
        if (!hasBoundsOf(packed, total)) {
            this.#total = Float64Array.from(mergePacked('histogram', [...total], packed));
            return;
        }
        total[0]! += packed[0]!;
        for (let index = 1; index < total.length; index += 2) total[index]! += packed[index]!;
    }

    value(): HistogramValue {
        const [count = 0, sum = 0] = this.#total ?? [];
        const buckets: HistogramBucket[] = [];
        for (let index = 2; index < (this.#total?.length ?? 0); index += 2) {
            buckets.push({ le: this.#total![index]!, count: this.#total![index + 1]! });
        }
        return { count, sum, buckets: [...buckets, { le: Number.POSITIVE_INFINITY, count }] };
    }
}

function hasBoundsOf(value: PackedValue, other: ArrayLike<number>): boolean {
    if (value.length !== other.length) return false;
    for (let index = 2; index < value.length; index += 2) if (value[index] !== other[index]) return false;
    return true;
}

/** Returns the histograms with the bounds that all of them have. */
export function withCommonBounds(all: readonly (readonly HistogramValue[])[]): {
    bounds: number[];
    values: PackedValue[][];
} {
    const values = all.map((series) => series.map(packHistogram));
    let common: PackedValue | undefined;
    let areEqual = true;
    for (const series of values) {
        for (const value of series) {
            if (common === undefined) common = value;
            else if (!hasBoundsOf(value, common)) {
                common = mergePacked('histogram', common, value);
                areEqual = false;
            }
        }
    }
    const bounds = (common ?? []).filter((_, index) => index >= 2 && index % 2 === 0);
    if (areEqual) return { bounds, values };
    const zero = [0, 0, ...bounds.flatMap((bound) => [bound, 0])];
    return { bounds, values: values.map((series) => series.map((value) => mergePacked('histogram', zero, value))) };
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
