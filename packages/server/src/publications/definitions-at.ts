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

/** A flag as it was published: `json` as SDKs saw it, `hidden` what explanations show besides. */
export interface PastFlag {
    name: string;
    project: string;
    json: string;
    /** Undefined when the flag had no strategies, and for what was published before this was kept. */
    hidden: string | undefined;
}

/** The definitions of an environment. */
export interface PastDefinitions {
    flags: Map<string, PastFlag>;
    segments: Map<number, string>;
}

/** What differs between a revision and now: how it was then. Undefined: it was not there. What is not named is as it is now. */
export interface DefinitionDifference {
    /** As SDKs saw them. */
    flags: Map<string, string | undefined>;
    /** What explanations show of them besides. */
    hidden: Map<string, string | undefined>;
    segments: Map<number, string | undefined>;
}

/** As many as are read in one go: more would hold up other requests. */
const PAGE = 1_000;
/** The same where each takes another look. */
const SHORT_PAGE = 250;

/** Everything that an environment consisted of at a revision. */
export async function definitionsAt(db: Db, { environment, revision }: PointInTime): Promise<PastDefinitions> {
    const flags = await flagsAt(db, { environment, revision }, await namesIn(db, environment));
    const segments = await segmentsAt(db, revision, await namesIn(db, ALL_ENVIRONMENTS));
    return { flags: present(flags), segments: present(segments) };
}

/**
 * How everything was at a revision that has changed since, by whichever way: what it costs depends on how much that is,
 * not on how often it changed, nor on how much stayed as it was.
 */
export async function changedSince(db: Db, { environment, revision }: PointInTime): Promise<DefinitionDifference> {
    const changed: DefinitionDifference = { flags: new Map(), hidden: new Map(), segments: new Map() };
    for (const place of [environment, ALL_ENVIRONMENTS]) {
        // Before everything that was published after the revision.
        let last = { revision: revision + 1, kind: '', name: '' };
        for (let isMore = true; isMore; ) {
            const page = await changedPage(db, { environment: place, asOf: revision, ...last });
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

/** The row of now tells what has changed, and by its key what there was before is found, however often it was published. */
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

/** These flags as they were published at a revision. */
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
            // A flag belongs to a project, and what is gone is not among the rows.
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

const present = <Key, Value>(found: Map<Key, Value | undefined>) =>
    new Map([...found].filter((entry): entry is [Key, Value] => entry[1] !== undefined));

/** The names of all that an environment has or had; with a revision, of what was published anew after it. */
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
    const found: Definition[] = [];
    for (const chunk of chunked(names ?? (await namesIn(db, environment)))) {
        found.push(...(await pastOf(db, { environment, revision, kinds, names: chunk })));
    }
    return found;
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
        .select([lastUpTo(revision, 'project').as('project'), lastUpTo(revision, 'definition').as('definition')])
        .where('current.kind', 'in', kinds)
        .where('current.name', 'in', names)
        .where('current.environment', '=', environment)
        .where('current.superseded_by', 'is', null)
        .execute();
    return rows.filter(({ definition }) => definition !== null);
}
