import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * Stores the evaluations per application, so that its charts do not read the usage of every flag. Only adds: evaluations that a node
 * of the previous release stores are missing in these charts.
 */
export async function up(db: Kysely<Tables>, { text, count, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table app_usage (
            app ${text} not null,
            project ${text} not null references projects on delete cascade,
            environment ${text} not null,
            period ${text} not null check (period in ('hour', 'day')),
            since ${text} not null,
            evaluations ${count} not null,
            primary key (period, since, app, project, environment)
        ) ${tableEnd}`,
        'create index app_usage_by_app on app_usage (app, period, since)',
        'create index app_usage_by_project on app_usage (project)',
        `insert into app_usage (app, project, environment, period, since, evaluations)
            select usage.app, flags.project, usage.environment, usage.period, usage.since, sum(usage.yes + usage.no)
            from usage inner join flags on flags.name = usage.flag
            group by usage.app, flags.project, usage.environment, usage.period, usage.since`,
        // Counts the instances per SDK version without reading their rows.
        'create index app_instances_by_sdk on app_instances (app, environment, sdk_version)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
