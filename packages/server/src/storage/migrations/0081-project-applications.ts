import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * Stores which applications evaluate flags of which projects, so that lists of applications do not read the usage of every flag. Only adds
 * a table: what a node of the previous release stores is added with the next report that a node of this release stores.
 */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table project_applications (
            project ${text} not null references projects on delete cascade,
            environment ${text} not null,
            app ${text} not null,
            primary key (app, project, environment)
        ) ${tableEnd}`,
        'create index project_applications_by_project on project_applications (project)',
        `insert into project_applications (project, environment, app)
            select distinct flags.project, usage.environment, usage.app
            from usage inner join flags on flags.name = usage.flag`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
