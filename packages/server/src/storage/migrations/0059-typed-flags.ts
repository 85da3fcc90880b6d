import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Adds the value type of a flag and the default value that code uses without the service; both are optional. */
export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    for (const column of ['value_type', 'code_default']) {
        await db.schema.alterTable('flags').addColumn(column, sql.raw(text)).execute();
    }
}
