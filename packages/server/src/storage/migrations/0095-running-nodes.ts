import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Nodes report here that they run. Not part of a backup, so a restored database may already have the table. */
export async function up(db: Kysely<Tables>, { text, count, tableEnd }: ColumnTypes): Promise<void> {
    await sql
        .raw(
            `create table if not exists running_nodes (
                id ${text} not null primary key,
                name ${text} not null,
                reports ${count} not null,
                reported_at ${text} not null
            ) ${tableEnd}`,
        )
        .execute(db);
}
