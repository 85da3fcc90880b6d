/** The kinds of metrics that SDKs and other sources report. */
export const SERIES_KINDS = ['counter', 'gauge', 'histogram'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

export type Labels = Readonly<Record<string, string>>;

/** The values up to an upper bound; `Infinity` in the last bucket. Counts are cumulative, as in Prometheus. */
export interface HistogramBucket {
    le: number;
    count: number;
}

export interface HistogramValue {
    count: number;
    sum: number;
    buckets: readonly HistogramBucket[];
}

/** Numbers that were reported for one metric with one set of labels. Counters and histograms are differences, gauges are values. */
export type MetricSample = {
    name: string;
    help?: string;
    labels: Labels;
    /** Default: the time of arrival. */
    at?: Date;
} & ({ kind: 'counter' | 'gauge'; value: number } | ({ kind: 'histogram' } & HistogramValue));

/** A metric with one set of labels, in one environment. */
export interface SeriesIdentity {
    environment: string;
    /** The project of the reporting token, if it has exactly one; `null`: visible to everybody. */
    project: string | null;
    name: string;
    labels: Labels;
}
