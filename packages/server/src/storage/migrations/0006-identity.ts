import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    // Sessions get an id by which users can end them. Users have to sign in again.
    'drop table sessions',
    `create table sessions (
        id ${identity},
        secret_hash ${text} not null unique,
        user_id integer not null references users on delete cascade,
        address ${text} not null,
        user_agent ${text},
        created_at ${text} not null,
        expires_at ${text} not null
    ) ${tableEnd}`,
    'create index sessions_by_user on sessions (user_id, id)',
    'create index sessions_by_expiry on sessions (expires_at)',

    `create table logins (
        id ${identity},
        login ${text} not null,
        user_id integer references users on delete set null,
        address ${text} not null,
        method ${text} not null,
        successful ${boolean} not null,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index logins_by_login on logins (login, id)',
    'create index logins_by_user on logins (user_id)',
    'create index logins_by_time on logins (created_at)',

    `create table password_resets (
        secret_hash ${text} primary key,
        user_id integer not null references users on delete cascade,
        created_at ${text} not null,
        expires_at ${text} not null,
        used_at ${text}
    ) ${tableEnd}`,
    'create index password_resets_by_user on password_resets (user_id)',
    'create index password_resets_by_expiry on password_resets (expires_at)',

    `create table password_history (
        id ${identity},
        user_id integer not null references users on delete cascade,
        password_hash ${text} not null
    ) ${tableEnd}`,
    'create index password_history_by_user on password_history (user_id, id)',

    // A permission in an environment is deleted with the environment; a new environment of the same name starts without it.
    `create table new_role_permissions (
        role_id integer not null references roles on delete cascade,
        permission ${text} not null,
        environment ${text} references environments on delete cascade
    ) ${tableEnd}`,
    'insert into new_role_permissions select role_id, permission, environment from role_permissions',
    'drop table role_permissions',
    'alter table new_role_permissions rename to role_permissions',
    'create index role_permissions_by_role on role_permissions (role_id)',
    'create index role_permissions_by_environment on role_permissions (environment)',
    'create index user_roles_by_role on user_roles (role_id)',

    `create table groups (
        id ${identity},
        name ${text} not null unique,
        description ${text},
        root_role_id integer references roles,
        mappings_sso ${json} not null,
        created_by ${text} not null,
        created_at ${text} not null,
        scim_id ${text}
    ) ${tableEnd}`,
    'create index groups_by_root_role on groups (root_role_id)',

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

    `create table personal_tokens (
        id ${identity},
        user_id integer not null references users on delete cascade,
        secret_hash ${text} not null unique,
        description ${text} not null,
        created_at ${text} not null,
        expires_at ${text} not null,
        seen_at ${text},
        unique (user_id, description)
    ) ${tableEnd}`,

    `create table signup_tokens (
        secret ${text} primary key,
        name ${text} not null,
        enabled ${boolean} not null,
        expires_at ${text} not null,
        created_by ${text} not null,
        created_at ${text} not null
    ) ${tableEnd}`,

    `create table signup_token_users (
        secret ${text} not null references signup_tokens on delete cascade,
        user_id integer not null references users on delete cascade,
        primary key (secret, user_id)
    ) ${tableEnd}`,
];
