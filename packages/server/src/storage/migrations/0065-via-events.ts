import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * Whether an agent made the change. Events that are older say nothing of it, and so their hashes stay what they are. What agents
 * did lately is counted by whom they act for.
 */
export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    await sql.raw(`alter table events add column via ${text}`).execute(db);
    await sql
        .raw('create index events_via on events (created_by_user_id, created_at) where via is not null')
        .execute(db);
}
