import type { PointBlock } from '../../../core/series/point-block.ts';

/** The times for which a query is evaluated, in seconds since 1970. */
export interface TimeGrid {
    start: number;
    step: number;
    count: number;
}

/** Returns the end of each point: after its width, but not in the future. */
function endsOf(at: Float64Array, width: number, now: number): Float64Array {
    const end = new Float64Array(at.length);
    for (let index = 0; index < at.length; index++) {
        const time = at[index]!;
        end[index] = time + width > now ? Math.max(now, time + 1) : time + width;
    }
    return end;
}

/** The position of each time of a grid among the points: how many points ended before, and the part of the next one that is over. */
interface Positions {
    ended: Uint32Array;
    part: Float64Array;
}

function positionsOf(at: Float64Array, end: Float64Array, { start, step, count }: TimeGrid): Positions {
    const ended = new Uint32Array(count);
    const part = new Float64Array(count);
    let next = 0;
    for (let index = 0; index < count; index++) {
        const time = start + index * step;
        while (next < at.length && end[next]! <= time) next++;
        ended[index] = next;
        // A point counts proportionally.
        if (next < at.length && at[next]! < time) part[index] = (time - at[next]!) / (end[next]! - at[next]!);
    }
    return { ended, part };
}

interface WindowOptions {
    grid: TimeGrid;
    range: number;
    /** The seconds that a point covers. */
    width: number;
    now: number;
}

/**
 * Returns the increase in the window before each time of a grid, for these columns of a block. NaN where the window contains no report,
 * which is not 0.
 */
export function increasesIn(
    block: PointBlock,
    columns: readonly number[],
    { grid, range, width, now }: WindowOptions,
): Float64Array[] {
    const { at } = block;
    const { start, step, count } = grid;
    const end = endsOf(at, width, now);
    const from = positionsOf(at, end, { ...grid, start: start - range });
    const until = positionsOf(at, end, grid);
    const sums = new SumsAt([...from.ended, ...until.ended], block, columns);
    const increases = columns.map(() => new Float64Array(count).fill(Number.NaN));
    for (let index = 0; index < count; index++) {
        const first = at[from.ended[index]!];
        if (first === undefined || first >= start + index * step) continue;
        for (let column = 0; column < columns.length; column++) {
            increases[column]![index] = sums.total(until, index, column) - sums.total(from, index, column);
        }
    }
    return increases;
}

/** The sums of columns before some points: each point is read once, because there may be a hundred thousand. */
class SumsAt {
    readonly #block: PointBlock;
    readonly #columns: readonly number[];
    readonly #offsets = new Map<number, number>();
    readonly #sums: Float64Array;

    constructor(ends: readonly number[], block: PointBlock, columns: readonly number[]) {
        this.#block = block;
        this.#columns = columns;
        const sorted = Uint32Array.from(new Set(ends)).sort();
        const count = columns.length;
        const { numbers, width } = block;
        this.#sums = new Float64Array(sorted.length * count);
        const running = new Float64Array(count);
        let next = 0;
        for (let index = 0; index < sorted.length; index++) {
            for (const end = sorted[index]! * width; next < end; next += width) {
                for (let column = 0; column < count; column++) running[column]! += numbers[next + columns[column]!]!;
            }
            this.#offsets.set(sorted[index]!, index * count);
            this.#sums.set(running, index * count);
        }
    }

    total({ ended, part }: Positions, index: number, column: number): number {
        const end = ended[index]!;
        const sum = this.#sums[this.#offsets.get(end)! + column]!;
        if (part[index] === 0) return sum;
        return sum + part[index]! * this.#block.numbers[end * this.#block.width + this.#columns[column]!]!;
    }
}

export type GaugeFunction = 'avg' | 'sum' | 'min' | 'max' | 'count' | 'last';

/** Returns a function of the values of a gauge in the window before each time; NaN where the window contains none. */
export function gaugeOver(
    name: GaugeFunction,
    { at, width, numbers }: PointBlock,
    { start, step, count }: TimeGrid,
    range: number,
): Float64Array {
    const values = new Float64Array(count).fill(Number.NaN);
    const number = (point: number, column: GaugeColumn) => numbers[point * width + GAUGE[column]]!;
    // The points that may still be the extreme of a window, the current one first.
    const extremes: number[] = [];
    let firstExtreme = 0;
    let [first, next, sum, reports] = [0, 0, 0, 0];
    const isBeyond = (left: number, right: number) =>
        name === 'min' ? number(left, 'min') <= number(right, 'min') : number(left, 'max') >= number(right, 'max');
    for (let index = 0; index < count; index++) {
        const time = start + index * step;
        for (; next < at.length && at[next]! <= time; next++) {
            sum += number(next, 'sum');
            reports += number(next, 'count');
            while (extremes.length > firstExtreme && isBeyond(next, extremes.at(-1)!)) extremes.pop();
            extremes.push(next);
        }
        for (; first < next && at[first]! <= time - range; first++) {
            sum -= number(first, 'sum');
            reports -= number(first, 'count');
        }
        while (firstExtreme < extremes.length && extremes[firstExtreme]! < first) firstExtreme++;
        if (first === next) continue;
        const extreme = extremes[firstExtreme]!;
        const results = { sum, count: reports, avg: sum / reports, last: number(next - 1, 'last') };
        values[index] = name === 'min' || name === 'max' ? number(extreme, name) : results[name];
    }
    return values;
}

/** The columns of a gauge. */
const GAUGE = { last: 0, min: 1, max: 2, sum: 3, count: 4 };
type GaugeColumn = keyof typeof GAUGE;
