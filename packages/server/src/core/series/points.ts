import { decodeRow, encodeRow } from './encoded-row.ts';
import type { PointBlock } from './point-block.ts';
import { PointBlocks } from './point-blocks.ts';
import type { SeriesKind } from './series.ts';

export type SeriesStep = 'minute' | 'hour';

/** Points are stored together: the minutes of an hour in one row, and the hours of a day. In seconds. */
export const STEP_SECONDS: Record<SeriesStep, number> = { minute: 60, hour: 3_600 };
export const ROW_SECONDS: Record<SeriesStep, number> = { minute: 3_600, hour: 86_400 };

/** How long minutes are stored. */
export const MINUTE_HOURS = 48;

export const floorTo = (seconds: number, unit: number) => Math.floor(seconds / unit) * unit;

/** The values of one step in one row of the database. */
export interface StoredRow {
    start: number;
    points: string;
}

/** The values of a row. `joined`: counters and histograms are summed up in steps of this many seconds. */
export const blocksOf = (
    kind: SeriesKind,
    step: SeriesStep,
    { start, points }: StoredRow,
    joined?: number,
): PointBlock[] =>
    decodeRow(kind, points, { start, step: STEP_SECONDS[step], joined: kind === 'gauge' ? undefined : joined });

/** The rows that contain the values, by their start. */
export function toRows(kind: SeriesKind, step: SeriesStep, values: PointBlocks): Map<number, string> {
    const rows = new Map<number, PointBlocks>();
    for (const block of values.all()) {
        for (const start of new Set(Array.from(block.at, (at) => floorTo(at, ROW_SECONDS[step])))) {
            const row = rows.get(start) ?? new PointBlocks(kind);
            rows.set(start, row);
            row.add(block, { from: start, to: start + ROW_SECONDS[step] });
        }
    }
    const times = (start: number) => ({ start, step: STEP_SECONDS[step] });
    return new Map([...rows].map(([start, row]) => [start, encodeRow(row.all(), times(start))]));
}
