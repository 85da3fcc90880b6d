import type { ExpressionBuilder } from 'kysely';
import type { AdminActor } from '../../core/actor.ts';
import { pageOf } from '../../http/paging.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import { inKnownProject } from '../../storage/known-projects.ts';
import type { Tables } from '../../storage/tables.ts';
import { listChildrenOf, listDependenciesOf } from '../dependencies/dependency.queries.ts';
import type { FlagRow } from '../flags/flag.queries.ts';
import { toOverviews } from '../flags/flag-overview.queries.ts';
import { countRecentUsage } from '../usage/usage.queries.ts';
import type { FlagSearch, FoundFlag, FoundFlags } from './feature-search.schemas.ts';
import { conditionsOf, isEnabledIn, isFavorite } from './feature-search-filters.ts';

/** Finds flags in all projects that the actor may know of. Only the flags of the page are read in detail. */
export async function searchFlags(
    db: Db,
    { actor, search, now }: { actor: AdminActor; search: FlagSearch; now: Date },
): Promise<FoundFlags> {
    const { offset, limit } = pageOf(search);
    const matching = db
        .selectFrom('flags')
        .where(inKnownProject(actor, 'flags.project'))
        .where((row) => row.and(conditionsOf(row, search, actor.userId)));
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const flags = await matching
        .selectAll('flags')
        .$if(search.favoritesFirst === true, (query) => query.orderBy((row) => isFavorite(row, actor.userId), 'desc'))
        .orderBy((row) => sortKey(row, search.sortBy, actor.userId), search.sortOrder ?? 'asc')
        .orderBy('flags.name')
        .limit(limit)
        .offset(offset)
        .execute();
    return { features: await toFoundFlags(db, flags, { userId: actor.userId, now }), total };
}

const ENVIRONMENT = 'environment:';

/** What to sort by; never null, because databases disagree on where nulls go. */
function sortKey(row: ExpressionBuilder<Tables, 'flags'>, sortBy: string | undefined, userId: number | undefined) {
    if (sortBy?.startsWith(ENVIRONMENT)) return isEnabledIn(row, sortBy.slice(ENVIRONMENT.length), true);
    switch (sortBy) {
        case 'name':
            return row.ref('flags.name');
        case 'type':
            return row.ref('flags.type');
        case 'lastSeenAt':
            return row.fn.coalesce(lastSeen(row), row.val(''));
        case 'favorite':
            return isFavorite(row, userId);
        default:
            return row.ref('flags.created_at');
    }
}

const lastSeen = (row: ExpressionBuilder<Tables, 'flags'>) =>
    row
        .selectFrom('flag_environments')
        .select(({ fn }) => fn.max('last_seen_at').as('last_seen_at'))
        .whereRef('flag_environments.flag', '=', 'flags.name');

async function toFoundFlags(
    db: Db,
    flags: readonly FlagRow[],
    { userId, now }: { userId: number | undefined; now: Date },
): Promise<FoundFlag[]> {
    const names = flags.map(({ name }) => name);
    const overviews = await toOverviews(db, flags, userId);
    const segments = await segmentNamesOf(db, names);
    const children = new Set((await listDependenciesOf(db, names)).map(({ child }) => child));
    const parents = new Set((await listChildrenOf(db, names)).map(({ parent }) => parent));
    const usage = await countRecentUsage(db, names, now);
    return overviews.map((overview) => ({
        ...overview,
        environments: overview.environments.map((environment) => ({
            ...environment,
            ...usage(overview.name, environment.name),
            changeRequestIds: [],
        })),
        dependencyType: children.has(overview.name) ? 'child' : parents.has(overview.name) ? 'parent' : null,
        segments: segments.get(overview.name) ?? [],
    }));
}

async function segmentNamesOf(db: Db, flags: readonly string[]): Promise<Map<string, string[]>> {
    const names = new Map<string, string[]>();
    for (const chunk of chunked(flags)) {
        const rows = await db
            .selectFrom('strategies')
            .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
            .innerJoin('segments', 'segments.id', 'strategy_segments.segment_id')
            .select(['strategies.flag', 'segments.name'])
            .distinct()
            .where('strategies.flag', 'in', chunk)
            .orderBy('segments.name')
            .execute();
        for (const { flag, name } of rows) {
            const list = names.get(flag);
            if (list) list.push(name);
            else names.set(flag, [name]);
        }
    }
    return names;
}
