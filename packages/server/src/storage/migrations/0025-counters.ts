import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, POSTGRES_TYPES } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Ids of segments continue after the current value of the database sequence. */
export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    await sql
        .raw(`create table counters (name ${types.text} primary key, last ${types.count} not null) ${types.tableEnd}`)
        .execute(db);
    const used =
        types === POSTGRES_TYPES
            ? sql<{ last: number }>`select last_value as last from ${sql.table('segments_id_seq')} where is_called`
            : sql<{ last: number }>`select seq as last from sqlite_sequence where name = 'segments'`;
    const { rows } = await used.execute(db);
    const last = rows[0]?.last ?? 0;
    await sql`insert into counters (name, last) values ('segments', ${last})`.execute(db);
}
