import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores approvals that were cleared by a later edit, so that the approvers are informed. */
export async function up(db: Kysely<Tables>, { json }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table change_requests add column approvals_cleared ${json}`).execute(db);
}
