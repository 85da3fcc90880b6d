import type { GaugePoint } from '../../../core/series/series.ts';

/** The times for which a query is evaluated, in seconds since 1970. */
export interface TimeGrid {
    start: number;
    step: number;
    count: number;
}

/** Each point covers the seconds from its time to its end. */
export interface PointTimes {
    at: Float64Array;
    end: Float64Array;
}

/** Returns the end of each point: after its width, but not in the future. */
export function endsOf(at: Float64Array, width: number, now: number): Float64Array {
    const end = new Float64Array(at.length);
    for (let index = 0; index < at.length; index++) {
        const time = at[index]!;
        end[index] = time + width > now ? Math.max(now, time + 1) : time + width;
    }
    return end;
}

/** Where the times of a grid lie among the points: how many points ended before, and the part of the next one that is over. */
interface Positions {
    ended: Uint32Array;
    part: Float64Array;
}

function positionsOf({ at, end }: PointTimes, { start, step, count }: TimeGrid): Positions {
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

/** The windows before each time of a grid, among the points of one series. */
export class Windows {
    readonly #at: Float64Array;
    readonly #grid: TimeGrid;
    readonly #from: Positions;
    readonly #until: Positions;

    constructor(times: PointTimes, grid: TimeGrid, range: number) {
        this.#at = times.at;
        this.#grid = grid;
        this.#from = positionsOf(times, { ...grid, start: grid.start - range });
        this.#until = positionsOf(times, grid);
    }

    /**
     * Returns the increase in each window, for these columns of the rows; there is one row for each point. NaN where the window contains
     * no report, which is not 0.
     */
    increases(rows: readonly (readonly number[])[], columns: readonly number[]): Float64Array[] {
        const { start, step, count } = this.#grid;
        const [from, until, width] = [this.#from, this.#until, columns.length];
        const sums = new SumsAt([...from.ended, ...until.ended], rows, columns);
        const increases = columns.map(() => new Float64Array(count).fill(Number.NaN));
        for (let index = 0; index < count; index++) {
            const first = this.#at[from.ended[index]!];
            if (first === undefined || first >= start + index * step) continue;
            for (let column = 0; column < width; column++) {
                increases[column]![index] = sums.total(until, index, column) - sums.total(from, index, column);
            }
        }
        return increases;
    }
}

/** The sums of columns before some rows: each row is read once, because there may be a hundred thousand. */
class SumsAt {
    readonly #rows: readonly (readonly number[])[];
    readonly #columns: readonly number[];
    readonly #offsets = new Map<number, number>();
    readonly #sums: Float64Array;

    constructor(ends: readonly number[], rows: readonly (readonly number[])[], columns: readonly number[]) {
        this.#rows = rows;
        this.#columns = columns;
        const sorted = [...new Set(ends)].sort((a, b) => a - b);
        const width = columns.length;
        this.#sums = new Float64Array(sorted.length * width);
        const running = new Float64Array(width);
        let next = 0;
        for (const [index, end] of sorted.entries()) {
            for (; next < end; next++) {
                const row = rows[next]!;
                for (let column = 0; column < width; column++) running[column]! += row[columns[column]!]!;
            }
            this.#offsets.set(end, index * width);
            this.#sums.set(running, index * width);
        }
    }

    total({ ended, part }: Positions, index: number, column: number): number {
        const end = ended[index]!;
        const sum = this.#sums[this.#offsets.get(end)! + column]!;
        return part[index] === 0 ? sum : sum + part[index]! * this.#rows[end]![this.#columns[column]!]!;
    }
}

export type GaugeFunction = 'avg' | 'sum' | 'min' | 'max' | 'count' | 'last';

/** Returns a function of the values of a gauge in the window before each time; NaN where the window contains none. */
export function gaugeOver(
    name: GaugeFunction,
    points: readonly GaugePoint[],
    { start, step, count }: TimeGrid,
    range: number,
): Float64Array {
    const values = new Float64Array(count).fill(Number.NaN);
    // The points that may still be the extreme of a window, the current one first.
    const extremes: number[] = [];
    let firstExtreme = 0;
    let [first, next, sum, reports] = [0, 0, 0, 0];
    const isBeyond = (left: GaugePoint, right: GaugePoint) =>
        name === 'min' ? left.min <= right.min : left.max >= right.max;
    for (let index = 0; index < count; index++) {
        const time = start + index * step;
        for (; next < points.length && points[next]!.at <= time; next++) {
            const point = points[next]!;
            sum += point.sum;
            reports += point.count;
            while (extremes.length > firstExtreme && isBeyond(point, points[extremes.at(-1)!]!)) extremes.pop();
            extremes.push(next);
        }
        for (; first < next && points[first]!.at <= time - range; first++) {
            sum -= points[first]!.sum;
            reports -= points[first]!.count;
        }
        while (firstExtreme < extremes.length && extremes[firstExtreme]! < first) firstExtreme++;
        if (first === next) continue;
        const extreme = points[extremes[firstExtreme]!]!;
        const results = { sum, count: reports, avg: sum / reports, last: points[next - 1]!.last };
        values[index] = name === 'min' ? extreme.min : name === 'max' ? extreme.max : results[name];
    }
    return values;
}
