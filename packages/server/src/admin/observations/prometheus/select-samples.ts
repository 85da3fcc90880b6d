import { invalid } from '../../../core/errors/errors.ts';
import { commonBounds } from '../../../core/series/point-block.ts';
import { withBounds } from '../../../core/series/point-blocks.ts';
import type { Labels, SeriesKind } from '../../../core/series/series.ts';
import type { MetricInfo, Series } from '../../../core/series/series-reader.ts';
import type { ReadableSeries } from '../readable-series/readable-series.ts';
import { labelsOf } from '../series-queries/label-selectors.ts';
import { increasesIn, type TimeGrid } from '../series-queries/windows.ts';
import type { LabelMatcher, Selector } from './promql/expression.ts';
import { compileMatchers } from './promql/label-matching.ts';

/** The series of Prometheus that a stored histogram consists of. */
export const HISTOGRAM_PARTS = ['_bucket', '_count', '_sum'] as const;
export type HistogramPart = (typeof HISTOGRAM_PARTS)[number];

export interface SelectedMetric {
    info: MetricInfo;
    /** The part of a histogram that the query names. */
    part?: HistogramPart;
}

/** Returns the stored metric with this name in Prometheus. */
export function findMetric(metrics: readonly MetricInfo[], name: string): SelectedMetric | undefined {
    const info = metrics.find((metric) => metric.name === name);
    if (info) return { info };
    for (const part of HISTOGRAM_PARTS) {
        const histogram = metrics.find((metric) => metric.kind === 'histogram' && `${metric.name}${part}` === name);
        if (histogram) return { info: histogram, part };
    }
    return undefined;
}

export interface SampleQuery {
    from: number;
    to: number;
    /** The boundaries of all windows are multiples of this many seconds. */
    joinedSeconds: number;
}

export interface SelectedSamples {
    kind: SeriesKind;
    part?: HistogramPart;
    series: readonly Series[];
    /** Whether a series is selected, after `le` has been added to its labels. */
    matches: (labels: Labels) => boolean;
    /** The seconds that a value covers: of a gauge, and of a counter or histogram. */
    width: number;
    joined: number;
}

const equalTo = (matchers: readonly LabelMatcher[], name: string) =>
    matchers.find(({ label, operator }) => label === name && operator === '=')?.value;

/** Reads the series that a selector selects; undefined if no such metric was reported. */
export async function selectSamples(
    readable: ReadableSeries,
    metrics: readonly MetricInfo[],
    { matchers }: Selector,
    { from, to, joinedSeconds }: SampleQuery,
): Promise<SelectedSamples | undefined> {
    const name = equalTo(matchers, '__name__');
    if (name === undefined) throw invalid('A selector must contain the exact name of a metric.', '/query/query');
    const metric = findMetric(metrics, name);
    if (!metric) return undefined;
    const others = matchers.filter(({ label }) => label !== '__name__');
    const matches = compileMatchers(others);
    const matchesSeries = compileMatchers(others.filter(({ label }) => label !== 'le' || metric.part !== '_bucket'));
    const flag = equalTo(matchers, 'feature_flag_key');
    const answer = await readable.read({
        name: metric.info.name,
        environment: equalTo(matchers, 'environment'),
        flags: flag === undefined ? undefined : [flag],
        from: new Date(from * 1_000),
        to: new Date(to * 1_000),
        joinedSeconds,
    });
    return {
        kind: metric.info.kind,
        ...(metric.part && { part: metric.part }),
        series: answer.series.filter((series) => series.kind === metric.info.kind && matchesSeries(labelsOf(series))),
        matches,
        width: answer.width,
        joined: answer.joinedSeconds ?? answer.width,
    };
}

export interface Increases {
    labels: Labels;
    values: Float64Array;
}

/** Returns the increases of counters: of those that were reported, or of the parts of histograms. */
export function increasesOf(
    { part, series, matches, joined }: SelectedSamples,
    { grid, range, now }: { grid: TimeGrid; range: number; now: number },
): Increases[] {
    const options = { grid, range, width: joined, now };
    if (part === undefined) {
        return series.flatMap(({ blocks, ...each }) =>
            blocks.map((block) => ({ labels: labelsOf(each), values: increasesIn(block, [0], options)[0]! })),
        );
    }
    const bounds = part === '_bucket' ? commonBounds(series.flatMap(({ blocks }) => blocks)) : [];
    return series.flatMap(({ blocks, ...each }) => {
        const labels = labelsOf(each);
        const block = withBounds(blocks, bounds);
        if (part !== '_bucket') {
            return [{ labels, values: increasesIn(block, [part === '_sum' ? 1 : 0], options)[0]! }];
        }
        const buckets = [...bounds, Number.POSITIVE_INFINITY]
            .map((le, at) => ({
                labels: { ...labels, le: boundText(le) },
                column: at < bounds.length ? 2 + at : 0,
            }))
            .filter((bucket) => matches(bucket.labels));
        const increases = increasesIn(
            block,
            buckets.map(({ column }) => column),
            options,
        );
        return buckets.map((bucket, at) => ({ labels: bucket.labels, values: increases[at]! }));
    });
}

export const boundText = (le: number) => (le === Number.POSITIVE_INFINITY ? '+Inf' : String(le));
export const boundOf = (text: string | undefined) => (text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text));
