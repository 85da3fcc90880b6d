import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * Records whether an agent made the change. Older events do not have the column set, so their hashes stay the same. The index counts recent
 * actions of agents by the user they act for.
 */
export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table events add column via ${text}`).execute(db);
    await sql
        .raw('create index events_via on events (created_by_user_id, created_at) where via is not null')
        .execute(db);
}
