import { createHash } from 'node:crypto';
import type { SdkActor } from '../../core/access/actor.ts';
import { differenceOf, mergePacked, type PackedValue, packSample } from '../../core/series/packed-value.ts';
import type { MetricSample, SeriesKind } from '../../core/series/series.ts';
import { projectOfToken } from '../outcomes/outcome-entry.ts';
import type { MetricEntry } from '../series/metric-entry.ts';
import { normaliseSample } from '../series/normal-sample.ts';
import type { CumulativeOrigin } from './decoded-point.ts';

/** The values of one series of one process in one minute, which count from a start. */
export interface CumulativeEntry extends Omit<MetricEntry, 'value'> {
    /** Identifies the series of the process. */
    source: string;
    /** When the process began to count, in milliseconds since 1970; 0 if unknown. */
    startedAt: number;
    /** The first and the last value of the minute, with their times in milliseconds. */
    firstAt: number;
    first: PackedValue;
    at: number;
    last: PackedValue;
    /** The count between the first and the last value; null: nothing. */
    increase: PackedValue | null;
}

interface EntryOptions {
    actor: SdkActor;
    now: Date;
}

/** Returns undefined for an invalid sample. */
export function toCumulativeEntry(
    sample: MetricSample,
    { source, startedAt }: CumulativeOrigin,
    { actor, now }: EntryOptions,
): CumulativeEntry | undefined {
    const normal = normaliseSample(sample, now);
    if (typeof normal === 'string') return undefined;
    const { name, kind, help, labels, minute } = normal;
    const value = packSample(sample);
    const at = (sample.at ?? now).getTime();
    const identity = JSON.stringify([name, kind, labels, source, startedAt]);
    return {
        reporter: { kind: actor.kind, tokenId: actor.tokenId },
        app: '',
        environment: actor.environment,
        project: projectOfToken(actor),
        ...{ name, kind, help, labels, minute, startedAt },
        source: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
        ...{ firstAt: at, first: value, at, last: value, increase: null },
    };
}

export const cumulativeKey = ({ reporter, environment, project, source, minute }: CumulativeEntry) =>
    `${reporter.tokenId}\n${environment}\n${project ?? ''}\n${source}\n${minute}`;

/** The count from one value to the next; null: nothing. A value that is lower counts from 0: the process began again. */
export function increaseOf(kind: SeriesKind, from: PackedValue, to: PackedValue): PackedValue | null {
    return to[0]! < from[0]! ? to : (differenceOf(kind, to, from) ?? null);
}

export const sumOfIncreases = (kind: SeriesKind, increases: readonly (PackedValue | null)[]): PackedValue | null =>
    increases.reduce((sum, each) => (sum && each ? mergePacked(kind, sum, each) : (sum ?? each)), null);

/** Joins the values of one minute, in the order of time. */
export function mergeCumulatives(one: CumulativeEntry, other: CumulativeEntry): CumulativeEntry {
    const [older, newer] = one.firstAt <= other.firstAt ? [one, other] : [other, one];
    // Repeated, or out of order.
    if (newer.firstAt <= older.at) return newer.at > older.at ? newer : older;
    const { kind } = newer;
    return {
        ...newer,
        firstAt: older.firstAt,
        first: older.first,
        increase: sumOfIncreases(kind, [older.increase, increaseOf(kind, older.last, newer.first), newer.increase]),
    };
}
