import { type Static, Type } from 'typebox';
import { SERIES_KINDS } from '../../../core/series/series.ts';
import { Body, DateTime, Dictionary } from '../../../http/route/schemas.ts';
import { AGGREGATION_MODES } from '../../observations/series-queries/aggregate.ts';
import { CHART_RANGES } from '../../observations/series-queries/steps.ts';

export const METRIC_SOURCES = ['internal', 'external'] as const;

export const MetricName = Type.String({ minLength: 1, maxLength: 255 });
export const MetricSource = Type.Enum([...METRIC_SOURCES], {
    default: 'internal',
    description: 'internal: stored by this instance; external: the Prometheus that an administrator connected',
});
export const ChartRange = Type.Enum([...CHART_RANGES]);
export const AggregationMode = Type.Enum([...AGGREGATION_MODES], {
    description:
        'Counters: rps, count. Gauges: avg, sum, min, max. Histograms: quantiles, and rps, count, avg and sum of their observations',
});
export const StepName = Type.Enum(['1m', '15m', '1h', '3h', '1d']);

export const ImpactMetricsQuery = Type.Object({
    metricName: MetricName,
    range: ChartRange,
    aggregationMode: Type.Optional(AggregationMode),
    source: Type.Optional(MetricSource),
    mode: Type.Optional(
        Type.Enum(['display', 'edit'], {
            description: 'edit (default): with the values of labels; display: series only',
        }),
    ),
    labels: Type.Optional(
        Type.String({
            maxLength: 20_000,
            description:
                'A JSON object with a list of values for each label. The response has one series per value; ["*"] selects all values',
        }),
    ),
    end: Type.Optional(DateTime('The end of the range. Default: now. For the comparison with the previous period')),
});

const LabelValues = Type.Record(Type.String(), Type.Array(Type.String()));

export const ImpactMetrics = Type.Object(
    {
        start: Type.String({ description: 'The start of the range in seconds since 1970' }),
        end: Type.String({ description: 'The end of the range in seconds since 1970' }),
        step: StepName,
        series: Type.Array(
            Type.Object({
                metric: Type.Record(Type.String(), Type.String(), {
                    description: 'The values of the selected labels; empty without selected labels',
                }),
                data: Type.Array(
                    Type.Unsafe<[number, string]>({
                        type: 'array',
                        items: { type: ['number', 'string'] },
                        minItems: 2,
                        maxItems: 2,
                    }),
                    {
                        description:
                            'Pairs of the start of a step, in seconds since 1970, and its value. A step without reports has no pair, which is not 0',
                    },
                ),
            }),
        ),
        labels: Type.Unsafe<Record<string, string[]>>({
            ...LabelValues,
            description: 'The values of all labels in the last 30 days; empty in the mode display',
        }),
        reported: Type.Enum(['values', 'zero', 'nothing'], {
            description:
                'values: there are series; zero: applications reported the metric, but counted nothing; nothing: the metric was not reported in the range',
        }),
        hasOther: Type.Boolean({
            description: 'Values of labels beyond the limit of series are counted as (other)',
        }),
        debug: Type.Object({
            query: Type.String({ description: 'The same query for the Prometheus API' }),
            isTruncated: Type.Boolean({ description: 'Only the series with the largest values are returned' }),
            metricType: Type.Optional(Type.Enum([...SERIES_KINDS])),
        }),
    },
    { $id: 'impactMetrics' },
);
export type ImpactMetrics = Static<typeof ImpactMetrics>;

export const ImpactMetricsMetadata = Type.Object(
    {
        metrics: Type.Array(
            Type.Object({
                name: Type.String(),
                displayName: Type.String(),
                help: Type.String(),
                source: Type.Enum([...METRIC_SOURCES]),
                type: Type.Optional(Type.Enum([...SERIES_KINDS])),
                modes: Type.Array(AggregationMode, { description: 'The aggregation modes for this type of metric' }),
                labelNames: Type.Array(Type.String()),
                environments: Type.Array(Type.String()),
            }),
        ),
        externalError: Type.Optional(
            Type.String({ description: 'Why the metrics of the connected Prometheus are missing' }),
        ),
    },
    { $id: 'impactMetricsMetadata' },
);
export type ImpactMetricsMetadata = Static<typeof ImpactMetricsMetadata>;

export const NewImpactMetric = Body(
    {
        name: Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z_:][a-zA-Z0-9_:]*$' }),
        type: Type.Enum([...SERIES_KINDS]),
    },
    { $id: 'newImpactMetric' },
);
export type NewImpactMetric = Static<typeof NewImpactMetric>;

export const ImpactMetric = Type.Object(
    { name: Type.String(), type: Type.Enum([...SERIES_KINDS]) },
    { $id: 'impactMetric' },
);

export const LabelSelectors = Dictionary(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }), {
    maxProperties: 20,
});
