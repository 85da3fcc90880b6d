import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Mails that do not concern an account store their content. */
export async function up(db: Kysely<Tables>, { json }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table mails add column content ${json}`).execute(db);
}
