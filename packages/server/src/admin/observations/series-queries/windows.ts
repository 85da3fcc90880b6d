import type { GaugePoint } from '../../../core/series/series.ts';

/** The times for which a query is evaluated, in seconds since 1970. */
export interface TimeGrid {
    start: number;
    step: number;
    count: number;
}

/** Differences of one counter; each covers the seconds from its time to its end. */
export interface CounterSamples {
    at: Float64Array;
    end: Float64Array;
    values: Float64Array;
}

/** Returns the end of each point: after its width, but not in the future. */
export function endsOf(at: Float64Array, width: number, now: number): Float64Array {
    return at.map((time) => (time + width > now ? Math.max(now, time + 1) : time + width));
}

/** The sum of the differences until a time, which must not decrease between calls. A point counts proportionally. */
class RunningTotal {
    readonly #samples: CounterSamples;
    #next = 0;
    #total = 0;

    constructor(samples: CounterSamples) {
        this.#samples = samples;
    }

    /** The number of points that ended at the last time. */
    get ended(): number {
        return this.#next;
    }

    until(time: number): number {
        const { at, end, values } = this.#samples;
        for (; this.#next < at.length && end[this.#next]! <= time; this.#next++) this.#total += values[this.#next]!;
        if (this.#next >= at.length || at[this.#next]! >= time) return this.#total;
        const [from, to] = [at[this.#next]!, end[this.#next]!];
        return this.#total + values[this.#next]! * ((time - from) / (to - from));
    }

    /** Whether a point has begun before the time and had not ended at the last time of the other total. */
    hasBegun(time: number, after: RunningTotal): boolean {
        const first = this.#samples.at[after.ended];
        return first !== undefined && first < time;
    }
}

/** Returns the increase in the window before each time; NaN where the window contains no report, which is not 0. */
export function increaseOver(samples: CounterSamples, { start, step, count }: TimeGrid, range: number): Float64Array {
    const [before, until] = [new RunningTotal(samples), new RunningTotal(samples)];
    const values = new Float64Array(count);
    for (let index = 0; index < count; index++) {
        const time = start + index * step;
        const increase = until.until(time) - before.until(time - range);
        values[index] = until.hasBegun(time, before) ? increase : Number.NaN;
    }
    return values;
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
