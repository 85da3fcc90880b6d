import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, json, tableEnd }: ColumnTypes) => [
    `create table pending_sign_ins (
        id ${text} primary key,
        kind ${text} not null,
        browser_hash ${text} not null,
        content ${json} not null,
        return_to ${text} not null,
        expires_at ${text} not null
    ) ${tableEnd}`,
    'create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at)',

    `alter table sessions add column method ${text} not null default 'password'`,
    `alter table sessions add column provider_session ${json}`,
];
