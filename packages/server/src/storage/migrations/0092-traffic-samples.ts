import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores samples of traffic, encrypted, and the measured effect of applied change requests. Only adds. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table traffic_samples (
            id ${text} primary key,
            owner ${text} not null,
            seen_at ${text} not null,
            reservoir ${text} not null,
            since ${text} not null,
            setting ${text} not null,
            content ${text} not null
        ) ${tableEnd}`,
        `alter table change_requests add column applied_effect ${json}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
