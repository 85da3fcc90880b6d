import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, json, count, tableEnd }: ColumnTypes) => [
    `create table usage (
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null,
        app ${text} not null,
        period ${text} not null check (period in ('hour', 'day')),
        since ${text} not null,
        yes ${count} not null,
        no ${count} not null,
        primary key (flag, period, since, environment, app)
    ) ${tableEnd}`,
    'create index usage_by_time on usage (period, since)',
    'create index usage_by_app on usage (app, flag)',

    `create table usage_of_variants (
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null,
        app ${text} not null,
        period ${text} not null check (period in ('hour', 'day')),
        since ${text} not null,
        variant ${text} not null,
        count ${count} not null,
        primary key (flag, period, since, environment, app, variant)
    ) ${tableEnd}`,
    'create index usage_of_variants_by_time on usage_of_variants (period, since)',

    `create table applications (
        name ${text} primary key,
        description ${text},
        url ${text},
        color ${text},
        icon ${text},
        strategies ${json} not null,
        created_at ${text} not null,
        seen_at ${text} not null
    ) ${tableEnd}`,

    `create table app_instances (
        app ${text} not null references applications on delete cascade,
        environment ${text} not null,
        instance_id ${text} not null,
        sdk_version ${text},
        client_ip ${text} not null,
        seen_at ${text} not null,
        primary key (app, environment, instance_id)
    ) ${tableEnd}`,
    'create index app_instances_by_time on app_instances (seen_at)',

    `create table unknown_flags (
        name ${text} not null,
        app ${text} not null,
        environment ${text} not null,
        seen_at ${text} not null,
        primary key (name, app, environment)
    ) ${tableEnd}`,
    'create index unknown_flags_by_time on unknown_flags (seen_at)',
];
