import { type SqlBool, sql } from 'kysely';
import { EVENT_TYPES, type NewEvent } from '../core/events/event-types.ts';
import { chunked } from '../storage/chunked.ts';
import type { Db, Tx } from '../storage/database.ts';
import { insertRows } from '../storage/insert-rows.ts';
import { prepared } from '../storage/prepared.ts';
import { type Definition, flagDefinitions, segmentDefinitions } from './definitions.ts';
import type { Publication } from './publications.ts';

/** The definition of one flag or segment before and after a change; null when it is missing. */
export interface Republished {
    environment: string;
    kind: Definition['kind'];
    name: string;
    project: string | null;
    /** The previous project; null for none, or for all. */
    formerProject: string | null;
    before: string | null;
    after: string | null;
    /** Whether there was a publication before, including that of a removal. */
    isReplacement: boolean;
}

/**
 * The publications that the events changed. Everything the events are about is rebuilt from rows and compared with the last
 * publication, so a change that is visible neither to an SDK nor in an explanation publishes nothing.
 */
export async function changedPublications(tx: Tx, events: readonly NewEvent[]): Promise<Republished[]> {
    const { flags, segments } = await targetsOf(tx, events);
    const changed = await Promise.all([
        ...[...flags].map(([environment, names]) => changedFlags(tx, names, environment)),
        changedSegments(tx, segments),
    ]);
    return changed.flat();
}

async function changedFlags(tx: Tx, names: readonly string[], environment?: string): Promise<Republished[]> {
    const changed: Republished[] = [];
    for (const chunk of chunked(names)) {
        const [built, published] = await Promise.all([
            flagDefinitions(tx, chunk, environment),
            environment === undefined
                ? flagsPublished(tx, { names: chunk })
                : flagsPublishedIn(tx, { names: chunk, environment }),
        ]);
        changed.push(...differences(built, published));
    }
    return changed;
}

async function changedSegments(tx: Tx, ids: readonly number[]): Promise<Republished[]> {
    const changed: Republished[] = [];
    for (const chunk of chunked(ids)) {
        const [built, published] = await Promise.all([
            segmentDefinitions(tx, chunk),
            segmentsPublished(tx, { names: chunk.map(String) }),
        ]);
        changed.push(...differences(built, published));
    }
    return changed;
}

type Targets = { flags: Map<string | undefined, string[]>; segments: number[] };

/** Flags by environment; under `undefined` those to rebuild in every environment. */
async function targetsOf(tx: Tx, events: readonly NewEvent[]): Promise<Targets> {
    const flags = new Map<string | undefined, Set<string>>();
    const segments = new Set<number>();
    const add = (environment: string | undefined, names: Iterable<string>) => {
        const known = flags.get(environment) ?? new Set();
        for (const name of names) known.add(name);
        flags.set(environment, known);
    };
    for (const event of events) {
        const { about } = EVENT_TYPES[event.type];
        if (about === 'segment') segments.add((event as { segmentId: number }).segmentId);
        if (about === 'flag') add(undefined, [(event as { featureName: string }).featureName]);
        if (about === 'flagEnvironment') {
            const { environment, featureName } = event as { environment: string; featureName: string };
            add(environment, [featureName]);
        }
        if (about === 'projectEnvironment' || about === 'environment') {
            const { environment } = event as { environment: string };
            add(environment, await flagsIn(tx, environment, event.project ?? undefined));
        }
    }
    const everywhere = flags.get(undefined);
    return {
        flags: new Map(
            [...flags].map(([environment, names]) => [
                environment,
                environment === undefined ? [...names] : [...names].filter((name) => !everywhere?.has(name)),
            ]),
        ),
        segments: [...segments],
    };
}

/** The flags that an environment has or had: rows may have been deleted, and publications may not exist yet. */
async function flagsIn(tx: Tx, environment: string, project?: string): Promise<string[]> {
    const rows = await tx
        .selectFrom('flag_environments')
        .innerJoin('flags', 'flags.name', 'flag_environments.flag')
        .select('flags.name')
        .where('flag_environments.environment', '=', environment)
        .$if(project !== undefined, (query) => query.where('flags.project', '=', project!))
        .execute();
    const published = await tx
        .selectFrom('publications')
        .select('name')
        .where('kind', '=', 'flag')
        .where('environment', '=', environment)
        .where('superseded_by', 'is', null)
        .where('definition', 'is not', null)
        .$if(project !== undefined, (query) => query.where('project', '=', project!))
        .execute();
    return [...rows, ...published].map((row) => row.name);
}

type PublicationNames = { names: readonly string[] };

const selectPublished = (db: Db, { names }: PublicationNames) =>
    db
        .selectFrom('publications')
        .select(['environment', 'kind', 'name', 'project', 'definition'])
        .where('name', 'in', names)
        .where('superseded_by', 'is', null);

/** Literals, not parameters: the databases use one index lookup for both kinds only when they are known to the planner. */
const ofFlag = sql<SqlBool>`kind in ('flag', 'hidden')`;

