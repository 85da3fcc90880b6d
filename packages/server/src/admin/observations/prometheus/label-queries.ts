import { invalid } from '../../../core/errors/errors.ts';
import type { Labels, SeriesIdentity } from '../../../core/series/series.ts';
import type { MetricInfo } from '../../../core/series/series-reader.ts';
import type { ReadableSeries } from '../readable-series/readable-series.ts';
import { labelsOf } from '../series-queries/label-selectors.ts';
import type { LabelMatcher } from './promql/expression.ts';
import { compileMatchers } from './promql/label-matching.ts';
import { parsePromql } from './promql/parse-promql.ts';
import { HISTOGRAM_PARTS } from './select-samples.ts';

export interface LabelQuery {
    selectors: readonly string[];
    from: Date;
    to: Date;
}

const MAX_METRICS = 100;
const MAX_SERIES = 10_000;

/** The names under which Prometheus knows a metric. */
export const namesOf = ({ name, kind }: MetricInfo): string[] =>
    kind === 'histogram' ? HISTOGRAM_PARTS.map((part) => `${name}${part}`) : [name];

function matchersOf(selector: string): readonly LabelMatcher[] {
    const expression = parsePromql(selector);
    if (expression.kind !== 'selector') throw invalid('match[] must be a selector.', '/query/match[]');
    return expression.matchers;
}

/** The labels of all series that one of the selectors selects; all series without a selector. */
export async function listLabelSets(readable: ReadableSeries, { selectors, from, to }: LabelQuery) {
    const metrics = await readable.metrics();
    const found = new Map<string, Labels>();
    const warnings: string[] = [];
    for (const matchers of selectors.length === 0 ? [[]] : selectors.map(matchersOf)) {
        const isNamed = compileMatchers(matchers.filter(({ label }) => label === '__name__'));
        const matches = compileMatchers(matchers.filter(({ label }) => label !== 'le'));
        const named = metrics.filter((info) => namesOf(info).some((name) => isNamed({ __name__: name })));
        if (named.length > MAX_METRICS) warnings.push(`Only ${MAX_METRICS} of ${named.length} metrics were searched.`);
        for (const info of named.slice(0, MAX_METRICS)) {
            for (const series of await readable.list({ name: info.name, from, to })) {
                for (const labels of labelSetsOf(series, info)) {
                    if (matches(labels)) found.set(JSON.stringify(labels), labels);
                }
                if (found.size > MAX_SERIES) {
                    return { sets: [...found.values()], warnings: [`Only ${MAX_SERIES} series are returned.`] };
                }
            }
        }
    }
    return { sets: [...found.values()], warnings };
}

const labelSetsOf = (series: SeriesIdentity, info: MetricInfo): Labels[] =>
    namesOf(info).map((name) => ({ __name__: name, ...labelsOf(series) }));

/** The names of all labels, sorted. The bounds of histograms are the label `le`. */
export const labelNamesOf = (sets: readonly Labels[]) =>
    [...new Set(sets.flatMap((labels) => [...Object.keys(labels), ...(hasBounds(labels) ? ['le'] : [])]))].sort();

const hasBounds = ({ __name__: name }: Labels) => name?.endsWith('_bucket') === true;

/** The values of one label, sorted. */
export const labelValuesOf = (sets: readonly Labels[], name: string) =>
    [...new Set(sets.flatMap((labels) => (Object.hasOwn(labels, name) ? (labels[name] ?? []) : [])))].sort();
