import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, { text, json, identity, tableEnd }: ColumnTypes): Promise<void> {
    await sql
        .raw(
            `create table personas (
                id ${identity},
                project ${text} not null references projects on delete cascade,
                name ${text} not null,
                description ${text},
                context ${json} not null,
                created_at ${text} not null,
                unique (project, name)
            ) ${tableEnd}`,
        )
        .execute(db);
}