/** The current publications of flags, in all environments. */
export const flagsPublished = prepared((db: Db, names: PublicationNames) => selectPublished(db, names).where(ofFlag));
const flagsPublishedIn = prepared((db: Db, names: PublicationNames & { environment: string }) =>
    selectPublished(db, names).where(ofFlag).where('environment', '=', names.environment),
);
const segmentsPublished = prepared((db: Db, names: PublicationNames) =>
    selectPublished(db, names).where('kind', '=', 'segment'),
);

const keyOf = ({ environment, kind, name }: Pick<Definition, 'environment' | 'kind' | 'name'>) =>
    `${environment}/${kind}/${name}`;

const NOT_THERE = { definition: null, project: null };

function differences(built: readonly Definition[], published: readonly Definition[]): Republished[] {
    const former = new Map(published.map((definition) => [keyOf(definition), definition]));
    const changed: Republished[] = [];
    for (const { definition: after, ...where } of built) {
        const key = keyOf(where);
        const isReplacement = former.has(key);
        const { definition: before, project: formerProject } = former.get(key) ?? NOT_THERE;
        // The project of a flag is part of its definition, and also applies to its hidden parts.
        const isMoved = where.kind === 'hidden' && before !== null && formerProject !== where.project;
        if (before !== after || isMoved) changed.push({ ...where, formerProject, before, after, isReplacement });
        former.delete(key);
    }
    for (const { definition: before, ...where } of former.values()) {
        if (before === null) continue;
        changed.push({ ...where, formerProject: where.project, before, after: null, isReplacement: true });
    }
    // Previews list changes in the same order each time, whatever the row order of the database.
    return changed.sort((a, b) => compare(a.name, b.name) || compare(a.environment, b.environment));
}

/** Appends the changed publications to the log, superseding the previous ones. */
export async function appendPublications(tx: Tx, revision: number, changed: readonly Republished[]): Promise<void> {
    for (const [{ environment, kind }, all] of namesByGroup(changed.filter(({ isReplacement }) => isReplacement))) {
        for (const names of chunked(all)) await supersede(tx, { revision, kind, names, environment });
    }
    const rows = changed.map((each) => ({ ...publicationOf(each, revision), superseded_by: null }));
    await insertRows(tx, 'publications', rows);
}

/** The same publications as they are read from the log, in the order of the log. */
export function publishedAt(revision: number, changed: readonly Republished[]): Publication[] {
    const inOrder = [...changed].sort(
        (a, b) => compare(a.environment, b.environment) || compare(a.kind, b.kind) || compare(a.name, b.name),
    );
    return inOrder.map((each) => publicationOf(each, revision));
}

const publicationOf = (
    { environment, kind, name, project, after: definition }: Republished,
    revision: number,
): Publication => ({ environment, kind, name, project, definition, revision });

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const supersede = prepared(
    (
        tx: Tx,
        { revision, kind, names, environment }: PublicationGroup & { revision: number; names: readonly string[] },
    ) =>
        tx
            .updateTable('publications')
            .set({ superseded_by: revision })
            .where('kind', '=', kind)
            .where('name', 'in', names)
            .where('environment', '=', environment)
            .where('superseded_by', 'is', null),
);

type PublicationGroup = Pick<Definition, 'environment' | 'kind'>;

function namesByGroup(definitions: readonly (PublicationGroup & { name: string })[]): [PublicationGroup, string[]][] {
    const groups = Map.groupBy(definitions, ({ environment, kind }) => `${environment}/${kind}`);
    return [...groups.values()].map((list) => [list[0]!, list.map(({ name }) => name)]);
}

export interface PublicationDifference {
    publication: string;
    published: string | null;
    rebuilt: string | null;
}

/** Rebuilds everything from rows and lists the differences from the publications: the invariant of the publication log. */
export async function findPublicationDifferences(db: Db): Promise<PublicationDifference[]> {
    const flags = await db.selectFrom('flags').select('name').execute();
    const segments = await db.selectFrom('segments').select('id').execute();
    const rebuilt = new Map<string, string | null>();
    for (const definition of [
        ...(await flagDefinitions(
            db,
            flags.map((flag) => flag.name),
        )),
        ...(await segmentDefinitions(
            db,
            segments.map((segment) => segment.id),
        )),
    ]) {
        rebuilt.set(keyOf(definition), definition.definition);
    }
    const rows = await db
        .selectFrom('publications')
        .select(['environment', 'kind', 'name', 'project', 'definition'])
        .where('superseded_by', 'is', null)
        .where('definition', 'is not', null)
        .execute();
    const published = new Map(rows.map((row) => [keyOf(row), row.definition]));
    return [...new Set([...rebuilt.keys(), ...published.keys()])]
        .map((publication) => ({
            publication,
            published: published.get(publication) ?? null,
            rebuilt: rebuilt.get(publication) ?? null,
        }))
        .filter(({ published, rebuilt }) => published !== rebuilt);
}
