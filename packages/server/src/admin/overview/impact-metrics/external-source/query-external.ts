import type { Services } from '../../../../app/services.ts';
import { badGateway, invalid } from '../../../../core/errors/errors.ts';
import type { SeriesKind } from '../../../../core/series/series.ts';
import type { AggregationMode } from '../../../observations/series-queries/aggregate.ts';
import type { LabelSelectors } from '../../../observations/series-queries/label-selectors.ts';
import { type ChartRange, stepNameOf, stepsOf } from '../../../observations/series-queries/steps.ts';
import type { ImpactMetrics } from '../impact-metrics.schemas.ts';
import { promqlOf } from '../promql-of-chart.ts';
import { callPrometheus, ExternalSourceFailed } from './external-source.ts';

interface ExternalQuery {
    metricName: string;
    range: ChartRange;
    aggregationMode?: AggregationMode;
    mode?: 'display' | 'edit';
    selectors: LabelSelectors;
    end: number;
}

/** Names become part of PromQL, so only valid names are sent. */
const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
export const isMetricName = (name: string): boolean => METRIC_NAME.test(name);
export const isLabelName = (name: string): boolean => LABEL_NAME.test(name);
const MAX_SERIES = 100;
const MAX_LABEL_VALUES = 200;
const LABEL_SECONDS = 30 * 86_400;

/** Reads a metric of the Prometheus that an administrator connected. A failure is an error, never an empty answer. */
export async function queryExternalMetric(services: Services, query: ExternalQuery): Promise<ImpactMetrics> {
    const { metricName: name, range, aggregationMode: aggregation = 'count', mode = 'edit', selectors, end } = query;
    const source = services.settings.get('externalSourceImpactMetrics');
    if (!source.enabled) {
        throw invalid('No external source of metrics is enabled. Use the source internal, or ask an administrator.');
    }
    if (!isMetricName(name)) throw invalid('This is not the name of a metric.', '/query/metricName');
    const wrong = Object.keys(selectors).find((label) => !isLabelName(label));
    if (wrong !== undefined) throw invalid('`labels` contains a name that is not a label.', '/query/labels');
    const steps = stepsOf(range, end, 60);
    const kind: SeriesKind | undefined = name.endsWith('_bucket') ? 'histogram' : undefined;
    const step = stepNameOf(steps.step);
    const base = kind === 'histogram' ? name.slice(0, -'_bucket'.length) : name;
    const promql = promqlOf({ name: base, aggregation, selectors, step, kind });
    try {
        const data = await callPrometheus(services, source, 'query_range', {
            query: promql,
            start: String(steps.start),
            end: String(Math.floor(end)),
            step: String(steps.step),
        });
        const series = readMatrix(data);
        const labels = mode === 'edit' ? await labelsOfMetric(services, name, end) : {};
        return {
            start: String(steps.start),
            end: String(Math.floor(end)),
            step,
            series: series.slice(0, MAX_SERIES),
            labels,
            reported: series.length > 0 ? 'values' : 'nothing',
            hasOther: false,
            debug: { query: promql, isTruncated: series.length > MAX_SERIES },
        };
    } catch (error) {
        if (error instanceof ExternalSourceFailed) throw badGateway(error.message);
        throw error;
    }
}

type ExternalSeries = ImpactMetrics['series'];

function readMatrix(data: unknown): ExternalSeries {
    const { result } = (data ?? {}) as { result?: unknown };
    if (!Array.isArray(result)) throw new ExternalSourceFailed('The external Prometheus answered without series.');
    return result.map((each: { metric?: Record<string, string>; values?: [number, string][] }) => ({
        metric: each.metric ?? {},
        data: each.values ?? [],
    }));
}

async function labelsOfMetric(services: Services, name: string, end: number): Promise<Record<string, string[]>> {
    const data = await callPrometheus(services, services.settings.get('externalSourceImpactMetrics'), 'series', {
        'match[]': name,
        start: String(Math.floor(end - LABEL_SECONDS)),
        end: String(Math.floor(end)),
    });
    const values = new Map<string, Set<string>>();
    for (const labels of Array.isArray(data) ? (data as Record<string, string>[]) : []) {
        for (const [label, value] of Object.entries(labels)) {
            if (label === '__name__') continue;
            const known = values.get(label) ?? new Set();
            values.set(label, known);
            if (known.size < MAX_LABEL_VALUES) known.add(value);
        }
    }
    return Object.fromEntries([...values].sort().map(([label, known]) => [label, [...known].sort()]));
}
