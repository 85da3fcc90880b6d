import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Enabling or disabling a flag changes no index: two pages less to write, and PostgreSQL can keep the row on its page. */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql`drop index flag_environments_by_environment`.execute(db);
    await sql`create index flag_environments_by_environment on flag_environments (environment)`.execute(db);
}
