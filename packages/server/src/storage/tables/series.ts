import type { OutboxPoint } from '../../core/series/outbox-point.ts';
import type { PackedValue } from '../../core/series/packed-value.ts';
import type { SeriesStep } from '../../core/series/points.ts';
import type { SeriesKind } from '../../core/series/series.ts';
import type { JsonColumn, Timestamp } from './columns.ts';

/** The report of an SDK's connection for a period: the values by an id of their series. */
export interface StoredPeriod {
    /** Milliseconds since 1970. */
    start: number;
    values: Record<number, PackedValue>;
}

/** Numbers that applications report. */
export interface SeriesTables {
    /** The metrics that were reported; the id is derived from environment, project and name. */
    metrics: {
        id: number;
        environment: string;
        project: string | null;
        name: string;
        /** The kind that was reported last. */
        kind: SeriesKind;
        help: string;
        /** The token that reported the metric first. */
        token_id: number;
        first_seen_at: Timestamp;
        seen_at: Timestamp;
        /** The last report without a value. */
        heartbeat_at: Timestamp | null;
        /** The names of the labels of all series. */
        label_names: JsonColumn<string[]>;
    };
    /** Metrics with one set of labels; the id is derived from metric, kind and labels. */
    series: {
        id: number;
        metric_id: number;
        project: string | null;
        kind: SeriesKind;
        labels: JsonColumn<Record<string, string>>;
        token_id: number;
    };
    /** The minutes of an hour, or the hours of a day, of a series; `start` is the start of that hour or day in seconds since 1970. */
    series_rows: {
        series_id: number;
        step: SeriesStep;
        start: number;
        /** See `core/series/encoded-row.ts`. */
        points: string;
    };
    /** The last periods that the connections of SDKs reported, so that a repeated report counts once. */
    reported_periods: {
        token_id: number;
        connection: string;
        periods: JsonColumn<StoredPeriod[]>;
        seen_at: Timestamp;
    };
    /** Values that a Prometheus-compatible engine has not received yet; `at` is the time of the samples in milliseconds. */
    series_outbox: { at: number; size: number; points: JsonColumn<OutboxPoint[]> };
    /** One row while series are exported: `since` is the first hour that is complete in the engine, `last_at` the last time of a sample. */
    series_exports: { name: string; since: number; last_at: number };
}
