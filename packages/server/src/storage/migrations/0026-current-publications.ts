import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** What has changed since a revision is found without looking at how often it did. */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql
        .raw(
            `create index publications_current_by_revision on publications (environment, revision, kind, name)
                where superseded_by is null`,
        )
        .execute(db);
}
