import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * Whether a change needs approval is asked once it is made. Were the settings gone with the environment, deleting that would need
 * none; and whoever deleted it and created it anew would find it without protection.
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
