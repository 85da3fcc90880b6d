import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Fields are stored by name without a foreign key: a constraint may use a field that is not defined (yet). */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    for (const statement of [
        `create table strategy_context_fields (
            strategy_id ${text} not null references strategies on delete cascade,
            field ${text} not null,
            flag ${text} not null,
            primary key (strategy_id, field)
        ) ${tableEnd}`,
        'create index strategy_context_fields_by_field on strategy_context_fields (field, flag)',
        `create table segment_context_fields (
            segment_id integer not null references segments on delete cascade,
            field ${text} not null,
            primary key (segment_id, field)
        ) ${tableEnd}`,
        'create index segment_context_fields_by_field on segment_context_fields (field)',
        'create index strategies_by_type on strategies (name)',
    ]) {
        await sql.raw(statement).execute(db);
    }
}
