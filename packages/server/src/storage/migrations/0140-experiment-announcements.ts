import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Why the arms of units cannot be computed, who receives mails about an experiment, and which were sent. */
export async function up(db: Kysely<Tables>, { text }: ColumnTypes): Promise<void> {
    const statements = [
        `alter table assignments add column reason ${text}`,
        'alter table experiments add column created_by_user_id integer',
        `alter table experiments add column result_announced_at ${text}`,
        `alter table experiments add column mismatch_announced_at ${text}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
