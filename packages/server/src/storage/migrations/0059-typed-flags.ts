import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** What type the values of a flag have, and what code uses without the service; both are said by those who want to. */
export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    for (const column of ['value_type', 'code_default']) {
        await db.schema.alterTable('flags').addColumn(column, sql.raw(text)).execute();
    }
}
