import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Second factors of users, and when a session was confirmed with one. Nodes of the previous release know neither. */
export async function up(db: Kysely<Tables>, { text, json, count, identity, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table totp_factors (
            user_id integer primary key references users on delete cascade,
            secret ${text} not null,
            last_step ${count} not null,
            created_at ${text} not null
        ) ${tableEnd}`,
        `create table passkeys (
            id ${identity},
            user_id integer not null references users on delete cascade,
            credential_id ${text} not null unique,
            public_key ${text} not null,
            counter ${count} not null,
            transports ${json} not null,
            name ${text} not null,
            created_at ${text} not null,
            seen_at ${text}
        ) ${tableEnd}`,
        'create index passkeys_by_user on passkeys (user_id)',
        `create table recovery_codes (
            user_id integer not null references users on delete cascade,
            code_hash ${text} not null,
            primary key (user_id, code_hash)
        ) ${tableEnd}`,
        `alter table sessions add column second_factor_at ${text}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
