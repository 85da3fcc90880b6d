import type { MetricSample } from '../../core/series/series.ts';
import type { ReportReceiver } from '../reports/report-receiver.ts';
import { METRICS } from '../reports/report-types/metrics.ts';
import { addSamples, type MetricOrigin, type SampleCounts } from './add-samples.ts';

/**
 * Records samples like those of SDKs: journal, limits, edges and backups are the same. Resolves once they are durable; rejects with 503
 * if the sender has to repeat them.
 */
export async function recordSamples(
    reports: ReportReceiver,
    origin: MetricOrigin,
    samples: readonly MetricSample[],
): Promise<SampleCounts> {
    let counts: SampleCounts = { accepted: 0, dropped: 0 };
    await reports.receive(origin.actor, (buffers) => {
        counts = addSamples({ buffers, buffer: buffers.in(METRICS) }, origin, samples);
    });
    return counts;
}
