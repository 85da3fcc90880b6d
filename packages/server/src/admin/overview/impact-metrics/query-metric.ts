import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import type { MetricInfo } from '../../../core/series/series-reader.ts';
import { readableSeries } from '../../observations/readable-series/readable-series.ts';
import { type AggregationMode, MODES_OF } from '../../observations/series-queries/aggregate.ts';
import { type LabelSelectors, valuesOfLabels } from '../../observations/series-queries/label-selectors.ts';
import { numberText } from '../../observations/series-queries/number-text.ts';
import { querySeries } from '../../observations/series-queries/query-series.ts';
import {
    type ChartRange,
    lengthOf,
    stepLengthOf,
    stepNameOf,
    stepsOf,
} from '../../observations/series-queries/steps.ts';
import { queryExternalMetric } from './external-source/query-external.ts';
import type { ImpactMetrics } from './impact-metrics.schemas.ts';
import { readLabelSelectors } from './label-selectors-parameter.ts';
import { promqlOf } from './promql-of-chart.ts';

export interface MetricQuery {
    metricName: string;
    range: ChartRange;
    aggregationMode?: AggregationMode;
    source?: 'internal' | 'external';
    mode?: 'display' | 'edit';
    labels?: string;
    end?: string;
}

const MAX_SERIES = 100;
const MAX_LABEL_VALUES = 200;
/** The range in which the values of labels are offered. */
const LABEL_DAYS = 30;
const DAY = 86_400_000;

export async function queryMetric(services: Services, actor: AdminActor, query: MetricQuery): Promise<ImpactMetrics> {
    const { metricName: name, range, mode = 'edit' } = query;
    const selectors = readLabelSelectors(query.labels);
    const now = services.clock().getTime();
    const end = (query.end === undefined ? now : Date.parse(query.end)) / 1_000;
    if (query.source === 'external') return queryExternalMetric(services, { ...query, selectors, end });

    const series = readableSeries(services, actor);
    const info = (await series.metrics()).find((metric) => metric.name === name);
    const aggregation = aggregationOf(query.aggregationMode, info);
    const only = {
        environment: onlyValue(selectors, 'environment'),
        flags: concreteValues(selectors, 'feature_flag_key'),
    };
    const answer = await series.read({
        ...{ name, ...only },
        from: new Date((end - lengthOf(range)) * 1_000),
        to: new Date(end * 1_000),
        joinedSeconds: stepLengthOf(range),
    });
    const steps = stepsOf(range, end, answer.width);
    const ofKind = answer.series.filter(({ kind }) => kind === info?.kind);
    const result = querySeries(ofKind, { mode: aggregation, selectors, steps, maxSeries: MAX_SERIES });
    const from = new Date(now - LABEL_DAYS * DAY);
    const known = mode === 'edit' && info ? await series.list({ name, from, to: new Date(now) }) : [];
    return {
        start: String(steps.start),
        end: String(Math.floor(end)),
        step: stepNameOf(steps.step),
        series: result.series.map(({ metric, data }) => ({
            metric,
            data: data.map(([at, value]) => [at, numberText(value)]),
        })),
        labels: {
            ...valuesOfLabels(known, MAX_LABEL_VALUES),
            ...(mode === 'edit' && info && { metric_type: [info.kind] }),
        },
        reported: result.series.length > 0 ? 'values' : answer.heartbeat ? 'zero' : 'nothing',
        hasOther: answer.hasOther,
        debug: {
            query: promqlOf({ name, aggregation, selectors, step: stepNameOf(steps.step), kind: info?.kind }),
            isTruncated: result.isTruncated,
            ...(info && { metricType: info.kind }),
        },
    };
}

function aggregationOf(requested: AggregationMode | undefined, info: MetricInfo | undefined): AggregationMode {
    if (!info) return requested ?? 'count';
    const modes = MODES_OF[info.kind];
    if (requested === undefined) return info.kind === 'gauge' ? 'avg' : 'count';
    if (!modes.includes(requested)) {
        throw invalid(
            `${info.name} is a ${info.kind}, which has no ${requested}. Use ${modes.join(', ')}.`,
            '/query/aggregationMode',
        );
    }
    return requested;
}

/** The values that the caller selected of a label; undefined if all values are selected. */
function concreteValues(selectors: LabelSelectors, label: string): readonly string[] | undefined {
    const values = Object.hasOwn(selectors, label) ? selectors[label] : undefined;
    return values?.includes('*') ? undefined : values;
}

function onlyValue(selectors: LabelSelectors, label: string): string | undefined {
    const values = concreteValues(selectors, label);
    return values?.length === 1 ? values[0] : undefined;
}
