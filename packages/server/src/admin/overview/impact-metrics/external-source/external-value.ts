import type { Services } from '../../../../app/services.ts';
import { lengthOf } from '../../../observations/series-queries/steps.ts';
import type { SafeguardMetric } from '../../../releases/safeguards/metric-value.ts';
import type { MetricValue } from '../../../releases/safeguards/threshold.ts';
import { promqlOf } from '../promql-of-chart.ts';
import { callPrometheus, ExternalSourceFailed } from './external-source.ts';
import { isLabelName, isMetricName } from './query-external.ts';

/** Reads the value of a metric of the connected Prometheus over a range. A failure is not a missing value. */
export async function readExternalValue(
    services: Pick<Services, 'settings' | 'outbound'>,
    { metricName, aggregationMode, labelSelectors: selectors, timeRange }: SafeguardMetric,
    at: Date,
): Promise<MetricValue> {
    const source = services.settings.get('externalSourceImpactMetrics');
    if (!source.enabled) return { failure: 'No external source of metrics is enabled.' };
    if (!isMetricName(metricName)) return { failure: `${metricName} is not the name of a metric in Prometheus.` };
    const wrong = Object.keys(selectors).find((label) => !isLabelName(label));
    if (wrong !== undefined) return { failure: `${wrong} is not the name of a label in Prometheus.` };
    const isHistogram = metricName.endsWith('_bucket');
    const query = promqlOf({
        name: isHistogram ? metricName.slice(0, -'_bucket'.length) : metricName,
        ...{ aggregation: aggregationMode, selectors, by: [] },
        step: `${lengthOf(timeRange)}s`,
        kind: isHistogram ? 'histogram' : undefined,
    });
    try {
        const data = await callPrometheus(services, source, 'query', { query, time: String(at.getTime() / 1_000) });
        const { result } = (data ?? {}) as { result?: { value?: [number, string] }[] };
        const value = Number(result?.[0]?.value?.[1] ?? Number.NaN);
        return Number.isFinite(value) ? { value } : { heartbeat: false };
    } catch (error) {
        if (error instanceof ExternalSourceFailed) return { failure: error.message };
        throw error;
    }
}
