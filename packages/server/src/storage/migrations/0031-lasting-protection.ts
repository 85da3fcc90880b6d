import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * The need for approval is checked after a change was made. If the settings were deleted with the environment, deleting it would need no
 * approval, and deleting and recreating an environment would remove its protection.
 */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        'alter table change_request_settings rename to former_settings',
        `create table change_request_settings (
            project ${text} not null references projects on delete cascade,
            environment ${text} not null,
            required_approvals integer not null,
            rules ${json} not null,
            primary key (project, environment)
        ) ${tableEnd}`,
        `insert into change_request_settings (project, environment, required_approvals, rules)
            select project, environment, required_approvals, rules from former_settings`,
        'drop table former_settings',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
