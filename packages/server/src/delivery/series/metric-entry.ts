import type { PackedValue } from '../../core/series/packed-value.ts';
import type { Labels, SeriesKind } from '../../core/series/series.ts';
import type { Reporter } from '../reports/bounds.ts';
import type { ReportedPeriod } from './reported-period.ts';

/** The values of one metric with one set of labels in one minute. */
export interface MetricEntry {
    reporter: Reporter;
    app: string;
    environment: string;
    /** The project of the token, if it has exactly one; `null`: everybody sees the series. */
    project: string | null;
    name: string;
    kind: SeriesKind;
    help: string;
    /** In the order of their names. */
    labels: Labels;
    /** The start of the minute, in seconds since 1970. */
    minute: number;
    /** `null`: the metric exists, and had no value. */
    value: PackedValue | null;
    /** The value is that of the whole period so far: the store adds what the connection did not report before. */
    period?: ReportedPeriod | undefined;
}

/** Identifies the series within a metric. */
export const labelsKey = (labels: Labels) => JSON.stringify(labels);

/** Identifies the series among those of a token. */
export const seriesKey = ({ environment, project, kind, name, labels }: MetricEntry) =>
    `${environment}\n${project ?? ''}\n${kind}\n${name}\n${labelsKey(labels)}`;

/** Identifies the entry among those of a token. */
export function metricEntryKey(entry: MetricEntry): string {
    const { environment, project, name, minute, value, period } = entry;
    if (value === null) return `${environment}\n${project ?? ''}\n${name}`;
    const key = `${minute}\n${seriesKey(entry)}`;
    return period ? `${period.connection} ${period.start}\n${key}` : key;
}
