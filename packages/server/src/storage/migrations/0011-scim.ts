import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text }: ColumnTypes) => [
    `alter table users add column disabled_at ${text}`,
    `alter table users add column external_id ${text}`,
    `alter table groups add column external_id ${text}`,
    'create unique index users_by_scim_id on users (scim_id) where scim_id is not null',
    'create unique index groups_by_scim_id on groups (scim_id) where scim_id is not null',
];
