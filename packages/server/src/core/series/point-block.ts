import { mergePacked, type PackedValue } from './packed-value.ts';
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

/** The values of histograms as one block, with the bounds that all of them have: counts are cumulative, so no value is lost. */
export function withBounds(blocks: readonly PointBlock[], bounds: readonly number[]): PointBlock {
    const [first] = blocks;
    if (blocks.length === 1 && areEqual(first!.bounds, bounds)) return first!;
    const joined = new PointBlocks('histogram');
    for (const block of blocks) {
        const columns = [0, 1, ...bounds.map((bound) => 2 + block.bounds.indexOf(bound))];
        const width = columns.length;
        const numbers = new Float64Array(width * block.at.length);
        for (let index = 0; index < block.at.length; index++) {
            for (let column = 0; column < width; column++) {
                numbers[index * width + column] = block.numbers[index * block.width + columns[column]!]!;
            }
        }
        joined.add({ at: block.at, width, numbers, bounds });
    }
    return joined.all()[0] ?? { at: new Float64Array(), width: 2 + bounds.length, numbers: new Float64Array(), bounds };
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

/** Collects the values of a series. Values of the same step are joined, those that are added later being newer. */
export class PointBlocks {
    readonly #kind: SeriesKind;
    readonly #blocks: GrowingBlock[] = [];

    constructor(kind: SeriesKind) {
        this.#kind = kind;
    }

    /** Adds the values of a block that are in the range, each at the start of its step. All in seconds. */
    add(block: PointBlock, { from = -Infinity, to = Infinity, step = 1 }: BlockRange = {}): void {
        const target = this.#blockWith(block.bounds, block.at.length);
        for (let index = 0; index < block.at.length; index++) {
            const at = Math.floor(block.at[index]! / step) * step;
            if (at >= from && at < to) target.add(at, block.numbers, index * block.width);
        }
    }

    addPacked(at: number, value: PackedValue): void {
        const numbers = numbersOf(this.#kind, value);
        this.#blockWith(bucketBounds(this.#kind, value), 1).add(at, numbers, 0);
    }

    /** Removes the values of a range. */
    remove(from: number, to: number): void {
        for (const block of this.#blocks) block.remove(from, to);
    }

    /** One block for each set of bounds that has values. */
    all(): PointBlock[] {
        return this.#blocks.map((block) => block.finished()).filter(({ at }) => at.length > 0);
    }

    #blockWith(bounds: readonly number[], expected: number): GrowingBlock {
        let block = this.#blocks.find((each) => areEqual(each.bounds, bounds));
        if (!block) {
            block = new GrowingBlock(this.#kind, bounds, expected);
            this.#blocks.push(block);
        }
        return block;
    }
}

interface BlockRange {
    from?: number;
    to?: number;
    step?: number;
}

class GrowingBlock {
    readonly bounds: readonly number[];
    readonly #kind: SeriesKind;
    readonly #width: number;
    #at: Float64Array;
    #numbers: Float64Array;
    #length = 0;

    constructor(kind: SeriesKind, bounds: readonly number[], expected: number) {
        this.bounds = bounds;
        this.#kind = kind;
        this.#width = widthOf(kind, bounds);
        this.#at = new Float64Array(expected);
        this.#numbers = new Float64Array(expected * this.#width);
    }

    add(at: number, numbers: ArrayLike<number>, from: number): void {
        let index = this.#length;
        if (index > 0 && this.#at[index - 1]! >= at) {
            // Values usually arrive in the order of time.
            index = lowerBound(this.#at, this.#length, at);
            if (this.#at[index] === at) return this.#join(index, numbers, from);
        }
        if (this.#length === this.#at.length) this.#grow();
        if (index < this.#length) this.#makeRoom(index);
        this.#length++;
        this.#at[index] = at;
        const first = index * this.#width;
        for (let number = 0; number < this.#width; number++) this.#numbers[first + number] = numbers[from + number]!;
    }

    remove(from: number, to: number): void {
        const [first, end] = [lowerBound(this.#at, this.#length, from), lowerBound(this.#at, this.#length, to)];
        if (first >= end) return;
        this.#at.copyWithin(first, end, this.#length);
        this.#numbers.copyWithin(first * this.#width, end * this.#width, this.#length * this.#width);
        this.#length -= end - first;
    }

    finished(): PointBlock {
        return {
            at: this.#at.subarray(0, this.#length),
            numbers: this.#numbers.subarray(0, this.#length * this.#width),
            width: this.#width,
            bounds: this.bounds,
        };
    }

    #join(index: number, numbers: ArrayLike<number>, from: number): void {
        const first = index * this.#width;
        if (this.#kind !== 'gauge') {
            for (let number = 0; number < this.#width; number++) {
                this.#numbers[first + number]! += numbers[from + number]!;
            }
            return;
        }
        const older = this.#numbers.subarray(first, first + this.#width);
        const newer = Array.from({ length: this.#width }, (_, number) => numbers[from + number]!);
        older.set(mergePacked('gauge', [...older], newer));
    }

    #grow(): void {
        const [at, numbers] = [this.#at, this.#numbers];
        const length = Math.max(16, 2 * at.length);
        this.#at = new Float64Array(length);
        this.#at.set(at);
        this.#numbers = new Float64Array(length * this.#width);
        this.#numbers.set(numbers);
    }

    #makeRoom(index: number): void {
        const width = this.#width;
        this.#at.copyWithin(index + 1, index, this.#length);
        this.#numbers.copyWithin((index + 1) * width, index * width, this.#length * width);
    }
}

/** The first index whose time is not before `at`. */
function lowerBound(times: Float64Array, length: number, at: number): number {
    let [low, high] = [0, length];
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (times[middle]! < at) low = middle + 1;
        else high = middle;
    }
    return low;
}
