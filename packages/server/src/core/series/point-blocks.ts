import { GrowingBlock } from './growing-block.ts';
import type { PackedValue } from './packed-value.ts';
import { areEqual, bucketBounds, numbersOf, type PointBlock } from './point-block.ts';
import type { SeriesKind } from './series.ts';

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
        const isWithin = block.at.length > 0 && block.at[0]! >= from && block.at.at(-1)! < to;
        if (isWithin && step === 1 && target.endsBefore(block.at[0]!)) target.append(block);
        else
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
