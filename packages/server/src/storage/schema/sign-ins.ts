import type { ColumnTypes } from '../column-types.ts';

/** Tokens, sessions, and everything about signing in. */
export const signInTables = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    `create table api_tokens (
        id ${identity},
        secret_hash ${text} not null unique,
        visible ${text} not null,
        name ${text} not null,
        type ${text} not null check (type in ('admin', 'client', 'frontend')),
        environment ${text} not null,
        projects ${json} not null,
        created_by ${text} not null,
        created_at ${text} not null,
        expires_at ${text},
        seen_at ${text},
        created_by_user_id integer
    ) ${tableEnd}`,

    `create table sessions (
        id ${identity},
        secret_hash ${text} not null unique,
        user_id integer not null references users on delete cascade,
        address ${text} not null,
        user_agent ${text},
        created_at ${text} not null,
        expires_at ${text} not null,
        method ${text} not null default 'password',
        provider_session ${json}
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
        created_at ${text} not null,
        place ${text}
    ) ${tableEnd}`,
    'create index logins_by_login on logins (login, id)',
    'create index logins_by_time on logins (created_at)',
    'create index logins_by_user on logins (user_id, id)',
    'create index logins_by_place on logins (user_id, place)',

    `create table password_resets (
        secret_hash ${text} primary key,
        user_id integer not null references users on delete cascade,
        created_at ${text} not null,
        expires_at ${text} not null,
        used_at ${text},
        mailed ${boolean} not null default false
    ) ${tableEnd}`,
    'create index password_resets_by_user on password_resets (user_id)',
    'create index password_resets_by_expiry on password_resets (expires_at)',

    `create table password_history (
        id ${identity},
        user_id integer not null references users on delete cascade,
        password_hash ${text} not null
    ) ${tableEnd}`,
    'create index password_history_by_user on password_history (user_id, id)',

    `create table personal_tokens (
        id ${identity},
        user_id integer not null references users on delete cascade,
        secret_hash ${text} not null unique,
        description ${text} not null,
        created_at ${text} not null,
        expires_at ${text} not null,
        seen_at ${text},
        created_by_user_id integer,
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

    `create table pending_sign_ins (
        id ${text} primary key,
        kind ${text} not null,
        browser_hash ${text} not null,
        content ${json} not null,
        return_to ${text} not null,
        expires_at ${text} not null
    ) ${tableEnd}`,
    'create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at)',

    `create table mails (
        id ${identity},
        kind ${text} not null,
        user_id integer references users on delete cascade,
        address ${text} not null,
        created_at ${text} not null,
        attempts integer not null,
        due_at ${text},
        sent_at ${text},
        outcome ${text},
        content ${json}
    ) ${tableEnd}`,
    'create index mails_due on mails (due_at) where due_at is not null',
    'create index mails_by_user on mails (user_id)',
    'create index mails_by_time on mails (created_at)',

    `create table attempts_by_place (
        door ${text} not null,
        place ${text} not null,
        minute integer not null,
        count integer not null,
        primary key (door, place)
    ) ${tableEnd}`,
];
