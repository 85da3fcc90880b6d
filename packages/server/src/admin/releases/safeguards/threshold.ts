import type { SafeguardState } from '../../../storage/tables/safeguards.ts';

/** The value of a metric over a range, or why there is none. `heartbeat`: it was reported, without a value. */
export type MetricValue = { value: number } | { heartbeat: boolean } | { failure: string };

export interface ThresholdResult {
    state: SafeguardState;
    value: number | null;
    reason?: string;
}

/** Compares a metric with a number. No value and a failure are neither harm nor health. */
export function compareWithThreshold(
    metric: MetricValue,
    { operator, threshold }: { operator: '>' | '<'; threshold: number },
): ThresholdResult {
    if ('failure' in metric) return { state: 'failed', value: null, reason: metric.failure };
    // Applications that observe nothing still report that the metric exists: 0 of something bad, but not 0 of something good.
    const value = 'value' in metric ? metric.value : metric.heartbeat && operator === '>' ? 0 : undefined;
    if (value === undefined) return { state: 'no data', value: null };
    const isHarm = operator === '>' ? value > threshold : value < threshold;
    return { state: isHarm ? 'harm shown' : 'healthy so far', value };
}
