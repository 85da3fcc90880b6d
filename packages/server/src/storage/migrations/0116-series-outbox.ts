import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Values of series that wait to be written to a Prometheus-compatible engine, and since when they are. */
export async function up(db: Kysely<Tables>, { text, json, count, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table series_outbox (
            at ${count} not null primary key,
            size integer not null,
            points ${json} not null
        ) ${tableEnd}`,
        `create table series_exports (
            name ${text} not null primary key,
            since ${count} not null,
            last_at ${count} not null
        ) ${tableEnd}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
