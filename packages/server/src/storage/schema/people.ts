import type { ColumnTypes } from '../column-types.ts';

/** Users, groups, roles, and what belongs to a user. */
export const peopleTables = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    `create table users (
        id ${identity},
        name ${text},
        username ${text} unique,
        email ${text} unique,
        password_hash ${text},
        is_service ${boolean} not null,
        login_attempts integer not null,
        created_at ${text} not null,
        seen_at ${text},
        scim_id ${text},
        deleted_at ${text},
        disabled_at ${text},
        external_id ${text},
        unproven ${boolean} not null default false
    ) ${tableEnd}`,
    'create unique index users_by_scim_id on users (scim_id) where scim_id is not null',
    // `lower` folds the same letters on both databases, because PostgreSQL columns have the collation "C".
    'create index users_by_lower_username on users (lower(username))',

    `create table roles (
        id ${identity},
        name ${text} not null unique,
        type ${text} not null,
        description ${text}
    ) ${tableEnd}`,

    `create table user_roles (
        user_id integer not null references users on delete cascade,
        role_id integer not null references roles,
        project ${text} references projects on delete cascade,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index user_roles_by_user on user_roles (user_id)',
    'create index user_roles_by_project on user_roles (project)',
    'create index user_roles_by_role on user_roles (role_id)',

    `create table favorite_projects (
        user_id integer not null references users on delete cascade,
        project ${text} not null references projects on delete cascade,
        primary key (user_id, project)
    ) ${tableEnd}`,
    'create index favorite_projects_by_project on favorite_projects (project)',

    `create table user_feedback (
        user_id integer not null references users on delete cascade,
        feedback_id ${text} not null,
        never_show ${boolean} not null,
        given_at ${text},
        primary key (user_id, feedback_id)
    ) ${tableEnd}`,

    `create table user_splashes (
        user_id integer not null references users on delete cascade,
        splash_id ${text} not null,
        primary key (user_id, splash_id)
    ) ${tableEnd}`,

    // A permission in an environment is deleted with the environment; a new environment of the same name starts without it.
    `create table role_permissions (
        role_id integer not null references roles on delete cascade,
        permission ${text} not null,
        environment ${text} references environments on delete cascade
    ) ${tableEnd}`,
    'create index role_permissions_by_role on role_permissions (role_id)',
    'create index role_permissions_by_environment on role_permissions (environment)',

    `create table groups (
        id ${identity},
        name ${text} not null unique,
        description ${text},
        root_role_id integer references roles,
        mappings_sso ${json} not null,
        created_by ${text} not null,
        created_at ${text} not null,
        scim_id ${text},
        external_id ${text}
    ) ${tableEnd}`,
    'create index groups_by_root_role on groups (root_role_id)',
    'create unique index groups_by_scim_id on groups (scim_id) where scim_id is not null',

    `create table group_users (
        group_id integer not null references groups on delete cascade,
        user_id integer not null references users on delete cascade,
        created_by ${text} not null,
        joined_at ${text} not null,
        primary key (group_id, user_id)
    ) ${tableEnd}`,
    'create index group_users_by_user on group_users (user_id)',

    `create table group_roles (
        group_id integer not null references groups on delete cascade,
        role_id integer not null references roles,
        project ${text} not null references projects on delete cascade,
        created_at ${text} not null,
        primary key (group_id, project, role_id)
    ) ${tableEnd}`,
    'create index group_roles_by_project on group_roles (project)',
    'create index group_roles_by_role on group_roles (role_id)',

    `create table user_identities (
        method ${text} not null,
        issuer ${text} not null,
        subject ${text} not null,
        user_id integer not null references users on delete cascade,
        created_at ${text} not null,
        primary key (method, issuer, subject)
    ) ${tableEnd}`,
    'create index user_identities_by_user on user_identities (user_id)',

    `create table user_views (
        user_id integer not null references users on delete cascade,
        place ${text} not null,
        name ${text} not null,
        search ${text} not null,
        primary key (user_id, place, name)
    ) ${tableEnd}`,
];
