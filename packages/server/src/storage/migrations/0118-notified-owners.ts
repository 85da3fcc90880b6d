import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** A new name for `told_owners`, which nodes of the previous release still use. A contracting migration removes it later. */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table notified_owners (
            flag ${text} primary key references flags on delete cascade,
            owner ${text} not null,
            notified_at ${text} not null
        ) ${tableEnd}`,
        'insert into notified_owners (flag, owner, notified_at) select flag, owner, told_at from told_owners',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
