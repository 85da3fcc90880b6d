import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** The epoch defines the meaning of a revision: restoring a backup starts a new epoch. */
export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    await sql.raw(`alter table event_head add column epoch ${types.text} not null default ''`).execute(db);
}
