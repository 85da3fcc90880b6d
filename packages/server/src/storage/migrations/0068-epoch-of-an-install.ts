import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * New installations use the same revision numbers, so every database has an epoch from the start, which distinguishes them. Its prefix
 * differs from that of all later epochs (see `core/settings/version.ts`).
 */
export async function up(db: Kysely<Tables>): Promise<void> {
    const epoch = `i${randomBytes(4).toString('hex')}`;
    await sql`update event_head set epoch = ${epoch} where epoch = ''`.execute(db);
}
