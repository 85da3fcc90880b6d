import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, boolean, tableEnd }: ColumnTypes) => [
    'create index events_by_change on events (group_id)',

    `create table user_feedback (
        user_id integer not null references users on delete cascade,
        feedback_id ${text} not null,
        never_show ${boolean} not null,
        given_at ${text},
        primary key (user_id, feedback_id)
    ) ${tableEnd}`,

    `create table user_splashes (
        user_id integer not null references users on delete cascade,
        splash_id ${text} not null,
        primary key (user_id, splash_id)
    ) ${tableEnd}`,
];
