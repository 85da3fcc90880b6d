import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Events that are older say nothing of it, and so their hashes stay what they are. */
export async function up(db: Kysely<Tables>, { text, boolean }: ColumnTypes): Promise<void> {
    for (const column of [`group_type ${text}`, `reason ${text}`, `bypass ${boolean}`]) {
        await sql.raw(`alter table events add column ${column}`).execute(db);
    }
}
