import { mergePacked, toHistogram } from '../../../core/series/packed-value.ts';
import { areEqual, bucketBounds, numbersOf, type PointBlock, packedAt } from '../../../core/series/point-block.ts';
import type { HistogramBucket, HistogramValue } from '../../../core/series/series.ts';

/** The sum of histograms. Where their bounds differ, the sum has those that all of them have; counts are cumulative, so none is lost. */
export class HistogramTotal {
    #bounds: readonly number[] = [];
    /** Count, sum, and the counts up to each bound. */
    #numbers: Float64Array | undefined;

    /** Adds a value of a block. One pass over its numbers, because charts add millions of them. */
    add(block: PointBlock, index: number): void {
        const total = this.#numbers;
        const first = index * block.width;
        if (total === undefined) {
            this.#bounds = block.bounds;
            this.#numbers = block.numbers.slice(first, first + block.width);
        } else if (block.bounds === this.#bounds || areEqual(block.bounds, this.#bounds)) {
            for (let number = 0; number < total.length; number++) total[number]! += block.numbers[first + number]!;
        } else {
            const merged = mergePacked('histogram', this.#packed(), packedAt(block, index));
            this.#bounds = bucketBounds('histogram', merged);
            this.#numbers = Float64Array.from(numbersOf('histogram', merged));
        }
    }

    value(): HistogramValue {
        return toHistogram(this.#packed());
    }

    #packed() {
        const numbers = this.#numbers ?? new Float64Array(2);
        return packedAt({ at: new Float64Array(1), width: numbers.length, numbers, bounds: this.#bounds }, 0);
    }
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
