import { type SqlBool, sql } from 'kysely';
import { chunked } from '../storage/chunked.ts';
import type { Db } from '../storage/database.ts';
import { prepared } from '../storage/prepared.ts';
import type { Definition } from './definitions.ts';
import { ALL_ENVIRONMENTS, type Publication } from './publications.ts';

/** One environment as of a revision. */
export interface PointInTime {
    environment: string;
    revision: number;
}

/** A published flag: `json` is the SDK definition, `hidden` the additional data for explanations. */
export interface PastFlag {
    name: string;
    project: string;
    json: string;
    /** Undefined when the flag had no strategies, and for publications from before this was stored. */
    hidden: string | undefined;
}

/** The definitions of an environment. */
export interface PastDefinitions {
    flags: Map<string, PastFlag>;
    segments: Map<number, string>;
}

/**
 * The differences between a revision and now, with the values at that revision. Undefined: did not exist. Definitions that are
 * not listed are unchanged.
 */
export interface DefinitionDifference {
    /** The SDK definitions. */
    flags: Map<string, string | undefined>;
    /** The additional data for explanations. */
    hidden: Map<string, string | undefined>;
    segments: Map<number, string | undefined>;
}

/** Rows per page: more would delay other requests. */
const PAGE = 1_000;
/** The page size where each row needs a second lookup. */
const SHORT_PAGE = 250;

export async function definitionsAt(db: Db, { environment, revision }: PointInTime): Promise<PastDefinitions> {
    const flags = await flagsAt(db, { environment, revision }, await namesIn(db, environment));
    const segments = await segmentsAt(db, revision, await namesIn(db, ALL_ENVIRONMENTS));
    return { flags: present(flags), segments: present(segments) };
}

/**
 * The definitions at a revision of everything that has changed since. The cost depends on the number of changed definitions, not
 * on how often they changed or on the size of the rest.
 */
export async function changedSince(db: Db, { environment, revision }: PointInTime): Promise<DefinitionDifference> {
    const changed: DefinitionDifference = { flags: new Map(), hidden: new Map(), segments: new Map() };
    for (const scope of [environment, ALL_ENVIRONMENTS]) {
        // Starts before the first publication after the revision.
        let last = { revision: revision + 1, kind: '', name: '' };
        for (let isMore = true; isMore; ) {
            const page = await changedPage(db, { environment: scope, asOf: revision, ...last });
            for (const { kind, name, definition } of page) {
                const json = definition ?? undefined;
                if (kind === 'segment') changed.segments.set(Number(name), json);
                else changed[kind === 'flag' ? 'flags' : 'hidden'].set(name, json);
            }
            isMore = page.length === SHORT_PAGE;
            last = page.at(-1) ?? last;
        }
    }
    return changed;
}

type PublicationCursor = { environment: string; revision: number; kind: string; name: string };

/** The current row shows that a definition has changed, and its key leads to the earlier one, however often it was published. */
const changedPage = prepared(
    (db: Db, { environment, asOf, revision, kind, name }: PublicationCursor & { asOf: number }) =>
        db
            .selectFrom('publications as current')
            .select(['current.revision', 'current.kind', 'current.name', lastUpTo(asOf, 'definition').as('definition')])
            .where('current.environment', '=', environment)
            .where('current.superseded_by', 'is', null)
            .where('current.revision', '>=', revision)
            .where(sql<SqlBool>`(current.revision, current.kind, current.name) > (${revision}, ${kind}, ${name})`)
            .orderBy('current.revision')
            .orderBy('current.kind')
            .orderBy('current.name')
            .limit(SHORT_PAGE),
);

/**
 * The last publication up to a revision, instead of `current`. A subquery, because with a join PostgreSQL may read the whole
 * table for each page.
 */
const lastUpTo = (revision: number, column: 'project' | 'definition') => sql<string | null>`(
    select ${sql.ref(`older.${column}`)} from publications as older
    where older.environment = current.environment and older.kind = current.kind and older.name = current.name
        and older.revision <= ${revision}
    order by older.revision desc limit 1
)`;

/** The same; a publication that is still current is not searched for. */
const lastOrCurrent = (revision: number, column: 'project' | 'definition') =>
    sql<string | null>`case when current.revision <= ${revision} then ${sql.ref(`current.${column}`)}
        else ${lastUpTo(revision, column)} end`;

