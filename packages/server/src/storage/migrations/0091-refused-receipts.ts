import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Finds the changes of a caller that were reported as not applied, whose number is limited. Only adds an index. */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql`create index change_receipts_not_applied on change_receipts (user_id)
        where outcome = 'not-applied'`.execute(db);
}
