import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Adds an index for the publications that changed since a revision, independent of how often they changed. */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql
        .raw(
            `create index publications_current_by_revision on publications (environment, revision, kind, name)
                where superseded_by is null`,
        )
        .execute(db);
}
