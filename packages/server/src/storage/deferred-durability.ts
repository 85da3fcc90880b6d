import { PostgresAdapter, sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Lets the commit of this transaction return before it is on disk. For work that is repeated if it is lost as a whole. The embedded
 * database does not hold its writer while it waits for the disk, so there is nothing to gain.
 */
export async function deferDurability(tx: Tx): Promise<void> {
    if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
    await sql`set local synchronous_commit = off`.execute(tx);
}
