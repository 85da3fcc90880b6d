import type { ChartRange, MetricChart } from './metric.queries.ts';

export const RANGE_LABELS: Record<ChartRange, string> = {
    hour: 'Last hour',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    threeMonths: 'Last 3 months',
    sixMonths: 'Last 6 months',
};

type Mode = MetricChart['aggregationMode'];

export const MODE_LABELS: Record<Mode, string> = {
    count: 'Count',
    rps: 'Per second',
    avg: 'Average',
    sum: 'Sum',
    min: 'Minimum',
    max: 'Maximum',
    p50: 'Median',
    p75: '75th percentile',
    p90: '90th percentile',
    p95: '95th percentile',
    p99: '99th percentile',
};

/** Whether values of a mode have decimals. */
export const hasDecimals = (mode: Mode) => mode !== 'count';
