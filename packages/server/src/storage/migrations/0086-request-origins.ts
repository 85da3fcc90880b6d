import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * The origin of a change request: a person, an agent or a pipeline. An author has one open request per environment and origin
 * (decision 76). The former index allowed one per environment; nodes of the previous release keep working without it.
 */
export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table change_requests add column origin ${text} not null default 'person'`).execute(db);
    await sql
        .raw(
            `create unique index one_open_change_request_by_origin
                on change_requests (created_by_user_id, project, environment, origin)
                where kind = 'request' and state in ('Draft', 'In review', 'Approved')`,
        )
        .execute(db);
    await sql.raw('drop index one_open_change_request').execute(db);
}
