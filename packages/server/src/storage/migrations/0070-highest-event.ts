import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * The highest revision that the log ever had, beside the one that it has now: a head that was set back shows. Nodes of the release
 * before do not write it, so it may be lower than the head, never higher.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql.raw('alter table event_head add column highest_revision integer not null default 0').execute(db);
    await sql.raw('update event_head set highest_revision = revision').execute(db);
}
