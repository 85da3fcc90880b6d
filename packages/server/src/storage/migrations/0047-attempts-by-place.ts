import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    await sql
        .raw(
            `create table attempts_by_place (
                door ${text} not null,
                place ${text} not null,
                minute integer not null,
                count integer not null,
                primary key (door, place)
            ) ${tableEnd}`,
        )
        .execute(db);
}
