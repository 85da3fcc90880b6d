import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Only adds to the schema: nodes of the previous release continue to run and ignore the additions. */
export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, tableEnd }: ColumnTypes) => [
    `create table event_archives (
        through_revision integer primary key,
        from_revision integer not null,
        previous_hash ${text} not null,
        hash ${text} not null,
        through_at ${text} not null,
        file ${text} not null,
        archived_at ${text} not null
    ) ${tableEnd}`,
    `create table publication_horizon (
        id integer primary key check (id = 1),
        revision integer not null,
        at ${text} not null
    ) ${tableEnd}`,
    `create table job_turns (
        name ${text} primary key,
        next_at ${text} not null
    ) ${tableEnd}`,
];
