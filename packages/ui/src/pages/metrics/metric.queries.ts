import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type MetricChart = Schemas['metricChart'];
export type MetricAnswer = Schemas['impactMetrics'];
export type Metric = Schemas['impactMetricsMetadata']['metrics'][number];
export type NewChart = Pick<
    Schemas['newMetricChart'],
    'metricName' | 'timeRange' | 'aggregationMode' | 'labelSelectors' | 'yAxisMin' | 'title' | 'source'
>;
export type ChartRange = MetricChart['timeRange'];

/** The page that contains charts. */
export interface ChartPlace {
    projectId?: string | undefined;
    featureName?: string | undefined;
}

const INSTANCE = '/api/admin/impact-metrics/config';
const PROJECT = '/api/admin/projects/{projectId}/impact-metrics/config';
const FLAG = '/api/admin/projects/{projectId}/features/{featureName}/impact-metrics/config';

/** The metrics that applications report; a new one appears soon. */
export function useMetrics() {
    return useQuery({
        queryKey: ['metrics', 'names'],
        queryFn: () => api.GET('/api/admin/impact-metrics/metadata'),
        refetchInterval: 10_000,
    });
}

export function useMetricCharts({ projectId, featureName }: ChartPlace) {
    return useQuery({
        queryKey: ['metrics', 'charts', projectId, featureName],
        queryFn: () => {
            if (projectId === undefined) return api.GET(INSTANCE);
            if (featureName === undefined) return api.GET(PROJECT, { path: { projectId } });
            return api.GET(FLAG, { path: { projectId, featureName } });
        },
        select: ({ configs }) => configs,
    });
}

const SECOND = 1_000;

/** How often a chart is read again: a few times per step. */
const REFRESH: Record<ChartRange, number> = {
    hour: 15 * SECOND,
    day: 120 * SECOND,
    week: 300 * SECOND,
    month: 600 * SECOND,
    threeMonths: 600 * SECOND,
    sixMonths: 600 * SECOND,
};

/** The values of a metric; with `end`, those of a range in the past. */
export function useMetricValues(chart: NewChart, { end, isEnabled = true }: { end?: Date; isEnabled?: boolean } = {}) {
    const { metricName, timeRange, aggregationMode, labelSelectors, source } = chart;
    return useQuery({
        enabled: isEnabled && metricName !== '',
        queryKey: ['metrics', 'values', metricName, timeRange, aggregationMode, labelSelectors, source, end?.getTime()],
        queryFn: () =>
            api.GET('/api/admin/impact-metrics', {
                query: {
                    metricName,
                    range: timeRange,
                    aggregationMode,
                    source,
                    labels: JSON.stringify(labelSelectors),
                    end: end?.toISOString(),
                },
            }),
        placeholderData: keepPreviousData,
        refetchInterval: end ? false : REFRESH[timeRange],
    });
}

/** The names of the outcomes that were reported in an environment in the last month. */
export function useOutcomes(environment: string): string[] {
    const { data } = useMetricValues({
        metricName: 'outcomes_total',
        timeRange: 'month',
        aggregationMode: 'count',
        labelSelectors: { environment: [environment] },
        yAxisMin: 'auto',
        source: 'internal',
    });
    return (data?.labels['outcome'] ?? []).filter((name) => name !== '' && name !== '*');
}

/** Adds a chart, or changes the one with this id. */
export function useSaveChart({ projectId, featureName }: ChartPlace) {
    return useChange(
        (body: NewChart & { id?: string | undefined }, client) => {
            if (projectId === undefined) return client.POST(INSTANCE, { body });
            if (featureName === undefined) return client.POST(PROJECT, { path: { projectId }, body });
            return client.POST(FLAG, { path: { projectId, featureName }, body });
        },
        {
            successMessage: ({ id }) => (id === undefined ? 'Chart added' : 'Chart changed'),
            invalidates: ['metrics'],
        },
    );
}

export function useDeleteChart({ projectId, featureName }: ChartPlace) {
    return useChange(
        ({ id }: MetricChart, client) => {
            if (projectId === undefined) return client.DELETE(`${INSTANCE}/{id}`, { path: { id } });
            if (featureName === undefined) return client.DELETE(`${PROJECT}/{id}`, { path: { projectId, id } });
            return client.DELETE(`${FLAG}/{id}`, { path: { projectId, featureName, id } });
        },
        { successMessage: () => 'Chart removed', invalidates: ['metrics'], isDirect: true },
    );
}
