import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Rules of projects for their flags. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statement = `create table flag_policies (
        project ${text} primary key references projects on delete cascade,
        policy ${json} not null
    ) ${tableEnd}`;
    await sql.raw(statement).execute(db);
}
