import type { Labels } from '../../../core/series/series.ts';
import type { Series } from '../../../core/series/series-reader.ts';
import { type AggregationMode, aggregate } from './aggregate.ts';
import { type LabelSelectors, labelsOf, matchesSelectors, splitLabels } from './label-selectors.ts';
import type { Steps } from './steps.ts';

export interface SeriesQueryOptions {
    mode: AggregationMode;
    selectors: LabelSelectors;
    steps: Steps;
    maxSeries: number;
}

export interface QueriedSeries {
    metric: Labels;
    /** Steps without a report have no point. */
    data: [at: number, value: number][];
}

export interface QueriedMetric {
    series: QueriedSeries[];
    /** There are more series than requested: those with the largest values are returned. */
    isTruncated: boolean;
}

/** Aggregates series of one metric: one result for each combination of the values of the selected labels. */
export function querySeries(all: readonly Series[], { mode, selectors, steps, maxSeries }: SeriesQueryOptions) {
    const groups = new Map<string, { metric: Labels; series: Series[] }>();
    for (const series of all) {
        const labels = labelsOf(series);
        if (!matchesSelectors(labels, selectors)) continue;
        const metric = splitLabels(labels, selectors);
        const key = JSON.stringify(metric);
        const group = groups.get(key);
        if (group) group.series.push(series);
        else groups.set(key, { metric, series: [series] });
    }
    const results = [...groups].flatMap(([key, { metric, series }]) => {
        const data = pointsOf(aggregate(series, mode, steps), steps);
        return data.length === 0 ? [] : [{ key, metric, data }];
    });
    const isTruncated = results.length > maxSeries;
    const shown = isTruncated ? largest(results, maxSeries) : results;
    shown.sort((a, b) => (a.key < b.key ? -1 : 1));
    return { series: shown.map(({ metric, data }) => ({ metric, data })), isTruncated } satisfies QueriedMetric;
}

function pointsOf(values: Float64Array, { start, step }: Steps): [number, number][] {
    const points: [number, number][] = [];
    values.forEach((value, index) => {
        if (!Number.isNaN(value)) points.push([start + index * step, value]);
    });
    return points;
}

function largest<S extends QueriedSeries>(results: S[], count: number): S[] {
    const size = ({ data }: S) => data.reduce((sum, [, value]) => sum + Math.abs(value), 0);
    const sized = results.map((result) => ({ result, size: size(result) }));
    return sized
        .sort((a, b) => b.size - a.size)
        .slice(0, count)
        .map(({ result }) => result);
}
