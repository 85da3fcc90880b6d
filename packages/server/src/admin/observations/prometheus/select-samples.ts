import { invalid } from '../../../core/errors/errors.ts';
import type { HistogramPoint, Labels, Series, SeriesKind } from '../../../core/series/series.ts';
import type { MetricInfo } from '../../../core/series/series-reader.ts';
import type { ReadableSeries } from '../readable-series/readable-series.ts';
import { commonBounds, withBounds } from '../series-queries/histograms.ts';
import { labelsOf } from '../series-queries/label-selectors.ts';
import type { CounterSamples } from '../series-queries/windows.ts';
import { endsOf } from '../series-queries/windows.ts';
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
    now: number;
}

export interface SelectedSamples {
    kind: SeriesKind;
    part?: HistogramPart;
    series: readonly Series[];
    /** Whether a series is selected, after `le` has been added to its labels. */
    matches: (labels: Labels) => boolean;
    width: number;
}

const equalTo = (matchers: readonly LabelMatcher[], name: string) =>
    matchers.find(({ label, operator }) => label === name && operator === '=')?.value;

/** Reads the series that a selector selects; undefined if no such metric was reported. */
export async function selectSamples(
    readable: ReadableSeries,
    metrics: readonly MetricInfo[],
    { matchers }: Selector,
    { from, to }: SampleQuery,
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
    });
    return {
        kind: metric.info.kind,
        ...(metric.part && { part: metric.part }),
        series: answer.series.filter((series) => series.kind === metric.info.kind && matchesSeries(labelsOf(series))),
        matches,
        width: answer.width,
    };
}

export interface LabelledSamples {
    labels: Labels;
    samples: CounterSamples;
}

/** Returns the counters: those that were reported, or the parts of histograms, with the bounds that all of them have. */
export function counterSamples({ part, series, matches, width }: SelectedSamples, now: number): LabelledSamples[] {
    const bounds = part === '_bucket' ? commonBounds(histogramPoints(series)) : [];
    return series.flatMap((each): LabelledSamples[] => {
        const labels = labelsOf(each);
        const at = Float64Array.from(each.points.map(({ at: time }) => time));
        const end = endsOf(at, width, now);
        if (each.kind === 'counter') {
            return [{ labels, samples: { at, end, values: Float64Array.from(each.points, ({ value }) => value) } }];
        }
        if (each.kind !== 'histogram') return [];
        if (part !== '_bucket') {
            const member = part === '_sum' ? 'sum' : 'count';
            return [{ labels, samples: { at, end, values: Float64Array.from(each.points, (point) => point[member]) } }];
        }
        const points = each.points.map((point) => withBounds(point, bounds));
        return bounds.flatMap((le, index) => {
            const withBound = { ...labels, le: boundText(le) };
            const values = Float64Array.from(points, ({ buckets }) => buckets[index]!.count);
            return matches(withBound) ? [{ labels: withBound, samples: { at, end, values } }] : [];
        });
    });
}

function* histogramPoints(series: readonly Series[]): Generator<HistogramPoint> {
    for (const each of series) if (each.kind === 'histogram') yield* each.points;
}

export const boundText = (le: number) => (le === Number.POSITIVE_INFINITY ? '+Inf' : String(le));
export const boundOf = (text: string | undefined) => (text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text));
