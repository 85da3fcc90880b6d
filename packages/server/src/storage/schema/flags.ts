import type { ColumnTypes } from '../column-types.ts';

/** Flags, their settings, tags and code references. */
export const flagTables = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    `create table flag_types (
        id ${text} primary key,
        name ${text} not null,
        description ${text} not null,
        lifetime_days integer
    ) ${tableEnd}`,

    `create table flags (
        name ${text} primary key,
        project ${text} not null references projects,
        type ${text} not null references flag_types,
        description ${text},
        stale ${boolean},
        potentially_stale ${boolean} not null,
        impression_data ${boolean} not null,
        created_at ${text} not null,
        created_by_user_id integer not null,
        archived_at ${text},
        owner ${text},
        value_type ${text},
        code_default ${text}
    ) ${tableEnd}`,
    'create index flags_by_project on flags (project, name)',
    'create index flags_by_creation on flags (created_at)',
    'create index flags_by_archiving on flags (project, archived_at)',

    `create table flag_environments (
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null references environments on delete cascade,
        enabled ${boolean} not null,
        variants ${json} not null,
        last_seen_at ${text},
        primary key (flag, environment)
    ) ${tableEnd}`,
    // Without `enabled`: turning a flag on or off changes no index, and PostgreSQL can keep the row on its page.
    'create index flag_environments_by_environment on flag_environments (environment)',

    `create table flag_dependencies (
        child ${text} not null references flags on delete cascade,
        parent ${text} not null references flags on delete cascade,
        enabled ${boolean} not null,
        variants ${json} not null,
        primary key (child, parent)
    ) ${tableEnd}`,
    'create index flag_dependencies_by_parent on flag_dependencies (parent)',

    `create table tag_types (
        name ${text} primary key,
        description ${text},
        icon ${text},
        color ${text}
    ) ${tableEnd}`,

    `create table tags (
        type ${text} not null references tag_types on delete cascade,
        value ${text} not null,
        primary key (type, value)
    ) ${tableEnd}`,

    `create table flag_tags (
        flag ${text} not null references flags on delete cascade,
        type ${text} not null,
        value ${text} not null,
        primary key (flag, type, value),
        foreign key (type, value) references tags on delete cascade
    ) ${tableEnd}`,
    'create index flag_tags_by_tag on flag_tags (type, value)',

    `create table flag_stages (
        flag ${text} not null references flags on delete cascade,
        stage ${text} not null,
        position integer not null,
        entered_at ${text} not null,
        status ${text},
        status_value ${text},
        primary key (flag, position)
    ) ${tableEnd}`,

    `create table favorite_flags (
        user_id integer not null references users on delete cascade,
        flag ${text} not null references flags on delete cascade,
        primary key (user_id, flag)
    ) ${tableEnd}`,
    'create index favorite_flags_by_flag on favorite_flags (flag)',

    `create table flag_links (
        id ${text} primary key,
        flag ${text} not null references flags on delete cascade,
        url ${text} not null,
        title ${text},
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index flag_links_by_flag on flag_links (flag)',

    // The settings of flags in an environment that was removed from their project, so that they can be restored.
    `create table withdrawn_flag_environments (
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null references environments on delete cascade,
        enabled ${boolean} not null,
        variants ${json} not null,
        last_seen_at ${text},
        primary key (flag, environment)
    ) ${tableEnd}`,
    'create index withdrawn_flag_environments_by_environment on withdrawn_flag_environments (environment)',

    // Since when the result of a flag has been the same for all users.
    `create table flag_answers (
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null,
        enabled ${boolean},
        variant ${text},
        since ${text} not null,
        primary key (flag, environment)
    ) ${tableEnd}`,

    `create table told_owners (
        flag ${text} primary key references flags on delete cascade,
        owner ${text} not null,
        told_at ${text} not null
    ) ${tableEnd}`,

    `create table code_scans (
        id ${identity},
        project ${text} not null references projects on delete cascade,
        repository ${text} not null,
        branch ${text} not null,
        is_default ${boolean} not null,
        revision ${text} not null,
        link_template ${text},
        files integer not null,
        uploaded_at ${text} not null,
        uploaded_by ${text} not null,
        unique (project, repository, branch)
    ) ${tableEnd}`,

    `create table code_references (
        scan integer not null references code_scans on delete cascade,
        flag ${text} not null references flags on delete cascade,
        count integer not null,
        places ${json} not null,
        gone_at ${text},
        gone_revision ${text},
        primary key (scan, flag)
    ) ${tableEnd}`,
    'create index code_references_by_flag on code_references (flag)',
];
