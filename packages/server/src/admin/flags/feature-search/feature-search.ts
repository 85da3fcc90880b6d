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
    /** Those of the page. */
    flags: readonly IndexedFlag[];
    total: number;
}

interface FlagSearchQuery {
    actor: AdminActor;
    search: FlagSearch;
    now: Date;
    /** When code was last looked at, by project; for those who ask what is safe to remove. */
    scans?: ReadonlyMap<string, string>;
    signal: AbortSignal;
}

const NOWHERE: ReadonlyMap<string, string> = new Map();

/** Finds flags in all projects that the actor may know of. */
export async function searchFlags(
    index: FlagIndex,
    { actor, search, now, scans = NOWHERE, signal }: FlagSearchQuery,
): Promise<FlagSearchResult> {
    const favorites = index.favoritesOf(actor.userId);
    const conditions = conditionsOf(search, { favorites, now, scans });
    if (actor.hiddenProjects.length > 0) conditions.push((flag) => mayKnowOf(actor, flag.project));
    const { flags, groups } = order(index, search, favorites);
    const matching = await filterFlags(flags, conditions, signal);
    return { flags: page(grouped(matching, groups), pageOf(search)), total: matching.length };
}

const page = (flags: readonly IndexedFlag[], { offset, limit }: Page) => flags.slice(offset, offset + limit);

/** All flags that are not archived; the last created come first. */
export const newestFirst = (index: FlagIndex) =>
    index.inOrder('createdAt desc', by(createdAt, 'desc'), { archived: false });

const createdAt = ({ row }: IndexedFlag) => row.overview.createdAt;

const ENVIRONMENT = 'environment:';

/** Behind all others, where somebody sorts by what only some have. */
const LAST = '\uffff';

const PLACES = new Map<string, number>(STAGES.map((stage, place) => [stage, place]));
const stagePlace = (stage: string | undefined) => String(PLACES.get(stage ?? '') ?? STAGES.length);

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
    const byGroup = (isMeant: FlagPredicate) => ({
        flags: inOrder('name asc', byName),
        groups: [sortOrder === 'desc' ? isMeant : (flag: IndexedFlag) => !isMeant(flag), ...inFront],
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
            return byText('lifecycle', ({ row }) => stagePlace(row.overview.lifecycle?.stage));
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

/** Those of a group come first, whatever the order is otherwise; the last group counts most. */
const grouped = (flags: readonly IndexedFlag[], groups: readonly FlagPredicate[]): readonly IndexedFlag[] =>
    groups.reduce((list, isInFront) => {
        const { front = [], back = [] } = Object.groupBy(list, (flag) => (isInFront(flag) ? 'front' : 'back'));
        return [...front, ...back];
    }, flags);
