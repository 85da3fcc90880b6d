import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import { type Page, pageOf } from '../../../http/route/paging.ts';
import { STAGES } from '../../observations/lifecycle/lifecycle.queries.ts';
import { type FlagPredicate, filterFlags } from '../flag-index/filter-flags.ts';
import type { FlagIndex } from '../flag-index/flag-index.ts';
import { by, byName, type FlagComparator } from '../flag-index/flag-list.ts';
import type { IndexedFlag } from '../flag-index/indexed-flag.ts';
import type { FlagSearch } from './feature-search.schemas.ts';
import { conditionsOf, isEnabledIn } from './feature-search-filters.ts';

export interface FlagSearchResult {
    /** The flags of the requested page. */
    flags: readonly IndexedFlag[];
    total: number;
}

interface FlagSearchQuery {
    actor: AdminActor;
    search: FlagSearch;
    now: Date;
    /** The time of the last code scan, by project; only required for the filter `safeToRemove`. */
    scans?: ReadonlyMap<string, string>;
    signal: AbortSignal;
}

const NO_SCANS: ReadonlyMap<string, string> = new Map();

/** Searches the flags of all projects that are visible to the actor. */
export async function searchFlags(
    index: FlagIndex,
    { actor, search, now, scans = NO_SCANS, signal }: FlagSearchQuery,
): Promise<FlagSearchResult> {
    const favorites = index.favoritesOf(actor.userId);
    const conditions = conditionsOf(search, { favorites, now, scans });
    if (actor.hiddenProjects.length > 0) conditions.push((flag) => mayKnowOf(actor, flag.project));
    const { flags, groups } = order(index, search, favorites);
    const matching = await filterFlags(flags, conditions, signal);
    return { flags: page(grouped(matching, groups), pageOf(search)), total: matching.length };
}

const page = (flags: readonly IndexedFlag[], { offset, limit }: Page) => flags.slice(offset, offset + limit);

/** Returns all flags that are not archived, newest first. */
export const newestFirst = (index: FlagIndex) =>
    index.inOrder('createdAt desc', by(createdAt, 'desc'), { archived: false });

const createdAt = ({ row }: IndexedFlag) => row.overview.createdAt;

const ENVIRONMENT = 'environment:';

/** The sort key of flags without a value: they come last. */
const LAST = '\uffff';

const STAGE_POSITIONS = new Map<string, number>(STAGES.map((stage, position) => [stage, position]));
const stageSortKey = (stage: string | undefined) => String(STAGE_POSITIONS.get(stage ?? '') ?? STAGES.length);

function order(
    index: FlagIndex,
    { sortBy, sortOrder = 'asc', favoritesFirst, archived }: FlagSearch,
    favorites: ReadonlySet<IndexedFlag>,
): { flags: readonly IndexedFlag[]; groups: FlagPredicate[] } {
    const isFavorite = (flag: IndexedFlag) => favorites.has(flag);
    const inFront: FlagPredicate[] = favoritesFirst && favorites.size > 0 ? [isFavorite] : [];
    const inOrder = (name: string, compare: FlagComparator) =>
        index.inOrder(name, compare, { archived: archived === 'IS:true' });
    const byText = (name: string, textOf: (flag: IndexedFlag) => string) => ({
        flags: inOrder(`${name} ${sortOrder}`, by(textOf, sortOrder)),
        groups: inFront,
    });
    const byGroup = (isInGroup: FlagPredicate) => ({
        flags: inOrder('name asc', byName),
        groups: [sortOrder === 'desc' ? isInGroup : (flag: IndexedFlag) => !isInGroup(flag), ...inFront],
    });
    if (sortBy?.startsWith(ENVIRONMENT)) return byGroup(isEnabledIn(sortBy.slice(ENVIRONMENT.length), true));
    switch (sortBy) {
        case 'name':
            return byText('name', ({ name }) => name);
        case 'project':
            return byText('project', ({ project }) => project);
        case 'owner':
            return byText('owner', ({ row }) => asciiLower(row.overview.owner?.name ?? LAST));
        case 'lifecycle':
            return byText('lifecycle', ({ row }) => stageSortKey(row.overview.lifecycle?.stage));
        case 'oneAnswer':
            return byText('oneAnswer', ({ row }) => row.oneAnswer?.since ?? LAST);
        case 'type':
            return byText('type', ({ row }) => row.overview.type);
        case 'lastSeenAt':
            return byText('lastSeenAt', ({ row }) => row.overview.lastSeenAt ?? '');
        case 'favorite':
            return byGroup(isFavorite);
        default:
            return byText('createdAt', createdAt);
    }
}

/** Moves the flags of each group to the front and keeps their order otherwise. The last group has the highest priority. */
const grouped = (flags: readonly IndexedFlag[], groups: readonly FlagPredicate[]): readonly IndexedFlag[] =>
    groups.reduce((list, isInFront) => {
        const { front = [], back = [] } = Object.groupBy(list, (flag) => (isInFront(flag) ? 'front' : 'back'));
        return [...front, ...back];
    }, flags);
