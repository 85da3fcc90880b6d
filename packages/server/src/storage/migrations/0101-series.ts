import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Metrics that applications report, and their series. */
export async function up(db: Kysely<Tables>, { text, count, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table metrics (
            id ${count} not null primary key,
            environment ${text} not null references environments on delete cascade,
            project ${text} references projects on delete cascade,
            name ${text} not null,
            kind ${text} not null check (kind in ('counter', 'gauge', 'histogram')),
            help ${text} not null,
            token_id integer not null,
            first_seen_at ${text} not null,
            seen_at ${text} not null,
            heartbeat_at ${text},
            label_names ${json} not null
        ) ${tableEnd}`,
        'create index metrics_by_name on metrics (name, environment)',
        'create index metrics_by_project on metrics (project)',
        'create index metrics_by_environment on metrics (environment)',
        'create index metrics_by_token on metrics (token_id)',
        `create table series (
            id ${count} not null primary key,
            metric_id ${count} not null references metrics on delete cascade,
            project ${text} references projects on delete cascade,
            kind ${text} not null check (kind in ('counter', 'gauge', 'histogram')),
            labels ${json} not null,
            token_id integer not null
        ) ${tableEnd}`,
        'create index series_by_metric on series (metric_id)',
        'create index series_by_project on series (project)',
        'create index series_by_token on series (token_id)',
        `create table series_points (
            series_id ${count} not null references series on delete cascade,
            step ${text} not null check (step in ('minute', 'hour')),
            start ${count} not null,
            points ${json} not null,
            primary key (series_id, step, start)
        ) ${tableEnd}`,
        // Finds the rows that are rolled up or deleted.
        'create index series_points_by_start on series_points (step, start)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
