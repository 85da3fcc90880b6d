import type { PackedValue } from '../../core/series/packed-value.ts';
import type { SeriesKind } from '../../core/series/series.ts';

/** A value of one series in one minute. */
export interface SeriesEntry {
    /** The id of the series. */
    id: number;
    kind: SeriesKind;
    minute: number;
    value: PackedValue;
}
