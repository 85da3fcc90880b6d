import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { segmentNamesOfFlags } from '../../../storage/strategies/strategy-uses.ts';
import { listTagsByFlag } from '../../catalogue/tags/tag.queries.ts';
import type { Tag } from '../../catalogue/tags/tag.schemas.ts';
import {
    listEnvironmentResults,
    type UniformResult,
    uniformResultOf,
} from '../../observations/usage/uniform-results.queries.ts';
import { countRecentUsage, type EvaluationCounts } from '../../observations/usage/usage.queries.ts';
import { countReferences } from '../code-references/code-reference.queries.ts';
import { listChildrenOf, listDependenciesOf } from '../dependencies/dependency.queries.ts';
import { listFavoritesByFlag } from '../favorites/favorite.queries.ts';
import type { FlagRow } from '../flags/flag.queries.ts';
import { listLastSeen, toOverviews } from '../flags/flag-overview.queries.ts';
import type { FlagOverview } from '../flags/flag-overview.schemas.ts';
import { listRequestsByFlag } from './open-requests.queries.ts';
import { firstTurnedOnInProduction } from './time-to-production.queries.ts';

/** The data of a flag by which most lists are ordered and filtered. It takes a fraction of the time of a whole row to read. */
export interface FlagSummary {
    stored: FlagRow;
    tags: Tag[] | undefined;
    /** Ids of the users who marked the flag as a favourite. */
    favoriteOf: readonly number[];
    lastSeenAt: string | null;
}

/** All data of a flag that lists show or filter by. */
export interface IndexRow extends FlagSummary {
    /** The overview for users who have not marked the flag as a favourite. */
    overview: FlagOverview;
    /** Recent usage, in the order of the environments; undefined if the flag was not used in any of them. */
    usage: EvaluationCounts[] | undefined;
    parents: readonly string[];
    isParent: boolean;
    /** Open change requests that would change the flag, by environment; undefined if none. Drafts are visible only to their authors. */
    changeRequests: ReadonlyMap<string, number[]> | undefined;
    /** Names of the segments that the strategies of the flag use. */
    segments: readonly string[];
    /** The single result of all evaluations in production, and since when; undefined when results differ or there are none. */
    oneAnswer: UniformResult | undefined;
    /** Number of lines of code that use the flag; undefined if none, or if no code was scanned. */
    codeReferences: number | undefined;
    /** When the flag was first on in production; only for flags of the type `release`. */
    inProductionSince: string | undefined;
}

/** Shared by all flags. */
const NONE: readonly never[] = [];

/** Number of flags read per query: few enough to be read at once. */
const PAGE = 500;

/** Reads the rows of all flags, including archived ones, page by page. */
export async function* readAllRows(db: Db, usageSince: string): AsyncGenerator<IndexRow[]> {
    for await (const flags of readPages(db)) yield await toRows(db, flags, usageSince);
}

/** Reads the summaries of all flags, including archived ones, page by page. */
export async function* readSummaries(db: Db): AsyncGenerator<FlagSummary[]> {
    const [tags, favorites, lastSeen] = await Promise.all([
        listTagsByFlag(db),
        listFavoritesByFlag(db),
        listLastSeen(db),
    ]);
    for await (const flags of readPages(db)) {
        yield flags.map((stored) => ({
            stored,
            tags: tags.get(stored.name),
            favoriteOf: favorites.get(stored.name) ?? NONE,
            lastSeenAt: lastSeen.get(stored.name) ?? null,
        }));
    }
}

async function* readPages(db: Db): AsyncGenerator<FlagRow[]> {
    for (let after = ''; ; ) {
        const flags = await db
            .selectFrom('flags')
            .selectAll()
            .where('name', '>', after)
            .orderBy('name')
            .limit(PAGE)
            .execute();
        yield flags;
        if (flags.length < PAGE) return;
        after = flags.at(-1)!.name;
    }
}

/** Reads the rows of these flags. Flags that do not exist are skipped. */
export async function readRows(db: Db, names: Iterable<string>, usageSince: string): Promise<IndexRow[]> {
    const rows: IndexRow[] = [];
    for (const chunk of chunked([...names])) {
        rows.push(...(await toRows(db, await flagRows(db, { names: chunk }), usageSince)));
    }
    return rows;
}

type FlagNames = { names: readonly string[] };

const flagRows = prepared((db: Db, { names }: FlagNames) =>
    db.selectFrom('flags').selectAll().where('name', 'in', names),
);

async function toRows(db: Db, flags: readonly FlagRow[], usageSince: string): Promise<IndexRow[]> {
    if (flags.length === 0) return [];
    const names = flags.map(({ name }) => name);
    const [
        overviews,
        segments,
        dependencies,
        children,
        favorites,
        usage,
        turnedOn,
        changeRequests,
        results,
        references,
    ] = await Promise.all([
        toOverviews(db, flags),
        segmentNamesOf(db, names),
        listDependenciesOf(db, names),
        listChildrenOf(db, names),
        listFavoritesByFlag(db, names),
        countRecentUsage(db, names, usageSince),
        firstTurnedOnInProduction(db, names),
        listRequestsByFlag(db, names),
        listEnvironmentResults(db, names),
        countReferences(db, names),
    ]);
    const parents = Map.groupBy(dependencies, ({ child }) => child);
    const areParents = new Set(children.map(({ parent }) => parent));
    return mapYielding(overviews, (overview, position): IndexRow => {
        const { name, environments } = overview;
        const used = environments.map((environment) => usage(name, environment.name));
        return {
            stored: flags[position]!,
            tags: overview.tags,
            favoriteOf: favorites.get(name) ?? NONE,
            lastSeenAt: overview.lastSeenAt,
            overview,
            usage: used.some(({ yes, no }) => yes > 0 || no > 0) ? used : undefined,
            parents: parents.get(name)?.map(({ parent }) => parent) ?? NONE,
            isParent: areParents.has(name),
            changeRequests: changeRequests.get(name),
            segments: segments.get(name) ?? NONE,
            inProductionSince: turnedOn.get(name),
            oneAnswer: uniformResultOf(environments, results.get(name) ?? []),
            codeReferences: references.get(name),
        };
    });
}

async function segmentNamesOf(db: Db, flags: readonly string[]): Promise<Map<string, string[]>> {
    const names = new Map<string, string[]>();
    for (const chunk of chunked(flags)) {
        for (const { flag, name } of await segmentNamesOfFlags(db, { names: chunk })) {
            const list = names.get(flag);
            if (list) list.push(name);
            else names.set(flag, [name]);
        }
    }
    return names;
}

/** Returns the flags that were measured after a tick, and the newest tick. */
export async function readMeasuredFlags(db: Db, after: number): Promise<{ flags: string[]; tick: number }> {
    const { tick } = await db.selectFrom('measurement_head').select('tick').executeTakeFirstOrThrow();
    if (tick <= after) return { flags: [], tick };
    const rows = await db.selectFrom('measured_flags').select('flag').where('tick', '>', after).execute();
    return { flags: rows.map(({ flag }) => flag), tick };
}
