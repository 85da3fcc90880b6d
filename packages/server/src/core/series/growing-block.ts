import { mergePacked } from './packed-value.ts';
import { type PointBlock, widthOf } from './point-block.ts';
import type { SeriesKind } from './series.ts';

/** A block to which values are added. */
export class GrowingBlock {
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

    endsBefore(at: number): boolean {
        return this.#length === 0 || this.#at[this.#length - 1]! < at;
    }

    /** Adds a block that begins after the end of this one. */
    append({ at, numbers }: PointBlock): void {
        while (this.#length + at.length > this.#at.length) this.#grow();
        this.#at.set(at, this.#length);
        this.#numbers.set(numbers, this.#length * this.#width);
        this.#length += at.length;
    }

    add(at: number, numbers: ArrayLike<number>, from: number): void {
        let index = this.#length;
        if (index > 0 && this.#at[index - 1]! >= at) {
            // Values usually arrive in the order of time.
            index = lowerBound(this.#at, this.#length, at);
            if (this.#at[index] === at) {
                this.#join(index, numbers, from);
                return;
            }
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
        const length = Math.max(64, 2 * at.length);
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