/** The flags of a project that were changed, moved or removed after a revision. */
export async function namesReplacedSince(
    db: Db,
    { environment, revision }: PointInTime,
    project: string,
): Promise<string[]> {
    const rows = await db
        .selectFrom('publications')
        .select('name')
        .distinct()
        .where('environment', '=', environment)
        .where('project', '=', project)
        // A literal: a planner must know it to use the index.
        .where(sql<SqlBool>`kind <> 'hidden'`)
        .where('superseded_by', '>', revision)
        .execute();
    return rows.map(({ name }) => name);
}

/** Whether something in the environment was published after a revision. */
export async function hasChangedSince(db: Db, { environment, revision }: PointInTime): Promise<boolean> {
    const row = await db
        .selectFrom('publications')
        .select('revision')
        .where('environment', '=', environment)
        .where('superseded_by', 'is', null)
        .where('revision', '>', revision)
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}

/** The published definitions of these flags at a revision. */
export async function flagsAt(
    db: Db,
    { environment, revision }: PointInTime,
    names: readonly string[],
): Promise<Map<string, PastFlag | undefined>> {
    const flags = new Map<string, PastFlag | undefined>(names.map((name) => [name, undefined]));
    for (const chunk of chunked(names)) {
        const rows = await pastOf(db, { environment, revision, kinds: ['flag', 'hidden'], names: chunk });
        const hidden = new Map<string, string>();
        for (const { kind, name, definition } of rows) if (kind === 'hidden') hidden.set(name, definition!);
        for (const { kind, name, project, definition } of rows) {
            // Every flag has a project, and deleted ones are not among the rows.
            if (kind === 'flag')
                flags.set(name, { name, project: project!, json: definition!, hidden: hidden.get(name) });
        }
    }
    return flags;
}

async function segmentsAt(db: Db, revision: number, ids: readonly string[]): Promise<Map<number, string | undefined>> {
    const rows = await publishedAt(db, { environment: ALL_ENVIRONMENTS, revision, kinds: ['segment'], names: ids });
    const segments = new Map<number, string | undefined>(ids.map((id) => [Number(id), undefined]));
    for (const { name, definition } of rows) segments.set(Number(name), definition!);
    return segments;
}

const present = <Key, Value>(definitions: Map<Key, Value | undefined>) =>
    new Map([...definitions].filter((entry): entry is [Key, Value] => entry[1] !== undefined));

/** All names that an environment has or had; with a revision, those published after it. */
export async function namesIn(db: Db, environment: string, after = -1): Promise<string[]> {
    const names = new Set<string>();
    for (let last: Pick<Publication, 'revision' | 'kind' | 'name'> | undefined; ; ) {
        const page = await db
            .selectFrom('publications')
            .select(['revision', 'kind', 'name'])
            .where('environment', '=', environment)
            .where('superseded_by', 'is', null)
            .where('revision', last ? '>=' : '>', last?.revision ?? after)
            .$if(last !== undefined, (query) =>
                query.where(({ eb, refTuple, tuple }) =>
                    eb(refTuple('revision', 'kind', 'name'), '>', tuple(last!.revision, last!.kind, last!.name)),
                ),
            )
            .orderBy('revision')
            .orderBy('kind')
            .orderBy('name')
            .limit(PAGE)
            .execute();
        for (const { name } of page) names.add(name);
        if (page.length < PAGE) return [...names];
        last = page.at(-1);
    }
}

interface DefinitionsQuery extends PointInTime {
    kinds: readonly Definition['kind'][];
    /** Default: all. */
    names?: readonly string[];
}

/** The published definitions of these names at a revision; missing and deleted ones are left out. */
export async function publishedAt(
    db: Db,
    { environment, revision, kinds, names }: DefinitionsQuery,
): Promise<Definition[]> {
    const definitions: Definition[] = [];
    for (const chunk of chunked(names ?? (await namesIn(db, environment)))) {
        definitions.push(...(await pastOf(db, { environment, revision, kinds, names: chunk })));
    }
    return definitions;
}

/**
 * Each row is found by its key, however often it was published; therefore the current row is read first. Not `prepared`: passing
 * the names as one list makes the embedded database 50 % slower.
 */
async function pastOf(
    db: Db,
    { environment, revision, kinds, names }: Required<DefinitionsQuery>,
): Promise<Definition[]> {
    const rows = await db
        .selectFrom('publications as current')
        .select(['current.environment', 'current.kind', 'current.name'])
        .select([
            lastOrCurrent(revision, 'project').as('project'),
            lastOrCurrent(revision, 'definition').as('definition'),
        ])
        .where('current.kind', 'in', kinds)
        .where('current.name', 'in', names)
        .where('current.environment', '=', environment)
        .where('current.superseded_by', 'is', null)
        .execute();
    return rows.filter(({ definition }) => definition !== null);
}
