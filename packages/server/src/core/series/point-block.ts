import type { PackedValue } from './packed-value.ts';
import type { SeriesKind } from './series.ts';

/**
 * Values of a series with equal bounds. One array contains all numbers, value after value, because a query adds millions of them.
 * Counter: sum. Gauge: last, min, max, sum, count. Histogram: count, sum, then the count up to each bound.
 */
export interface PointBlock {
    /** The starts of the steps in seconds since 1970, in the order of time, each once. */
    at: Float64Array;
    /** How many numbers a value has. */
    width: number;
    numbers: Float64Array;
    /** The upper bounds of a histogram without Infinity, whose count is the first number. Empty for other kinds. */
    bounds: readonly number[];
}

const WIDTHS: Record<SeriesKind, number> = { counter: 1, gauge: 5, histogram: 2 };
export const widthOf = (kind: SeriesKind, bounds: readonly number[]): number => WIDTHS[kind] + bounds.length;

export const bucketBounds = (kind: SeriesKind, value: PackedValue): number[] =>
    kind === 'histogram' ? value.filter((_, index) => index >= 2 && index % 2 === 0) : [];

/** The numbers of a packed value without its bounds. */
export const numbersOf = (kind: SeriesKind, value: PackedValue): PackedValue =>
    kind === 'histogram' ? value.filter((_, index) => index < 2 || index % 2 === 1) : value;

/** The packed form of the value at an index of a block. */
export function packedAt({ width, numbers, bounds }: PointBlock, index: number): PackedValue {
    const first = index * width;
    if (bounds.length === 0) return [...numbers.subarray(first, first + width)];
    const counts = bounds.flatMap((bound, at) => [bound, numbers[first + 2 + at]!]);
    return [numbers[first]!, numbers[first + 1]!, ...counts];
}

/** The bounds that all blocks have. */
export function commonBounds(blocks: readonly PointBlock[]): readonly number[] {
    let common: readonly number[] | undefined;
    for (const { bounds } of blocks) {
        if (common === undefined) common = bounds;
        else if (!areEqual(common, bounds)) common = common.filter((bound) => bounds.includes(bound));
    }
    return common ?? [];
}

export function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
    if (one.length !== other.length) return false;
    for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
    return true;
}
