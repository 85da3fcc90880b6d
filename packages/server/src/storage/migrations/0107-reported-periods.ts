import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** What connections of SDKs reported last: a repeated report counts once, on any node. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table reported_periods (
            token_id integer not null,
            connection ${text} not null,
            periods ${json} not null,
            seen_at ${text} not null,
            primary key (token_id, connection)
        ) ${tableEnd}`,
        'create index reported_periods_by_age on reported_periods (seen_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
