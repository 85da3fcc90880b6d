import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { invalid } from '../../../core/errors/errors.ts';
import type { Labels } from '../../../core/series/series.ts';
import type { MetricInfo } from '../../../core/series/series-reader.ts';
import type { ReadableSeries } from '../readable-series/readable-series.ts';
import { quantile } from '../series-queries/histograms.ts';
import { labelsOf } from '../series-queries/label-selectors.ts';
import { type GaugeFunction, gaugeOver, type TimeGrid } from '../series-queries/windows.ts';
import { applyArithmetic } from './arithmetic.ts';
import { labelKey } from './label-key.ts';
import type { Aggregation, Expression, RangeFunction, Selector } from './promql/expression.ts';
import type { QueryValue, VectorSeries } from './query-value.ts';
import { boundOf, increasesOf, type SelectedSamples, selectSamples } from './select-samples.ts';

export interface ExpressionEvaluation {
    readable: ReadableSeries;
    metrics: readonly MetricInfo[];
    grid: TimeGrid;
    now: number;
    /** The selectors that were read so far. */
    selectors: number;
}

/** The value of a gauge is valid for five minutes, and until the end of the stored point. */
const LOOKBACK_SECONDS = 300;
const MAX_VALUES = 4_000_000;
const MAX_SELECTORS = 20;

export async function evaluate(expression: Expression, evaluation: ExpressionEvaluation): Promise<QueryValue> {
    if (shouldYield()) await yieldToEventLoop();
    switch (expression.kind) {
        case 'number':
            return { kind: 'scalar', values: new Float64Array(evaluation.grid.count).fill(expression.value) };
        case 'selector':
            return { kind: 'vector', series: await currentValues(expression, evaluation) };
        case 'overRange':
            return { kind: 'vector', series: await overRange(expression, evaluation) };
        case 'quantile': {
            const q = await evaluate(expression.quantile, evaluation);
            const argument = await evaluate(expression.argument, evaluation);
            if (q.kind !== 'scalar') throw invalid('The first argument of histogram_quantile is a number.');
            return { kind: 'vector', series: quantiles(q.values, vectorOf(argument, 'histogram_quantile')) };
        }
        case 'aggregate': {
            const { name, labels, isWithout } = expression;
            const argument = vectorOf(await evaluate(expression.argument, evaluation), name);
            return { kind: 'vector', series: aggregate(argument, name, groupingOf(labels, isWithout)) };
        }
        case 'arithmetic': {
            const left = await evaluate(expression.left, evaluation);
            const right = await evaluate(expression.right, evaluation);
            return applyArithmetic(expression.operator, left, right);
        }
    }
}

function vectorOf(value: QueryValue, name: string): VectorSeries[] {
    if (value.kind === 'scalar') throw invalid(`${name} needs a vector, not a number.`);
    return value.series;
}

async function select(
    selector: Selector,
    evaluation: ExpressionEvaluation,
    range: number,
): Promise<SelectedSamples | undefined> {
    evaluation.selectors++;
    if (evaluation.selectors > MAX_SELECTORS) throw invalid(`A query has at most ${MAX_SELECTORS} selectors.`);
    const { start, step, count } = evaluation.grid;
    const selected = await selectSamples(evaluation.readable, evaluation.metrics, selector, {
        // Points that began before the window may reach into it.
        from: start - selector.offset - range - 60,
        to: start + step * (count - 1) - selector.offset + 1,
        joinedSeconds: [step, range, selector.offset].reduce(greatestCommonDivisor, start),
    });
    if (selected && selected.series.length * count > MAX_VALUES) {
        throw invalid(
            `The query selects ${selected.series.length} series with ${count} points each, which are more than ${MAX_VALUES} values. Select fewer series, or use a longer step.`,
        );
    }
    return selected;
}

function greatestCommonDivisor(one: number, other: number): number {
    let [a, b] = [one, other];
    while (b !== 0) [a, b] = [b, a % b];
    return a;
}

const shifted = ({ start, step, count }: TimeGrid, offset: number): TimeGrid => ({
    start: start - offset,
    step,
    count,
});

/** The latest values of a gauge. */
async function currentValues(selector: Selector, evaluation: ExpressionEvaluation): Promise<VectorSeries[]> {
    const selected = await select(selector, evaluation, LOOKBACK_SECONDS + 3_600);
    if (!selected) return [];
    requireGauge(selected);
    const grid = shifted(evaluation.grid, selector.offset);
    const name = selector.matchers.find(({ label }) => label === '__name__')!.value;
    return nonEmpty(
        selected.series.flatMap(({ blocks, ...series }) =>
            blocks.map((block) => ({
                labels: { __name__: name, ...labelsOf(series) },
                values: gaugeOver('last', block, grid, LOOKBACK_SECONDS + selected.width - 60),
            })),
        ),
    );
}

