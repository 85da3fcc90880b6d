import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores SDK reports that are acknowledged but not yet counted, and the keys of accepted deliveries. Only adds tables. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table report_journal (
            id ${text} primary key,
            reports ${json} not null
        ) ${tableEnd}`,
        `create table report_deliveries (
            key ${text} primary key,
            received_at ${text} not null
        ) ${tableEnd}`,
        'create index report_deliveries_by_time on report_deliveries (received_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
