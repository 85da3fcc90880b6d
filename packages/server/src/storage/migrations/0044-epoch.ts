import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** What a revision was is told by its epoch: restoring a backup begins another. */
export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    await sql.raw(`alter table event_head add column epoch ${types.text} not null default ''`).execute(db);
}
