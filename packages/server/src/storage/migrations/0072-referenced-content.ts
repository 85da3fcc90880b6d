import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * The content of the segments and strategy types that a change refers to, as it was when the change was proposed. Changes of older releases
 * do not have it: the approved content is unknown, so they have to be approved again (decision 73).
 */
export async function up(db: Kysely<Tables>, { json }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table change_request_changes add column refs ${json}`).execute(db);
}
