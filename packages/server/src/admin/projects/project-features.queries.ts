import type { AdminActor } from '../../core/actor.ts';
import type { Db } from '../../storage/database.ts';
import { isStale } from '../flags/flag.queries.ts';
import type { OverviewFeature } from './project-overview.schemas.ts';

/** All flags of a project that are not archived, by name, with what they have in each environment. */
export async function listProjectFeatures(db: Db, project: string, actor: AdminActor): Promise<OverviewFeature[]> {
    const [flags, environments, tags, favorites] = await Promise.all([
        selectFlags(db, project).select(FLAG_COLUMNS).orderBy('flags.name').execute(),
        environmentsByFlag(db, project),
        tagsByFlag(db, project),
        favoritesOf(db, project, actor),
    ]);
    return flags.map((flag) => {
        const everywhere = environments.get(flag.name) ?? [];
        const ownTags = tags.get(flag.name);
        return {
            name: flag.name,
            type: flag.type,
            description: flag.description,
            project,
            stale: isStale(flag),
            favorite: favorites.has(flag.name),
            impressionData: flag.impression_data,
            archived: false,
            createdAt: flag.created_at,
            lastSeenAt: newest(everywhere.map(({ lastSeenAt }) => lastSeenAt)),
            environments: everywhere,
            ...(ownTags && { tags: ownTags }),
        };
    });
}

const FLAG_COLUMNS = [
    'flags.name',
    'flags.type',
    'flags.description',
    'flags.stale',
    'flags.potentially_stale',
    'flags.impression_data',
    'flags.created_at',
] as const;

const selectFlags = (db: Db, project: string) =>
    db.selectFrom('flags').where('flags.project', '=', project).where('flags.archived_at', 'is', null);

const newest = (moments: readonly (string | null)[]) =>
    moments.reduce((last, moment) => (moment !== null && (last === null || moment > last) ? moment : last), null);

async function environmentsByFlag(db: Db, project: string) {
    const [rows, strategies] = await Promise.all([
        selectFlags(db, project)
            .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
            .innerJoin('environments', 'environments.name', 'flag_environments.environment')
            .select([
                'flag_environments.flag',
                'flag_environments.environment',
                'flag_environments.enabled',
                'flag_environments.variants',
                'flag_environments.last_seen_at',
                'environments.type',
                'environments.sort_order',
            ])
            .orderBy('environments.sort_order')
            .orderBy('environments.name')
            .execute(),
        strategyPresence(db, project),
    ]);
    const byFlag = new Map<string, OverviewFeature['environments']>();
    for (const row of rows) {
        const present = strategies.get(keyOf(row));
        const environment = {
            name: row.environment,
            enabled: row.enabled,
            type: row.type,
            sortOrder: row.sort_order,
            variantCount: row.variants.length,
            lastSeenAt: row.last_seen_at,
            hasStrategies: present !== undefined,
            hasEnabledStrategies: present === 'enabled',
        };
        const list = byFlag.get(row.flag);
        if (list) list.push(environment);
        else byFlag.set(row.flag, [environment]);
    }
    return byFlag;
}

// Environment names cannot contain a slash.
const keyOf = ({ flag, environment }: { flag: string; environment: string }) => `${environment}/${flag}`;

/** Where flags have strategies, and whether one of them is enabled. */
async function strategyPresence(db: Db, project: string): Promise<Map<string, 'disabled' | 'enabled'>> {
    const rows = await selectFlags(db, project)
        .innerJoin('strategies', 'strategies.flag', 'flags.name')
        .select(['strategies.flag', 'strategies.environment', 'strategies.disabled'])
        .distinct()
        .execute();
    const presence = new Map<string, 'disabled' | 'enabled'>();
    for (const row of rows) {
        if (!row.disabled) presence.set(keyOf(row), 'enabled');
        else if (!presence.has(keyOf(row))) presence.set(keyOf(row), 'disabled');
    }
    return presence;
}

async function tagsByFlag(db: Db, project: string) {
    const rows = await selectFlags(db, project)
        .innerJoin('flag_tags', 'flag_tags.flag', 'flags.name')
        .select(['flag_tags.flag', 'flag_tags.type', 'flag_tags.value'])
        .orderBy('flag_tags.type')
        .orderBy('flag_tags.value')
        .execute();
    const byFlag = new Map<string, { type: string; value: string }[]>();
    for (const { flag, ...tag } of rows) byFlag.set(flag, [...(byFlag.get(flag) ?? []), tag]);
    return byFlag;
}

/** Tokens have no favourites. */
async function favoritesOf(db: Db, project: string, { userId }: AdminActor): Promise<Set<string>> {
    if (userId === undefined) return new Set();
    const rows = await selectFlags(db, project)
        .innerJoin('favorite_flags', 'favorite_flags.flag', 'flags.name')
        .select('favorite_flags.flag')
        .where('favorite_flags.user_id', '=', userId)
        .execute();
    return new Set(rows.map(({ flag }) => flag));
}
