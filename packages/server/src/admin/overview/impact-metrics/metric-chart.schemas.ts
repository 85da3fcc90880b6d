import { type Static, Type } from 'typebox';
import { Body, Ignored, Nullable } from '../../../http/route/schemas.ts';
import {
    AggregationMode,
    ChartRange,
    LabelSelectors,
    MetricName,
    MetricSource,
    StepName,
} from './impact-metrics.schemas.ts';

const members = {
    metricName: MetricName,
    timeRange: ChartRange,
    aggregationMode: AggregationMode,
    labelSelectors: LabelSelectors,
    yAxisMin: Type.Enum(['auto', 'zero']),
};

export const NewMetricChart = Body(
    {
        id: Type.Optional(
            Type.String({
                minLength: 1,
                maxLength: 50,
                description: 'Of the chart to change; omitted for a new chart',
            }),
        ),
        ...members,
        title: Type.Optional(Type.String({ maxLength: 200 })),
        source: Type.Optional(MetricSource),
        displayName: Ignored(),
        step: Ignored(),
        mode: Ignored(),
    },
    { $id: 'newMetricChart' },
);
export type NewMetricChart = Static<typeof NewMetricChart>;

export const MetricChart = Type.Object(
    {
        id: Type.String(),
        ...members,
        title: Type.Optional(Type.String()),
        source: MetricSource,
        displayName: Type.String(),
        step: Nullable(StepName),
        mode: Type.Enum(['read', 'write'], { description: 'read: a safeguard uses the chart' }),
    },
    { $id: 'metricChart' },
);
export type MetricChart = Static<typeof MetricChart>;

export const MetricCharts = Type.Object(
    { configs: Type.Array(MetricChart, { description: 'In the order of their creation' }) },
    { $id: 'metricCharts' },
);
