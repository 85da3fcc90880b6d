import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ json }: ColumnTypes) => [
    `alter table projects add column link_templates ${json} not null default '[]'`,
    'create index flags_by_archiving on flags (project, archived_at)',
    'create index events_by_project_and_time on events (project, created_at)',
    // The time at which a flag was first enabled in an environment is queried for all flags of a project at once.
    `create index events_turning_on on events (feature_name, environment, created_at)
        where type = 'feature-environment-enabled'`,
];
