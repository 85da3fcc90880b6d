import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, count, tableEnd }: ColumnTypes) => [
    `create table measurement_head (id integer primary key check (id = 1), tick ${count} not null) ${tableEnd}`,
    'insert into measurement_head (id, tick) values (1, 0)',
    `create table measured_flags (
        flag ${text} primary key references flags on delete cascade,
        tick ${count} not null
    ) ${tableEnd}`,
    'create index measured_flags_by_tick on measured_flags (tick)',
];
