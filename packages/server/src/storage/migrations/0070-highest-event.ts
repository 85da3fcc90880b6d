import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * The highest revision that the log ever had, in addition to the current one, so that a head that was set back is detected. Nodes of the
 * previous release do not write it, so it may be lower than the head, but never higher.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql.raw('alter table event_head add column highest_revision integer not null default 0').execute(db);
    await sql.raw('update event_head set highest_revision = revision').execute(db);
}
