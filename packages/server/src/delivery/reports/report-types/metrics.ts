import { Type } from 'typebox';
import { isRecord } from '../../../core/json/is-record.ts';
import { isPacked, toHistogram } from '../../../core/series/packed-value.ts';
import { SERIES_KINDS, type SeriesKind } from '../../../core/series/series.ts';
import { addSamples, type MetricOrigin } from '../../series/add-samples.ts';
import { MetricEntries } from '../../series/metric-entries.ts';
import type { MetricEntry } from '../../series/metric-entry.ts';
import { readImpactMetrics } from '../../series/read-impact-metrics.ts';
import { isReportedPeriod, toReportedPeriod } from '../../series/reported-period.ts';
import type { SdkBody } from '../metrics.schemas.ts';
import { areCounts, areTexts, type ReportBuffers, type ReportType } from '../report-type.ts';

// Read by hand: an invalid entry is left out, and the others are kept.
const ImpactMetrics = Type.Optional(
    Type.Unknown({
        description:
            'Counters, gauges and histograms: `[{name, help, type, samples: [{labels, value}]}]`, for histograms ' +
            '`{labels, count, sum, buckets: [{le, count}]}`. Invalid entries are left out.',
    }),
);

/** Numbers that applications report: counters, gauges and histograms. */
export const METRICS: ReportType<MetricEntry, MetricEntries> = {
    createBuffer: (buffers) => new MetricEntries(buffers),
    sdk: {
        members: { impactMetrics: ImpactMetrics },
        record(buffers, body: SdkMetrics, { actor }) {
            // Browsers do not repeat their reports, and there may be millions of them.
            const period =
                actor.kind === 'client' ? toReportedPeriod(body.connectionId, body.bucket?.start) : undefined;
            record(buffers, { actor, app: body.appName, period }, body.impactMetrics);
        },
    },
    bulk: {
        member: 'impactMetrics',
        list: ImpactMetrics,
        record: (buffers, items, { actor }) => record(buffers, { actor, app: '' }, items),
        toItem: ({ name, help, kind, labels, minute: at, project, value, period }) => ({
            ...{ name, help: help || name, type: kind, ...(project !== null && { project }) },
            samples: [
                value === null
                    ? heartbeatOf(kind)
                    : { labels, at, ...toSample(kind, value), ...(period && { period }) },
            ],
        }),
    },
    read({ project = null, name, kind, help, labels, minute, value, period }) {
        const isKind = SERIES_KINDS.some((each) => each === kind);
        const isReadable =
            isKind &&
            areTexts(name, help) &&
            (project === null || areTexts(project)) &&
            isRecord(labels) &&
            areTexts(...Object.values(labels)) &&
            areCounts(minute) &&
            (value === null || isPacked(kind as SeriesKind, value)) &&
            (period === undefined || isReportedPeriod(period));
        if (!isReadable) return undefined;
        return { project, name, kind, help, labels, minute, value, ...(period && { period }) } as MetricEntry;
    },
    weightOf: ({ value }) => 1 + Math.floor((value?.length ?? 0) / 8),
    projectOf: ({ project }) => project,
    async loadStore() {
        return (await import('../stores/metric-store.ts')).METRIC_STORE;
    },
};

interface SdkMetrics extends SdkBody {
    connectionId?: unknown;
    bucket?: { start: string | number };
    impactMetrics?: unknown;
}

function record(buffers: ReportBuffers, origin: MetricOrigin, impactMetrics: unknown): void {
    const { samples, malformed } = readImpactMetrics(impactMetrics);
    if (malformed > 0) buffers.drop('form', malformed);
    if (samples.length === 0) return;
    addSamples({ buffers, buffer: buffers.in(METRICS) }, origin, samples);
}

/** The sample that SDKs send for a metric without values. */
const heartbeatOf = (kind: SeriesKind) =>
    kind === 'histogram' ? { labels: {}, count: 0, sum: 0, buckets: [] } : { labels: {}, value: 0 };

/** In the format of SDKs. The further members of gauges are read by Halyard only. */
function toSample(kind: SeriesKind, value: readonly number[]): object {
    if (kind === 'counter') return { value: value[0] };
    if (kind === 'gauge') {
        const [last, min, max, sum, count] = value;
        return { value: last, min, max, sum, count };
    }
    const { count, sum, buckets } = toHistogram(value);
    return {
        ...{ count, sum },
        buckets: buckets.map((bucket) => ({ ...bucket, le: Number.isFinite(bucket.le) ? bucket.le : '+Inf' })),
    };
}
