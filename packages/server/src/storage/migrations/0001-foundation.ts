import { type Kysely, sql } from 'kysely';
import { PREDEFINED_ROLES } from '../../core/access/permissions.ts';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
    await seed(db, new Date().toISOString());
}

const schema = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    `create table settings (
        name ${text} primary key,
        content ${json} not null
    ) ${tableEnd}`,

    `create table event_head (
        id integer primary key check (id = 1),
        revision integer not null,
        hash ${text} not null
    ) ${tableEnd}`,

    `create table events (
        id integer primary key,
        type ${text} not null,
        created_by ${text} not null,
        created_by_user_id integer not null,
        created_at ${text} not null,
        feature_name ${text},
        project ${text},
        environment ${text},
        data ${json},
        pre_data ${json},
        tags ${json} not null,
        group_id ${text} not null,
        previous_hash ${text} not null,
        hash ${text} not null
    ) ${tableEnd}`,
    'create index events_by_project on events (project, id)',
    'create index events_by_flag on events (feature_name, id)',
    'create index events_by_type on events (type, id)',
    'create index events_by_creator on events (created_by_user_id, id)',
    'create index events_by_time on events (created_at)',

    `create table publications (
        environment ${text} not null,
        kind ${text} not null check (kind in ('flag', 'segment')),
        name ${text} not null,
        revision integer not null,
        superseded_by integer,
        project ${text},
        definition ${text},
        primary key (environment, kind, name, revision)
    ) ${tableEnd}`,
    'create unique index publications_current on publications (kind, name, environment) where superseded_by is null',
    'create index publications_by_revision on publications (revision, environment, kind, name)',

    `create table projects (
        id ${text} primary key,
        name ${text} not null,
        description ${text},
        mode ${text} not null check (mode in ('open', 'protected', 'private')),
        default_stickiness ${text} not null,
        feature_limit integer,
        naming_pattern ${text},
        naming_example ${text},
        naming_description ${text},
        created_at ${text} not null,
        updated_at ${text} not null,
        archived_at ${text}
    ) ${tableEnd}`,

    `create table environments (
        name ${text} primary key,
        type ${text} not null,
        enabled ${boolean} not null,
        protected ${boolean} not null,
        sort_order integer not null
    ) ${tableEnd}`,

    `create table project_environments (
        project ${text} not null references projects on delete cascade,
        environment ${text} not null references environments on delete cascade,
        default_strategy ${json},
        primary key (project, environment)
    ) ${tableEnd}`,
    'create index project_environments_by_environment on project_environments (environment)',

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
        archived_at ${text}
    ) ${tableEnd}`,
    'create index flags_by_project on flags (project, name)',
    'create index flags_by_creation on flags (created_at)',

    `create table flag_environments (
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null references environments on delete cascade,
        enabled ${boolean} not null,
        variants ${json} not null,
        last_seen_at ${text},
        primary key (flag, environment)
    ) ${tableEnd}`,
    'create index flag_environments_by_environment on flag_environments (environment, enabled)',

    `create table flag_dependencies (
        child ${text} not null references flags on delete cascade,
        parent ${text} not null references flags on delete cascade,
        enabled ${boolean} not null,
        variants ${json} not null,
        primary key (child, parent)
    ) ${tableEnd}`,
    'create index flag_dependencies_by_parent on flag_dependencies (parent)',

    `create table strategies (
        id ${text} primary key,
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null references environments on delete cascade,
        name ${text} not null,
        title ${text},
        disabled ${boolean} not null,
        sort_order integer not null,
        parameters ${json} not null,
        constraints ${json} not null,
        variants ${json} not null,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index strategies_by_flag on strategies (flag, environment)',
    'create index strategies_by_environment on strategies (environment)',

    `create table segments (
        id ${identity},
        name ${text} not null unique,
        description ${text},
        project ${text} references projects,
        constraints ${json} not null,
        created_by ${text} not null,
        created_at ${text} not null
    ) ${tableEnd}`,

    `create table strategy_segments (
        strategy_id ${text} not null references strategies on delete cascade,
        segment_id integer not null references segments,
        primary key (strategy_id, segment_id)
    ) ${tableEnd}`,
    'create index strategy_segments_by_segment on strategy_segments (segment_id)',

    `create table context_fields (
        name ${text} primary key,
        description ${text},
        stickiness ${boolean} not null,
        sort_order integer not null,
        legal_values ${json} not null,
        project ${text} references projects on delete cascade,
        created_at ${text} not null
    ) ${tableEnd}`,

    `create table strategy_types (
        name ${text} primary key,
        title ${text},
        display_name ${text},
        description ${text},
        editable ${boolean} not null,
        deprecated ${boolean} not null,
        parameters ${json} not null,
        sort_order integer not null
    ) ${tableEnd}`,

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
        deleted_at ${text}
    ) ${tableEnd}`,

    `create table sessions (
        id_hash ${text} primary key,
        user_id integer not null references users on delete cascade,
        created_at ${text} not null,
        expires_at ${text} not null
    ) ${tableEnd}`,
    'create index sessions_by_user on sessions (user_id)',

    `create table roles (
        id ${identity},
        name ${text} not null unique,
        type ${text} not null,
        description ${text}
    ) ${tableEnd}`,

    `create table role_permissions (
        role_id integer not null references roles on delete cascade,
        permission ${text} not null,
        environment ${text}
    ) ${tableEnd}`,
    'create index role_permissions_by_role on role_permissions (role_id)',

    `create table user_roles (
        user_id integer not null references users on delete cascade,
        role_id integer not null references roles,
        project ${text} references projects on delete cascade,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index user_roles_by_user on user_roles (user_id)',
    'create index user_roles_by_project on user_roles (project)',

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
        seen_at ${text}
    ) ${tableEnd}`,
];

/** Inserts the initial content of a new installation. It has no author and records no events. */
async function seed(db: Kysely<Tables>, now: string): Promise<void> {
    await db.insertInto('event_head').values({ id: 1, revision: 0, hash: '' }).execute();
    await db
        .insertInto('settings')
        .values({ name: 'instance', content: JSON.stringify({ id: crypto.randomUUID() }) })
        .execute();
    await db
        .insertInto('projects')
        .values({
            id: 'default',
            name: 'Default',
            description: 'Default project',
            mode: 'open',
            default_stickiness: 'default',
            feature_limit: null,
            naming_pattern: null,
            naming_example: null,
            naming_description: null,
            created_at: now,
            updated_at: now,
            archived_at: null,
        })
        .execute();
    await db
        .insertInto('environments')
        .values([
            { name: 'development', type: 'development', enabled: true, protected: false, sort_order: 2 },
            { name: 'production', type: 'production', enabled: true, protected: false, sort_order: 3 },
        ])
        .execute();
    await db
        .insertInto('project_environments')
        .values([
            { project: 'default', environment: 'development', default_strategy: null },
            { project: 'default', environment: 'production', default_strategy: null },
        ])
        .execute();
    await db.insertInto('flag_types').values(FLAG_TYPES).execute();
    await db
        .insertInto('context_fields')
        .values(
            CONTEXT_FIELDS.map((field, sort_order) => ({
                ...field,
                sort_order,
                legal_values: '[]',
                project: null,
                created_at: now,
            })),
        )
        .execute();
    await db
        .insertInto('strategy_types')
        .values(
            STRATEGY_TYPES.map(({ parameters, ...type }, sort_order) => ({
                ...type,
                display_name: type.title,
                editable: false,
                deprecated: false,
                parameters: JSON.stringify(parameters),
                sort_order,
            })),
        )
        .execute();
    await db
        .insertInto('tag_types')
        .values({ name: 'simple', description: 'A tag that is just a word', icon: '#', color: '#FFFFFF' })
        .execute();
    for (const { id, permissions, ...role } of PREDEFINED_ROLES) {
        // The database assigns the ids, starting from 1, so that its sequence knows which ids are used.
        await db.insertInto('roles').values(role).execute();
        if (permissions.length === 0) continue;
        await db
            .insertInto('role_permissions')
            .values(permissions.map((permission) => ({ role_id: id, permission, environment: null })))
            .execute();
    }
}

const FLAG_TYPES = [
    { id: 'release', name: 'Release', description: 'Brings a new feature to users, step by step', lifetime_days: 40 },
    { id: 'experiment', name: 'Experiment', description: 'Compares variants with each other', lifetime_days: 40 },
    {
        id: 'operational',
        name: 'Operational',
        description: 'Controls how the system runs while it changes',
        lifetime_days: 7,
    },
    {
        id: 'kill-switch',
        name: 'Kill switch',
        description: 'Turns a part of the system off when it must be',
        lifetime_days: null,
    },
    { id: 'permission', name: 'Permission', description: 'Gives features to some users only', lifetime_days: null },
    { id: 'sunset', name: 'Sunset', description: 'Takes a feature away from users, step by step', lifetime_days: 90 },
];

const CONTEXT_FIELDS = [
    { name: 'environment', description: 'The environment the application runs in', stickiness: false },
    { name: 'userId', description: 'The id of the user', stickiness: false },
    { name: 'appName', description: 'The name of the application', stickiness: false },
    { name: 'currentTime', description: 'The time of the evaluation', stickiness: false },
    { name: 'sessionId', description: 'The id of the session', stickiness: true },
];

const STRATEGY_TYPES = [
    {
        name: 'flexibleRollout',
        title: 'Gradual rollout',
        description: 'On for a share of the users, always the same ones',
        parameters: [
            { name: 'rollout', type: 'percentage', description: '', required: false },
            { name: 'stickiness', type: 'string', description: 'What keeps a user in or out', required: true },
            {
                name: 'groupId',
                type: 'string',
                description: 'Flags with the same group pick the same users',
                required: true,
            },
        ],
    },
    { name: 'default', title: 'Standard', description: 'On for everyone', parameters: [] },
    {
        name: 'userWithId',
        title: 'User ids',
        description: 'On for the users in a list',
        parameters: [{ name: 'userIds', type: 'list', description: '', required: false }],
    },
    {
        name: 'remoteAddress',
        title: 'IP addresses',
        description: 'On for callers from some addresses or networks',
        parameters: [{ name: 'IPs', type: 'list', description: '', required: true }],
    },
    {
        name: 'applicationHostname',
        title: 'Hosts',
        description: 'On for applications on some hosts',
        parameters: [{ name: 'hostNames', type: 'list', description: '', required: false }],
    },
];
