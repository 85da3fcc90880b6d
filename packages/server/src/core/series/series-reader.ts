import type { PointBlock } from './point-block.ts';
import type { SeriesIdentity, SeriesKind } from './series.ts';

/** A stored series with its values: one block, and for a histogram one for each set of bounds. */
export interface Series extends SeriesIdentity {
    kind: SeriesKind;
    blocks: readonly PointBlock[];
}

/** Whose series a reader sees. `mayRead` decides by the project of a series; `null` is a series that belongs to everybody. */
export interface SeriesScope {
    /** Undefined: all environments. */
    environment?: string | undefined;
    mayRead: (project: string | null) => boolean;
}

export interface MetricInfo {
    name: string;
    kind: SeriesKind;
    help: string;
    /** The names of labels that stored series of the metric have. */
    labelNames: readonly string[];
    /** The environments that reported it, also those with a heartbeat only. */
    environments: readonly string[];
}

export interface SeriesQuery extends SeriesScope {
    /** The exact name of the metric. */
    name: string;
    /** Selects series by their labels; every series if undefined. */
    matches?: (labels: Readonly<Record<string, string>>) => boolean;
    from: Date;
    to: Date;
    /** The steps of the points. Minutes exist for 48 hours, hours for the retention. */
    step: 'minute' | 'hour';
    /** Counters and histograms may be joined in steps of this many seconds, so that long ranges of many series cost little. */
    joinedSeconds?: number | undefined;
}

export interface SeriesAnswer {
    series: readonly Series[];
    /** The seconds that a value of a counter or histogram covers, if values were joined. */
    joinedSeconds?: number;
    /** Values of labels beyond the limit were counted as `(other)`. */
    hasOther: boolean;
    /** The metric was reported in the range without a value: a sample of 0 without labels. */
    heartbeat: boolean;
}

/** Reads stored series, from whichever backend the operator selected. */
export interface SeriesReader {
    metrics(scope: SeriesScope): Promise<MetricInfo[]>;
    read(query: SeriesQuery): Promise<SeriesAnswer>;
    /** The series with data in the range, without their points: for the values of labels. */
    list(query: Omit<SeriesQuery, 'step'>): Promise<SeriesIdentity[]>;
}
