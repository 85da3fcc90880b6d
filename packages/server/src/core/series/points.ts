import { mergePacked, type PackedValue } from './packed-value.ts';
import type { SeriesKind } from './series.ts';

export type SeriesStep = 'minute' | 'hour';

/** Points are stored together: the minutes of an hour in one row, and the hours of a day. In seconds. */
export const STEP_SECONDS: Record<SeriesStep, number> = { minute: 60, hour: 3_600 };
export const ROW_SECONDS: Record<SeriesStep, number> = { minute: 3_600, hour: 86_400 };

/** How long minutes are stored. */
export const MINUTE_HOURS = 48;

export const floorTo = (seconds: number, unit: number) => Math.floor(seconds / unit) * unit;

/** The values of one step: its number in the row, and the packed value. */
export type PackedStep = readonly [step: number, ...value: PackedValue];

/** Values by the start of their step, in seconds since 1970. */
export type Values = Map<number, PackedValue>;

/** Adds a value to that of its step. */
export function addValue(values: Values, kind: SeriesKind, at: number, value: PackedValue): void {
    const existing = values.get(at);
    values.set(at, existing ? mergePacked(kind, existing, value) : value);
}

/** Adds the values of a row. */
export function addRow(
    values: Values,
    kind: SeriesKind,
    {
        start,
        points,
        step,
        into = step,
    }: { start: number; points: readonly PackedStep[]; step: SeriesStep; into?: SeriesStep },
): void {
    for (const [number, ...value] of points) {
        addValue(values, kind, floorTo(start + number * STEP_SECONDS[step], STEP_SECONDS[into]), value);
    }
}

/** The rows that contain the values, by their start. */
export function toRows(values: Values, step: SeriesStep): Map<number, PackedStep[]> {
    const rows = new Map<number, PackedStep[]>();
    for (const [at, value] of [...values].sort(([a], [b]) => a - b)) {
        const start = floorTo(at, ROW_SECONDS[step]);
        const row = rows.get(start) ?? [];
        rows.set(start, row);
        row.push([(at - start) / STEP_SECONDS[step], ...value]);
    }
    return rows;
}
