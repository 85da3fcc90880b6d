import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores the outcomes of changes by the id that the caller passed. Only adds tables. */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table change_receipts (
            user_id integer not null,
            id ${text} not null,
            outcome ${text} not null,
            created_at ${text} not null,
            primary key (user_id, id)
        ) ${tableEnd}`,
        'create index change_receipts_by_time on change_receipts (created_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
