import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Adds an index for the newest revision that superseded a publication, which the verification of the audit log reads. */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql
        .raw(
            `create index publications_superseded on publications (superseded_by)
                where superseded_by is not null`,
        )
        .execute(db);
}
