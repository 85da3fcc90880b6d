import type { Labels } from '../../../core/series/series.ts';

/** The values of one series at the times of a query; NaN where it has none. */
export interface VectorSeries {
    labels: Labels;
    values: Float64Array;
}

export type QueryValue = { kind: 'scalar'; values: Float64Array } | { kind: 'vector'; series: VectorSeries[] };
