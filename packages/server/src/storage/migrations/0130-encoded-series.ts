import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Rows contain encoded values instead of JSON. The former table stays, unused, until a migration removes it; no release has stored values. */
export async function up(db: Kysely<Tables>, { text, count, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table series_rows (
            series_id ${count} not null references series on delete cascade,
            step ${text} not null check (step in ('minute', 'hour')),
            start ${count} not null,
            points ${text} not null,
            primary key (series_id, step, start)
        ) ${tableEnd}`,
        // Finds the rows that are rolled up or deleted.
        'create index series_rows_by_start on series_rows (step, start)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
