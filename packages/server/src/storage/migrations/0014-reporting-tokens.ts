import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, { text, count, tableEnd }: ColumnTypes): Promise<void> {
    const table = `create table token_applications (
        token_id ${count} not null,
        day ${text} not null,
        app ${text} not null,
        primary key (token_id, day, app)
    ) ${tableEnd}`;
    await sql.raw(table).execute(db);
    await sql.raw('create index token_applications_by_day on token_applications (day)').execute(db);
}
