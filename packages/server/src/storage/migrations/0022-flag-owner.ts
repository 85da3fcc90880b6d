import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    await db.schema.alterTable('flags').addColumn('owner', sql.raw(text)).execute();
}
