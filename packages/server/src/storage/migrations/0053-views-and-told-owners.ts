import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores saved list views of users, and the owners who were notified of stale flags. Only adds tables. */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table user_views (
            user_id integer not null references users on delete cascade,
            place ${text} not null,
            name ${text} not null,
            search ${text} not null,
            primary key (user_id, place, name)
        ) ${tableEnd}`,
        `create table told_owners (
            flag ${text} primary key references flags on delete cascade,
            owner ${text} not null,
            told_at ${text} not null
        ) ${tableEnd}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
