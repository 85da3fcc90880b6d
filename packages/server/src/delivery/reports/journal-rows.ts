import { sql } from 'kysely';
import type { Db, Tx } from '../../storage/database.ts';
import { deferDurability } from '../../storage/deferred-durability.ts';
import { insertRows } from '../../storage/insert-rows.ts';
import { prepared } from '../../storage/prepared.ts';

/** A row of the journal. `reports` is JSON; it is parsed row by row, because parsing many at once would block other requests. */
export interface JournalRow {
    id: string;
    reports: string;
}

/** Another node has stored some of the rows. */
export class RowsTaken extends Error {}

const rows = (db: Db) =>
    db.selectFrom('report_journal').select(['id', sql<string>`cast(reports as text)`.as('reports')]);

/** The rows with these ids that still exist, oldest first. */
export const findJournalRows = (db: Db, ids: readonly string[]): Promise<JournalRow[]> =>
    rows(db).where('id', 'in', ids).orderBy('id').execute();

/** A page of the rows of all nodes, oldest first. */
export const listJournalRows = (db: Db, { after, limit }: { after: string; limit: number }): Promise<JournalRow[]> =>
    rows(db).where('id', '>', after).orderBy('id').limit(limit).execute();

export const insertJournalRows = (tx: Tx, added: readonly JournalRow[]) => insertRows(tx, 'report_journal', added);

/**
 * Removes rows in the transaction that stores their content: each report is counted once. Throws if one was removed before. If the
 * database loses the transaction, it loses the removal too.
 */
export async function takeJournalRows(tx: Tx, ids: readonly string[]): Promise<void> {
    const [removed] = await Promise.all([deleteRows(tx, { ids }), deferDurability(tx)]);
    if (removed.length < ids.length) throw new RowsTaken();
}

const deleteRows = prepared((tx: Tx, { ids }: { ids: readonly string[] }) =>
    tx.deleteFrom('report_journal').where('id', 'in', ids).returning('id'),
);