function requireGauge({ kind }: SelectedSamples): void {
    if (kind === 'gauge') return;
    throw invalid(
        `The metric is a ${kind}, of which differences are stored. Use rate() or increase(), such as increase(metric[5m]).`,
        '/query/query',
    );
}

async function overRange(
    { name, selector, range }: Extract<Expression, { kind: 'overRange' }>,
    evaluation: ExpressionEvaluation,
): Promise<VectorSeries[]> {
    const selected = await select(selector, evaluation, range);
    if (!selected) return [];
    const grid = shifted(evaluation.grid, selector.offset);
    if (name === 'rate' || name === 'increase') return increases(selected, { grid, range, name, now: evaluation.now });
    requireGauge(selected);
    return nonEmpty(
        selected.series.flatMap(({ blocks, ...series }) =>
            blocks.map((block) => ({
                labels: labelsOf(series),
                values: gaugeOver(gaugeFunctionOf(name), block, grid, Math.max(range, selected.width)),
            })),
        ),
    );
}

/** `avg_over_time` is `avg`. */
const gaugeFunctionOf = (name: RangeFunction) => name.replace('_over_time', '') as GaugeFunction;

function increases(
    selected: SelectedSamples,
    { grid, range, name, now }: { grid: TimeGrid; range: number; name: RangeFunction; now: number },
): VectorSeries[] {
    if (selected.kind === 'gauge') {
        throw invalid(`The metric is a gauge, which has no ${name}. Use avg_over_time() or the gauge itself.`);
    }
    if (selected.kind === 'histogram' && !selected.part) {
        throw invalid('The metric is a histogram. Add _bucket, _sum or _count to its name.');
    }
    const series = nonEmpty(increasesOf(selected, { grid, range, now }));
    if (name === 'increase') return series;
    // A loop: the functions of typed arrays take a multiple of the time.
    for (const { values } of series) for (let index = 0; index < values.length; index++) values[index]! /= range;
    return series;
}

const nonEmpty = (series: VectorSeries[]) =>
    series.filter(({ values }) => {
        for (let index = 0; index < values.length; index++) if (!Number.isNaN(values[index]!)) return true;
        return false;
    });

function groupingOf(labels: readonly string[], isWithout: boolean): (of: Labels) => Labels {
    const named = new Set(labels);
    return (of) =>
        Object.fromEntries(
            Object.entries(of).filter(([name]) => named.has(name) !== isWithout && (!isWithout || name !== '__name__')),
        );
}

function groupsOf(series: readonly VectorSeries[], grouping: (of: Labels) => Labels) {
    const groups = new Map<string, { labels: Labels; members: VectorSeries[] }>();
    for (const member of series) {
        const labels = grouping(member.labels);
        const key = labelKey(labels);
        const group = groups.get(key);
        if (group) group.members.push(member);
        else groups.set(key, { labels, members: [member] });
    }
    return [...groups.values()];
}

const COMBINE: Record<Aggregation, (total: number, value: number) => number> = {
    sum: (total, value) => total + value,
    avg: (total, value) => total + value,
    count: (total) => total,
    min: Math.min,
    max: Math.max,
};

function aggregate(
    series: readonly VectorSeries[],
    name: Aggregation,
    grouping: (of: Labels) => Labels,
): VectorSeries[] {
    const combine = COMBINE[name];
    return groupsOf(series, grouping).map(({ labels, members }) => {
        const values = new Float64Array(members[0]!.values.length).fill(Number.NaN);
        const counts = new Uint32Array(values.length);
        for (const member of members) {
            for (let index = 0; index < values.length; index++) {
                const value = member.values[index]!;
                if (Number.isNaN(value)) continue;
                values[index] = counts[index] === 0 ? value : combine(values[index]!, value);
                counts[index]!++;
            }
        }
        if (name === 'sum' || name === 'min' || name === 'max') return { labels, values };
        return {
            labels,
            values: values.map((value, index) => {
                if (counts[index] === 0) return Number.NaN;
                return name === 'count' ? counts[index]! : value / counts[index]!;
            }),
        };
    });
}

function quantiles(q: Float64Array, series: readonly VectorSeries[]): VectorSeries[] {
    const withoutBound = groupingOf(['le'], true);
    const results = groupsOf(
        series.filter(({ labels }) => Object.hasOwn(labels, 'le')),
        withoutBound,
    ).map(({ labels, members }) => {
        const buckets = members
            .map(({ labels: of, values }) => ({ le: boundOf(of['le']), values }))
            .sort((a, b) => a.le - b.le);
        const values = q.map((at, index) => {
            const counts = buckets.map(({ le, values: ofBucket }) => ({ le, count: ofBucket[index]! }));
            return (
                quantile(
                    at,
                    counts.filter(({ count }) => !Number.isNaN(count)),
                ) ?? Number.NaN
            );
        });
        return { labels, values };
    });
    return nonEmpty(results);
}
