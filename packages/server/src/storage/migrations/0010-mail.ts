import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, identity, tableEnd }: ColumnTypes) => [
    `create table mails (
        id ${identity},
        kind ${text} not null,
        user_id integer references users on delete cascade,
        address ${text} not null,
        created_at ${text} not null,
        attempts integer not null,
        due_at ${text},
        sent_at ${text},
        outcome ${text}
    ) ${tableEnd}`,
    'create index mails_due on mails (due_at) where due_at is not null',
    'create index mails_by_user on mails (user_id)',
    'create index mails_by_time on mails (created_at)',
];
