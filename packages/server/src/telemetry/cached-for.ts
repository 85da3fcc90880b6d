import type { Metric, MetricSource } from './metric.ts';

/**
 * Caches the metrics of a source for the specified time: metrics that change slowly need not be counted for every scrape. If the
 * source fails, the cached metrics are returned.
 */
export function cachedFor(milliseconds: number, source: MetricSource): MetricSource {
    let cached: { at: number; metrics: readonly Metric[] } | undefined;
    let pending: Promise<readonly Metric[]> | undefined;
    const refresh = async () => {
        try {
            const metrics = await source();
            cached = { at: performance.now(), metrics };
            return metrics;
        } catch (error) {
            if (cached) return cached.metrics;
            throw error;
        } finally {
            pending = undefined;
        }
    };
    return () => {
        if (cached && performance.now() - cached.at < milliseconds) return cached.metrics;
        pending ??= refresh();
        return pending;
    };
}
