import type { OutboxPoint } from '../../../core/series/outbox-point.ts';
import { mergePacked } from '../../../core/series/packed-value.ts';
import { ROW_SECONDS } from '../../../core/series/points.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { SeriesEntry } from '../series-entry.ts';

/** Values that may wait: about 100 MB in the database. */
const MAX_WAITING = 1_000_000;
/** Values of one row, which is parsed and sent as a whole. */
const POINTS_OF_ROW = 1_000;
const EXPORT = 'prometheus';
const HOUR_MS = 1_000 * ROW_SECONDS.minute;

/** Adds the values to those that wait for the engine, in the transaction that stores them. Returns how many are dropped. */
export async function addToOutbox(tx: Tx, entries: readonly SeriesEntry[], now: Date): Promise<number> {
    if (entries.length === 0) return 0;
    const points = merged(entries);
    const { waiting } = await tx
        .selectFrom('series_outbox')
        .select(({ fn }) => fn.sum<number | null>('size').as('waiting'))
        .executeTakeFirstOrThrow();
    if (Number(waiting ?? 0) + points.length > MAX_WAITING) return points.length;
    let at = await lastTime(tx, now.getTime());
    for (let from = 0; from < points.length; from += POINTS_OF_ROW) {
        const part = points.slice(from, from + POINTS_OF_ROW);
        at = nextTime(at, now.getTime());
        await tx
            .insertInto('series_outbox')
            .values({ at, size: part.length, points: JSON.stringify(part) })
            .execute();
    }
    await tx.updateTable('series_exports').set({ last_at: at }).where('name', '=', EXPORT).execute();
    return 0;
}

/** A series has one sample at a time. */
function merged(entries: readonly SeriesEntry[]): OutboxPoint[] {
    return [...Map.groupBy(entries, ({ id }) => id)].map(([id, ofSeries]) => {
        const inOrder = ofSeries.toSorted((a, b) => a.minute - b.minute);
        const [first, ...others] = inOrder;
        const value = others.reduce((sum, { kind, value }) => mergePacked(kind, sum, value), first!.value);
        return [id, ...value];
    });
}

/** Times increase. A window of an hour contains its start or its end, depending on the engine: none is exactly there. */
function nextTime(last: number, now: number): number {
    const at = Math.max(last + 1, now);
    return at % HOUR_MS === 0 ? at + 1 : at;
}

async function lastTime(tx: Tx, now: number): Promise<number> {
    const row = await tx.selectFrom('series_exports').select('last_at').where('name', '=', EXPORT).executeTakeFirst();
    if (row) return row.last_at;
    // The current hour began before the export.
    const since = (Math.floor(now / HOUR_MS) + 1) * ROW_SECONDS.minute;
    await tx.insertInto('series_exports').values({ name: EXPORT, since, last_at: now }).execute();
    return now;
}

/** The first hour that is complete in the engine, in seconds since 1970; undefined before anything was exported. */
export async function exportedSince(db: Db): Promise<number | undefined> {
    const row = await db.selectFrom('series_exports').select('since').where('name', '=', EXPORT).executeTakeFirst();
    return row?.since;
}

/** Without an engine nothing waits for it, and hours are stored in the database again. */
export async function forgetExport(tx: Tx): Promise<void> {
    const row = await tx.selectFrom('series_exports').select('name').executeTakeFirst();
    if (!row) return;
    await tx.deleteFrom('series_exports').execute();
    await tx.deleteFrom('series_outbox').execute();
}
