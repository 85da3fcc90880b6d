import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, { text, count, boolean, tableEnd }: ColumnTypes): Promise<void> {
    await sql
        .raw(`create table deleted_private_projects (project ${text} primary key, up_to ${count}) ${tableEnd}`)
        .execute(db);
    await db.schema
        .alterTable('integrations')
        .addColumn('reads_log', sql.raw(boolean), (column) => column.notNull().defaultTo(false))
        .execute();
    await sql`update integrations set reads_log = by_administrator`.execute(db);
}
