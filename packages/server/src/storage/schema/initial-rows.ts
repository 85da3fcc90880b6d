import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { PREDEFINED_ROLES } from '../../core/access/permissions.ts';
import type { Counter, Tables } from '../tables.ts';

/** The initial rows of a new installation. They have no author and no events. */
export async function insertInitialRows(db: Kysely<Tables>, now: string): Promise<void> {
    await db.insertInto('event_head').values({ id: 1, revision: 0, hash: '', epoch: firstEpoch() }).execute();
    await db.insertInto('delivery_cursor').values({ id: 1, revision: 0 }).execute();
    await db.insertInto('measurement_head').values({ id: 1, tick: 0 }).execute();
    await db
        .insertInto('counters')
        .values(COUNTERS.map((name) => ({ name, last: 0 })))
        .execute();
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

/**
 * New installations use the same revision numbers, and epochs distinguish them. The prefix differs from that of all later epochs
 * (see `core/settings/version.ts`).
 */
const firstEpoch = () => `i${randomBytes(4).toString('hex')}`;

const COUNTERS: Counter[] = ['segments', 'change-requests', 'change-request-changes', 'change-request-comments'];

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
