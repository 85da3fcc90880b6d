import type { ColumnTypes } from '../column-types.ts';

/** What applications report. */
export const usageTables = ({ text, json, count, tableEnd }: ColumnTypes) => [
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
    // Counts the instances per SDK version without reading their rows.
    'create index app_instances_by_sdk on app_instances (app, environment, sdk_version)',

    `create table unknown_flags (
        name ${text} not null,
        app ${text} not null,
        environment ${text} not null,
        seen_at ${text} not null,
        primary key (name, app, environment)
    ) ${tableEnd}`,
    'create index unknown_flags_by_time on unknown_flags (seen_at)',

    `create table token_applications (
        token_id ${count} not null,
        day ${text} not null,
        app ${text} not null,
        primary key (token_id, day, app)
    ) ${tableEnd}`,
    'create index token_applications_by_day on token_applications (day)',

    `create table measurement_head (
        id integer primary key check (id = 1),
        tick ${count} not null
    ) ${tableEnd}`,

    `create table measured_flags (
        flag ${text} primary key references flags on delete cascade,
        tick ${count} not null
    ) ${tableEnd}`,
    'create index measured_flags_by_tick on measured_flags (tick)',

    // Reports that are acknowledged but not yet counted, and the keys of accepted deliveries.
    `create table report_journal (
        id ${text} primary key,
        reports ${json} not null
    ) ${tableEnd}`,

    `create table report_deliveries (
        key ${text} primary key,
        received_at ${text} not null
    ) ${tableEnd}`,
    'create index report_deliveries_by_time on report_deliveries (received_at)',

    `create table project_applications (
        project ${text} not null references projects on delete cascade,
        environment ${text} not null,
        app ${text} not null,
        primary key (app, project, environment)
    ) ${tableEnd}`,
    'create index project_applications_by_project on project_applications (project)',

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

    `create table traffic_samples (
        id ${text} primary key,
        owner ${text} not null,
        seen_at ${text} not null,
        reservoir ${text} not null,
        since ${text} not null,
        setting ${text} not null,
        content ${text} not null
    ) ${tableEnd}`,
];
