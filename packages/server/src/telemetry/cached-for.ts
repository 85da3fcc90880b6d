import type { Metric, MetricSource } from './metric.ts';

/** Asks at most so often: what many scrape, and what changes slowly, need not be counted each time. Failing, it says what it knew. */
export function cachedFor(milliseconds: number, source: MetricSource): MetricSource {
    let known: { at: number; metrics: readonly Metric[] } | undefined;
    let asking: Promise<readonly Metric[]> | undefined;
    const ask = async () => {
        try {
            const metrics = await source();
            known = { at: performance.now(), metrics };
            return metrics;
        } catch (error) {
            if (known) return known.metrics;
            throw error;
        } finally {
            asking = undefined;
        }
    };
    return () => {
        if (known && performance.now() - known.at < milliseconds) return known.metrics;
        asking ??= ask();
        return asking;
    };
}
