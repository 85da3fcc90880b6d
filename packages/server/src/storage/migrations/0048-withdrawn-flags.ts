import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores the flag configuration of an environment that was removed from a project, so that it can be restored. */
export async function up(db: Kysely<Tables>, { text, boolean, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table withdrawn_flag_environments (
            flag ${text} not null references flags on delete cascade,
            environment ${text} not null references environments on delete cascade,
            enabled ${boolean} not null,
            variants ${json} not null,
            last_seen_at ${text},
            primary key (flag, environment)
        ) ${tableEnd}`,
        'create index withdrawn_flag_environments_by_environment on withdrawn_flag_environments (environment)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
