import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * New installs count the same revisions: what each of them means is told by an epoch that every database has from its first day.
 * It begins as no epoch does that comes later (see `core/settings/version.ts`).
 */
export async function up(db: Kysely<Tables>): Promise<void> {
    const epoch = `i${randomBytes(4).toString('hex')}`;
    await sql`update event_head set epoch = ${epoch} where epoch = ''`.execute(db);
}
