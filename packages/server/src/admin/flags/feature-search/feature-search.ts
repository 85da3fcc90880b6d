import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import { type Page, pageOf } from '../../../http/route/paging.ts';
import { type FlagPredicate, filterFlags, type SummaryPredicate } from '../flag-index/filter-flags.ts';
import type { FlagIndex } from '../flag-index/flag-index.ts';
import { byName, compareBy, type FlagComparator } from '../flag-index/flag-list.ts';
import type { IndexRow } from '../flag-index/flag-row.queries.ts';
import type { IndexedFlag, SummarizedFlag } from '../flag-index/indexed-flag.ts';
import { STAGES } from '../lifecycle/lifecycle.queries.ts';
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
    for (;;) {
        await index.whenListed();
        const favorites = index.favoritesOf(actor.userId);
        const conditions = conditionsOf(search, { favorites, now, scans });
        const order = orderOf(search, favorites);
        if (order.needsRows || conditions.row.length > 0) await index.whenCurrent();
        const matching = await filterFlags(
            index.inOrder(order.name, order.compare, { archived: search.archived === 'IS:true' }),
            [...conditions.summary, ...conditions.row, ...knownTo(actor)],
            signal,
        );
        const flags = page(grouped(matching, order.groups), pageOf(search));
        if (flags.every(({ hasRow }) => hasRow)) return { flags, total: matching.length };
        // Then the search is repeated: a change may have arrived in the meantime.
        await index.whenRead(flags);
    }
}

const knownTo = (actor: AdminActor): SummaryPredicate[] =>
    actor.hiddenProjects.length > 0 ? [(flag) => mayKnowOf(actor, flag.project)] : [];

const page = (flags: readonly IndexedFlag[], { offset, limit }: Page) => flags.slice(offset, offset + limit);

/** Returns all flags that are not archived, newest first. */
export const newestFirst = (index: FlagIndex) =>
    index.inOrder('createdAt desc', compareBy(createdAt, 'desc'), { archived: false });

const createdAt = ({ summary }: SummarizedFlag) => summary.stored.created_at;

const ENVIRONMENT = 'environment:';

/** The sort key of flags without a value: they come last. */
const LAST = '\uffff';

const STAGE_POSITIONS = new Map<string, number>(STAGES.map((stage, position) => [stage, position]));
const stageSortKey = (stage: string | undefined) => String(STAGE_POSITIONS.get(stage ?? '') ?? STAGES.length);

interface FlagOrder {
    name: string;
    compare: FlagComparator;
    groups: FlagPredicate[];
    /** Whether the order needs the rows of flags. */
    needsRows: boolean;
}

function orderOf(
    { sortBy, sortOrder = 'asc', favoritesFirst }: FlagSearch,
    favorites: ReadonlySet<SummarizedFlag>,
): FlagOrder {
    const isFavorite = (flag: SummarizedFlag) => favorites.has(flag);
    const favoritesGroup: FlagPredicate[] = favoritesFirst && favorites.size > 0 ? [isFavorite] : [];
    const byText = (name: string, textOf: (flag: IndexedFlag) => string, needsRows: boolean): FlagOrder => ({
        name: `${name} ${sortOrder}`,
        compare: compareBy(textOf, sortOrder),
        groups: favoritesGroup,
        needsRows,
    });
    const bySummary = (name: string, textOf: (flag: SummarizedFlag) => string) => byText(name, textOf, false);
    const byRow = (name: string, textOf: (row: IndexRow) => string) => byText(name, ({ row }) => textOf(row), true);
    const byGroup = (isInGroup: FlagPredicate, needsRows: boolean): FlagOrder => ({
        name: 'name asc',
        compare: byName,
        groups: [sortOrder === 'desc' ? isInGroup : (flag: IndexedFlag) => !isInGroup(flag), ...favoritesGroup],
        needsRows,
    });
    if (sortBy?.startsWith(ENVIRONMENT)) return byGroup(isEnabledIn(sortBy.slice(ENVIRONMENT.length), true), true);
    switch (sortBy) {
        case 'name':
            return bySummary('name', ({ name }) => name);
        case 'project':
            return bySummary('project', ({ project }) => project);
        case 'owner':
            return byRow('owner', ({ overview }) => asciiLower(overview.owner?.name ?? LAST));
        case 'lifecycle':
            return byRow('lifecycle', ({ overview }) => stageSortKey(overview.lifecycle?.stage));
        case 'oneAnswer':
            return byRow('oneAnswer', ({ oneAnswer }) => oneAnswer?.since ?? LAST);
        case 'type':
            return bySummary('type', ({ summary }) => summary.stored.type);
        case 'lastSeenAt':
            return bySummary('lastSeenAt', ({ summary }) => summary.lastSeenAt ?? '');
        case 'favorite':
            return byGroup(isFavorite, false);
        default:
            return bySummary('createdAt', createdAt);
    }
}

/** Moves the flags of each group to the front and keeps their order otherwise. The last group has the highest priority. */
const grouped = (flags: readonly IndexedFlag[], groups: readonly FlagPredicate[]): readonly IndexedFlag[] =>
    groups.reduce((list, isInFront) => {
        const { front = [], back = [] } = Object.groupBy(list, (flag) => (isInFront(flag) ? 'front' : 'back'));
        return [...front, ...back];
    }, flags);
