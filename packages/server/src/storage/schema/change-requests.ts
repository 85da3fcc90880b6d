import type { ColumnTypes } from '../column-types.ts';

/** Requests outlive the flags, users and environments that they refer to, and are deleted with their project. */
export const changeRequestTables = ({ text, boolean, json, count, tableEnd }: ColumnTypes) => [
    `create table change_requests (
        id integer not null primary key,
        project ${text} not null references projects on delete cascade,
        environment ${text} not null,
        kind ${text} not null,
        title ${text},
        state ${text} not null,
        min_approvals integer not null,
        content_hash ${text} not null,
        state_timestamps ${json} not null,
        effect ${json},
        break_glass ${json},
        applied_in ${text},
        applied_at_revision ${count},
        created_by_user_id integer not null,
        created_by ${text} not null,
        created_at ${text} not null,
        approvals_cleared ${json},
        people ${json},
        origin ${text} not null default 'person',
        applied_effect ${json}
    ) ${tableEnd}`,
    'create index change_requests_by_project on change_requests (project, created_at)',
    // A draft collects all changes that its author proposes for an environment (decision 76), until it is decided.
    `create unique index one_open_change_request_by_origin
        on change_requests (created_by_user_id, project, environment, origin)
        where kind = 'request' and state in ('Draft', 'In review', 'Approved')`,

    `create table change_request_changes (
        id integer not null primary key,
        request integer not null references change_requests on delete cascade,
        position integer not null,
        feature ${text},
        action ${text} not null,
        payload ${json},
        snapshot ${json},
        created_by_user_id integer not null,
        created_by ${text} not null,
        created_at ${text} not null,
        expected ${json},
        refs ${json}
    ) ${tableEnd}`,
    'create index change_request_changes_by_request on change_request_changes (request, position)',
    'create index change_request_changes_by_feature on change_request_changes (feature)',

    `create table change_request_reviews (
        request integer not null references change_requests on delete cascade,
        verdict ${text} not null,
        content_hash ${text} not null,
        created_by_user_id integer not null,
        created_by ${text} not null,
        created_at ${text} not null,
        primary key (request, created_by_user_id)
    ) ${tableEnd}`,

    `create table change_request_comments (
        id integer not null primary key,
        request integer not null references change_requests on delete cascade,
        text ${text} not null,
        created_by_user_id integer not null,
        created_by ${text} not null,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index change_request_comments_by_request on change_request_comments (request)',

    `create table change_request_approvers (
        request integer not null references change_requests on delete cascade,
        user_id integer not null,
        requested_at ${text} not null,
        notified ${boolean} not null,
        primary key (request, user_id)
    ) ${tableEnd}`,

    `create table change_request_schedules (
        request integer not null primary key references change_requests on delete cascade,
        scheduled_at ${text} not null,
        time_zone ${text} not null,
        status ${text} not null,
        reason ${text},
        stacked_on ${json} not null,
        created_by_user_id integer not null,
        created_by ${text} not null,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index change_request_schedules_by_time on change_request_schedules (status, scheduled_at)',

    // The settings outlive the environment: otherwise, deleting and recreating an environment would remove its protection.
    `create table change_request_settings (
        project ${text} not null references projects on delete cascade,
        environment ${text} not null,
        required_approvals integer not null,
        rules ${json} not null,
        primary key (project, environment)
    ) ${tableEnd}`,
];
