import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
    // Users who signed up with a link entered their e-mail address themselves, so it is not verified.
    await sql`update users set unproven = true where id in (select user_id from signup_token_users)`.execute(db);
}

const schema = ({ text, boolean, tableEnd }: ColumnTypes) => [
    `create table user_identities (
        method ${text} not null,
        issuer ${text} not null,
        subject ${text} not null,
        user_id integer not null references users on delete cascade,
        created_at ${text} not null,
        primary key (method, issuer, subject)
    ) ${tableEnd}`,
    'create index user_identities_by_user on user_identities (user_id)',

    `alter table users add column unproven ${boolean} not null default false`,
    `alter table password_resets add column mailed ${boolean} not null default false`,

    `alter table logins add column place ${text}`,
    'drop index logins_by_user',
    'create index logins_by_user on logins (user_id, id)',
    'create index logins_by_place on logins (user_id, place)',
];
