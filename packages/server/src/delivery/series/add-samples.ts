import type { SdkActor } from '../../core/access/actor.ts';
import type { PackedValue } from '../../core/series/packed-value.ts';
import type { MetricSample } from '../../core/series/series.ts';
import type { ReportBuffers } from '../reports/report-type.ts';
import type { ReportedPeriod } from './connection-totals.ts';
import type { MetricEntries } from './metric-entries.ts';
import type { MetricEntry } from './metric-entry.ts';
import { normaliseSample } from './normal-sample.ts';

/** Samples of one request: more would delay other requests. */
const MAX_SAMPLES = 10_000;

export interface MetricOrigin {
    actor: SdkActor;
    /** The name of the reporting application, or '' if samples name it in a label. */
    app: string;
    /** Counters and histograms of a period that was reported before are reduced by what was. */
    period?: ReportedPeriod | undefined;
}

export interface SampleCounts {
    accepted: number;
    dropped: number;
}

/** A sample with what only edges send: all values of a gauge in the minute, and the project of the token. */
export type EdgeSample = MetricSample & { packed?: PackedValue | undefined; project?: string | undefined };

/**
 * Adds the valid samples to the buffer and counts the others as dropped. `forget` takes back what is remembered of the period, for
 * samples that could not be stored.
 */
export function addSamples(
    { buffers, buffer }: { buffers: ReportBuffers; buffer: MetricEntries },
    { actor, app, period }: MetricOrigin,
    samples: readonly EdgeSample[],
): SampleCounts & { forget: (() => void) | undefined } {
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
        return [{ ...own, ...normal, ...(normal.value !== null && sample.packed && { value: sample.packed }) }];
    });
    const known = period && buffers.connections.newIn({ ...period, id: `${actor.tokenId} ${period.id}` }, entries);
    for (const entry of known?.entries ?? entries) buffer.add(entry);
    return { accepted: entries.length, dropped, forget: known?.forget };
}

const projectOf = ({ projects }: SdkActor): string | null =>
    projects.length === 1 && projects[0] !== '*' ? projects[0]! : null;

const mayReport = ({ projects }: SdkActor, project: string) => projects.includes('*') || projects.includes(project);
