import type { SdkActor } from '../../core/access/actor.ts';
import { mergePacked, type PackedValue } from '../../core/series/packed-value.ts';
import type { MetricSample } from '../../core/series/series.ts';
import type { ReportBuffers } from '../reports/report-type.ts';
import type { MetricEntries } from './metric-entries.ts';
import { type MetricEntry, metricEntryKey } from './metric-entry.ts';
import { normaliseSample } from './normal-sample.ts';
import type { ReportedPeriod } from './reported-period.ts';

/** Samples of one request: more would delay other requests. */
const MAX_SAMPLES = 10_000;

export interface MetricOrigin {
    actor: SdkActor;
    /** The name of the reporting application, or '' if samples name it in a label. */
    app: string;
    /** Counters and histograms of a period that was reported before count only what is new. */
    period?: ReportedPeriod | undefined;
}

export interface SampleCounts {
    accepted: number;
    dropped: number;
}

/** A sample with what only edges send: all values of a gauge in the minute, the project of the token, and the period of the SDK. */
export type EdgeSample = MetricSample & {
    packed?: PackedValue | undefined;
    project?: string | undefined;
    period?: ReportedPeriod | undefined;
};

/** Adds the valid samples to the buffer and counts the others as dropped. */
export function addSamples(
    { buffers, buffer }: { buffers: ReportBuffers; buffer: MetricEntries },
    { actor, app, period }: MetricOrigin,
    samples: readonly EdgeSample[],
): SampleCounts {
    const now = buffers.clock();
    const project = projectOf(actor);
    const { environment } = actor;
    let dropped = Math.max(samples.length - MAX_SAMPLES, 0);
    buffers.drop('limit', dropped);
    const entries = samples.slice(0, MAX_SAMPLES).flatMap((sample): MetricEntry[] => {
        const normal = normaliseSample(sample, now);
        const isVisible = sample.project === undefined || mayReport(actor, sample.project);
        if (typeof normal === 'string' || !isVisible) {
            buffers.drop(typeof normal === 'string' ? normal : 'project', 1);
            dropped++;
            return [];
        }
        const own = { reporter: actor, app, environment, project: sample.project ?? project };
        const ofPeriod = normal.value !== null && normal.kind !== 'gauge' && (period ?? sample.period);
        return [
            {
                ...{ ...own, ...normal },
                ...(normal.value !== null && sample.packed && { value: sample.packed }),
                ...(ofPeriod && { period: ofPeriod }),
            },
        ];
    });
    for (const entry of period ? withoutDuplicates(entries) : entries) buffer.add(entry);
    return { accepted: entries.length, dropped };
}

/** Samples of one report may become the same series: they are added before they are compared with another report. */
function withoutDuplicates(entries: readonly MetricEntry[]): Iterable<MetricEntry> {
    const byKey = new Map<string, MetricEntry>();
    for (const entry of entries) {
        const key = metricEntryKey(entry);
        const existing = byKey.get(key);
        const isSum = existing?.value && entry.value;
        byKey.set(key, isSum ? { ...entry, value: mergePacked(entry.kind, existing.value!, entry.value!) } : entry);
    }
    return byKey.values();
}

const projectOf = ({ projects }: SdkActor): string | null =>
    projects.length === 1 && projects[0] !== '*' ? projects[0]! : null;

const mayReport = ({ projects }: SdkActor, project: string) => projects.includes('*') || projects.includes(project);
