import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Whether people of a project may do without the review of small changes. Only adds: nodes of the release before go on beside. */
export async function up(db: Kysely<Tables>, { boolean }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table projects add column review_optional ${boolean} not null default false`).execute(db);
}
