import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Finds usernames regardless of the case of ASCII letters. `lower` folds exactly these letters on both databases, because PostgreSQL
 * columns have the collation "C". Only adds an index.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql`create index users_by_lower_username on users (lower(username))`.execute(db);
}
