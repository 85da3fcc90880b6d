import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** The hashes of units that were deleted in the last day: every node deletes them from the samples in its memory. */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    const table = `create table deleted_units (
        hash ${text} not null primary key,
        deleted_at ${text} not null
    ) ${tableEnd}`;
    await sql.raw(table).execute(db);
}
