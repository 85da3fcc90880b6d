import type { PointBlock } from '../../../core/series/point-block.ts';
import type { HistogramValue, SeriesKind } from '../../../core/series/series.ts';
import type { Series } from '../../../core/series/series-reader.ts';
import { HistogramTotal, quantile } from './histograms.ts';
import type { Steps } from './steps.ts';

export const AGGREGATION_MODES = [
    'rps',
    'count',
    'avg',
    'sum',
    'min',
    'max',
    'p50',
    'p75',
    'p90',
    'p95',
    'p99',
] as const;
export type AggregationMode = (typeof AGGREGATION_MODES)[number];

const QUANTILES: Partial<Record<AggregationMode, number>> = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

/** The modes that have a meaning for each kind of metric. The sum of a counter is its count. */
export const MODES_OF: Record<SeriesKind, readonly AggregationMode[]> = {
    counter: ['rps', 'count', 'sum'],
    gauge: ['avg', 'sum', 'min', 'max'],
    histogram: ['p50', 'p75', 'p90', 'p95', 'p99', 'rps', 'count', 'avg', 'sum'],
};

/** The value of each step; NaN where nothing was reported, which is not 0. */
type Values = Float64Array;

/** Returns one value per step over all these series, which are of one kind; NaN where nothing was reported. */
export function aggregate(series: readonly Series[], mode: AggregationMode, steps: Steps): Values {
    const kind = series[0]?.kind;
    const blocks = series.flatMap((each) => (each.kind === kind ? each.blocks : []));
    switch (kind) {
        case 'counter':
            return perSecond(countOf(blocks, steps), mode, steps);
        case 'gauge':
            return gaugeOf(blocks, mode, steps);
        case 'histogram':
            return perSecond(histogramOf(blocks, mode, steps), mode, steps);
        case undefined:
            return noValues(steps);
    }
}

const noValues = ({ count }: Steps): Values => new Float64Array(count).fill(Number.NaN);

/** The index of the step that contains the point; negative or too high outside of the range. */
const indexOf = (at: number, { start, step }: Steps) => Math.floor((at - start) / step);

function countOf(blocks: readonly PointBlock[], steps: Steps): Values {
    const values = noValues(steps);
    for (const { at, numbers } of blocks) {
        for (let point = 0; point < at.length; point++) {
            const index = indexOf(at[point]!, steps);
            if (index < 0 || index >= steps.count) continue;
            const before = values[index]!;
            values[index] = Number.isNaN(before) ? numbers[point]! : before + numbers[point]!;
        }
    }
    return values;
}

const SHORTEST_STEP = 60;

/** A rate of a step that is not over counts the seconds until now. */
function perSecond(values: Values, mode: AggregationMode, { start, step, end }: Steps): Values {
    if (mode !== 'rps') return values;
    return values.map((value, index) => {
        const elapsed = end - (start + index * step);
        return value / Math.min(step, Math.max(elapsed, SHORTEST_STEP));
    });
}

/** A gauge is sent only when it was set: its last value counts for five minutes, as in Prometheus. */
const GAUGE_VALID_SECONDS = 300;

interface GaugeTotals {
    series: number;
    means: number;
    lasts: number;
    min: number;
    max: number;
}

/** A gauge has one block. */
function gaugeOf(blocks: readonly PointBlock[], mode: AggregationMode, steps: Steps): Values {
    const totals: (GaugeTotals | undefined)[] = new Array(steps.count);
    for (const block of blocks) addGauge(block, steps, totals);
    return Float64Array.from(totals, (total) => (total ? gaugeValue(total, mode) : Number.NaN));
}

function gaugeValue({ series, means, lasts, min, max }: GaugeTotals, mode: AggregationMode): number {
    if (mode === 'sum') return lasts;
    if (mode === 'min') return min;
    return mode === 'max' ? max : means / series;
}

/** Adds the value of one series in each step to the totals. */
function addGauge({ at, width, numbers }: PointBlock, steps: Steps, totals: (GaugeTotals | undefined)[]): void {
    let next = 0;
    for (let index = 0; index < steps.count; index++) {
        const start = steps.start + index * steps.step;
        let [sum, count, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (; next < at.length && at[next]! < start + steps.step; next++) {
            if (at[next]! < start) continue;
            const first = next * width;
            min = Math.min(min, numbers[first + 1]!);
            max = Math.max(max, numbers[first + 2]!);
            sum += numbers[first + 3]!;
            count += numbers[first + 4]!;
        }
        if (next === 0) continue;
        const last = numbers[(next - 1) * width]!;
        if (count === 0 && (at[next - 1]! < start - GAUGE_VALID_SECONDS || start >= steps.end)) continue;
        const total = totals[index] ?? { series: 0, means: 0, lasts: 0, min: Infinity, max: -Infinity };
        totals[index] = total;
        total.series++;
        total.means += count > 0 ? sum / count : last;
        total.lasts += last;
        total.min = Math.min(total.min, count > 0 ? min : last);
        total.max = Math.max(total.max, count > 0 ? max : last);
    }
}

function histogramOf(blocks: readonly PointBlock[], mode: AggregationMode, steps: Steps): Values {
    const totals: HistogramTotal[] = [];
    for (const block of blocks) {
        for (let point = 0; point < block.at.length; point++) {
            const index = indexOf(block.at[point]!, steps);
            if (index < 0 || index >= steps.count) continue;
            totals[index] ??= new HistogramTotal();
            totals[index].add(block, point);
        }
    }
    const values = noValues(steps);
    totals.forEach((total, index) => {
        values[index] = histogramValue(total.value(), mode);
    });
    return values;
}

function histogramValue({ count, sum, buckets }: HistogramValue, mode: AggregationMode): number {
    const q = QUANTILES[mode];
    if (q !== undefined) return quantile(q, buckets) ?? Number.NaN;
    if (mode === 'sum') return sum;
    return mode === 'avg' ? sum / count : count;
}
