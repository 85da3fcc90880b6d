import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Whether members of a project may skip the review of small changes. Only adds a column: nodes of the previous release continue to run. */
export async function up(db: Kysely<Tables>, { boolean }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table projects add column review_optional ${boolean} not null default false`).execute(db);
}
