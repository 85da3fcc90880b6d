import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Older events do not have these columns set, so their hashes stay the same. */
export async function up(db: Kysely<Tables>, { text, boolean }: ColumnTypes): Promise<void> {
    for (const column of [`group_type ${text}`, `reason ${text}`, `bypass ${boolean}`]) {
        await sql.raw(`alter table events add column ${column}`).execute(db);
    }
}
