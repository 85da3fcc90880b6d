import type { RecordObservation } from '../../../changes/record-observation.ts';
import { PointBlocks } from '../../../core/series/point-blocks.ts';
import { blocksOf, floorTo, MINUTE_HOURS, ROW_SECONDS, toRows } from '../../../core/series/points.ts';
import type { SeriesKind } from '../../../core/series/series.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';

interface RollUpOptions {
    db: Db;
    recordObservation: RecordObservation;
    clock: () => Date;
    /** The number of days for which hours are stored. */
    days: number;
    /** The first hour, in seconds since 1970, that an engine stores; undefined: the database stores all. */
    exportedSince?: number | undefined;
}

/** Rows of one transaction: it holds the writer for a few milliseconds. */
const ROWS_AT_ONCE = 40;
const SERIES_AT_ONCE = 200;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Moves the minutes of hours that are older than two days into one value for each hour, and deletes what is expired. A row of minutes is
 * deleted in the transaction that adds its hour, so each value counts once, whichever node runs this, and however often.
 */
export async function rollUpSeries({
    db,
    recordObservation,
    clock,
    days,
    exportedSince = Number.POSITIVE_INFINITY,
}: RollUpOptions): Promise<void> {
    const now = Math.floor(clock().getTime() / 1000);
    const inTransaction = (work: (tx: Tx) => Promise<number>) => recordObservation(work, { exclusive: true });
    const oldestMinutes = floorTo(now - MINUTE_HOURS * HOUR, ROW_SECONDS.minute);
    while ((await inTransaction((tx) => moveMinutes(tx, { before: oldestMinutes, exportedSince }))) === ROWS_AT_ONCE);
    const oldestHours = floorTo(now - days * DAY, ROW_SECONDS.hour);
    while ((await inTransaction((tx) => deleteHours(tx, oldestHours))) === ROWS_AT_ONCE);
    await deleteEmptySeries(db, inTransaction);
    const seenBefore = new Date((now - days * DAY) * 1000).toISOString();
    await recordObservation((tx) =>
        tx
            .deleteFrom('metrics')
            .where('seen_at', '<', seenBefore)
            .where(({ not, exists, selectFrom }) =>
                not(exists(selectFrom('series').select('series.id').whereRef('metric_id', '=', 'metrics.id'))),
            )
            .execute(),
    );
}

const dayOf = ({ start }: { start: number }) => floorTo(start, ROW_SECONDS.hour);

/** Returns the number of moved rows. */
async function moveMinutes(
    tx: Tx,
    { before, exportedSince }: { before: number; exportedSince: number },
): Promise<number> {
    const rows = await tx
        .selectFrom('series_rows')
        .innerJoin('series', 'series.id', 'series_rows.series_id')
        .select(['series_id', 'start', 'points', 'kind'])
        .where('step', '=', 'minute')
        .where('start', '<', before)
        .orderBy('start')
        .limit(ROWS_AT_ONCE)
        .execute();
    if (rows.length === 0) return 0;
    const ids = [...new Set(rows.map(({ series_id: id }) => id))];
    const days = [...new Set(rows.map(dayOf))];
    const hours = await tx
        .selectFrom('series_rows')
        .select(['series_id', 'start', 'points'])
        .where('series_id', 'in', ids)
        .where('step', '=', 'hour')
        .where('start', 'in', days)
        .execute();
    const bySeries = new Map<number, { kind: SeriesKind; values: PointBlocks }>();
    for (const { series_id: id, kind } of rows) bySeries.set(id, { kind, values: new PointBlocks(kind) });
    for (const { series_id: id, ...row } of hours) {
        const { kind, values } = bySeries.get(id)!;
        for (const block of blocksOf(kind, 'hour', row)) values.add(block);
    }
    for (const { series_id: id, kind, ...row } of rows) {
        if (row.start >= exportedSince) continue;
        for (const block of blocksOf(kind, 'minute', row)) bySeries.get(id)!.values.add(block, { step: HOUR });
    }
    await insertRows(
        tx,
        'series_rows',
        [...bySeries].flatMap(([id, { kind, values }]) => {
            // A row without hours says that the engine has values of the day: the series exists as long as its rows.
            const empty = days.filter((day) => rows.some((row) => row.series_id === id && dayOf(row) === day));
            const all = new Map<number, string>(empty.map((day) => [day, '']));
            for (const [start, points] of toRows(kind, 'hour', values)) all.set(start, points);
            return Array.from(all, ([start, points]) => ({ series_id: id, step: 'hour' as const, start, points }));
        }),
    );
    for (const { series_id: id, start } of rows) await deletePoints(tx, id, 'minute', start);
    return rows.length;
}

async function deleteHours(tx: Tx, before: number): Promise<number> {
    const rows = await tx
        .selectFrom('series_rows')
        .select(['series_id', 'start'])
        .where('step', '=', 'hour')
        .where('start', '<', before)
        .limit(ROWS_AT_ONCE)
        .execute();
    for (const { series_id: id, start } of rows) await deletePoints(tx, id, 'hour', start);
    return rows.length;
}

const deletePoints = (tx: Tx, id: number, step: 'minute' | 'hour', start: number) =>
    tx
        .deleteFrom('series_rows')
        .where('series_id', '=', id)
        .where('step', '=', step)
        .where('start', '=', start)
        .execute();

/** Deletes the series whose last values are expired, a page at a time. */
async function deleteEmptySeries(
    db: Db,
    inTransaction: (work: (tx: Tx) => Promise<number>) => Promise<number>,
): Promise<void> {
    for (let after = -1; ; ) {
        const page = await db
            .selectFrom('series')
            .select('id')
            .where('id', '>', after)
            .orderBy('id')
            .limit(SERIES_AT_ONCE)
            .execute();
        if (page.length === 0) return;
        after = page.at(-1)!.id;
        const ids = page.map(({ id }) => id);
        const empty = await db
            .selectFrom('series')
            .select('id')
            .where('id', 'in', ids)
            .where(({ not, exists, selectFrom }) =>
                not(exists(selectFrom('series_rows').select('start').whereRef('series_id', '=', 'series.id'))),
            )
            .execute();
        if (empty.length === 0) continue;
        await inTransaction(async (tx) => {
            await tx
                .deleteFrom('series')
                .where(
                    'id',
                    'in',
                    empty.map(({ id }) => id),
                )
                .where(({ not, exists, selectFrom }) =>
                    not(exists(selectFrom('series_rows').select('start').whereRef('series_id', '=', 'series.id'))),
                )
                .execute();
            return empty.length;
        });
    }
}
