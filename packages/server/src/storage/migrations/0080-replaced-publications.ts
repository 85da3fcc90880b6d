import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Adds an index for the newest revision that changed, moved or removed a flag of each project. */
export async function up(db: Kysely<Tables>): Promise<void> {
    await sql
        .raw(
            `create index publications_replaced on publications (environment, project, superseded_by)
                where kind <> 'hidden' and superseded_by is not null`,
        )
        .execute(db);
}
