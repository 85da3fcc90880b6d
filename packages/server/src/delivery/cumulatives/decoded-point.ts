import type { MetricSample } from '../../core/series/series.ts';

/** A data point of a metric, as a decoder returns it, or the reason why it is left out. */
export type DecodedPoint =
    | {
          sample: MetricSample;
          /** The value counts from a start; the difference from the previous value is not known yet. */
          cumulative?: CumulativeOrigin;
      }
    | { rejected: string };

export interface CumulativeOrigin {
    /** Identifies the process that counts, besides the labels. */
    source: string;
    /** Milliseconds since 1970; 0 if unknown. */
    startedAt: number;
}
