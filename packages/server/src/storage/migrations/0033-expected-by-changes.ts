import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** The state that a scheduled change expects if earlier schedules change it. */
export async function up(db: Kysely<Tables>, { json }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table change_request_changes add column expected ${json}`).execute(db);
}
