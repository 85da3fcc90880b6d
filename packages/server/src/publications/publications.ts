import { type SqlBool, sql } from 'kysely';
import type { Db } from '../storage/database.ts';

/** The definition of one flag or segment for the SDKs of one environment, as of a revision. */
export interface Publication {
    revision: number;
    /** `*` for segments, which are the same in all environments. */
    environment: string;
    /** `hidden`: the parts of a flag's strategies that SDKs do not receive and explanations show. */
    kind: 'flag' | 'segment' | 'hidden';
    /** The name of the flag, or the id of the segment. */
    name: string;
    project: string | null;
    /** JSON text, in SDK format unless the kind is `hidden`; null: deleted. */
    definition: string | null;
}

export const ALL_ENVIRONMENTS = '*';

const COLUMNS = ['revision', 'environment', 'kind', 'name', 'project', 'definition'] as const;

/** Rows per page: more would delay other requests. */
const PAGE = 1_000;

/** The publications after one revision and up to another, oldest first. */
export async function publicationsSince(db: Db, range: { after: number; upTo: number }): Promise<Publication[]> {
    const publications: Publication[] = [];
    for (;;) {
        const last = publications.at(-1);
        const page = await db
            .selectFrom('publications')
            .select(COLUMNS)
            .where('revision', '>=', last?.revision ?? range.after + 1)
            .where('revision', '<=', range.upTo)
            .$if(last !== undefined, (query) => query.where(isAfter(last!)))
            .orderBy('revision')
            .orderBy('environment')
            .orderBy('kind')
            .orderBy('name')
            .limit(PAGE)
            .execute();
        publications.push(...page);
        if (page.length < PAGE) return publications;
    }
}

const isAfter = ({ revision, environment, kind, name }: Publication) =>
    sql<SqlBool>`(revision, environment, kind, name) > (${revision}, ${environment}, ${kind}, ${name})`;

export function publicationsAt(db: Db, revision: number): Promise<Publication[]> {
    return db
        .selectFrom('publications')
        .select(COLUMNS)
        .where('revision', '<=', revision)
        .where((row) => row.or([row('superseded_by', 'is', null), row('superseded_by', '>', revision)]))
        .where('definition', 'is not', null)
        .orderBy('name')
        .execute();
}

/** The revision after which the newest `count` publications up to `revision` were made; with fewer, that of the oldest known. */
export async function revisionBeforeLast(db: Db, count: number, revision: number): Promise<number> {
    const [row, horizon] = await Promise.all([
        db
            .selectFrom('publications')
            .select('revision')
            .where('revision', '<=', revision)
            .orderBy('revision', 'desc')
            .offset(count)
            .limit(1)
            .executeTakeFirst(),
        publicationHorizon(db),
    ]);
    // Changes before the horizon are not all stored any more.
    return Math.max(row?.revision ?? 0, horizon?.revision ?? 0);
}

/** The oldest revision that can still be read; undefined: all. */
export const publicationHorizon = (db: Db) =>
    db.selectFrom('publication_horizon').select(['revision', 'at']).executeTakeFirst();

/**
 * For each environment and project the newest revision up to the specified one that changed, moved or removed one of its flags. The
 * project of segments is null.
 */
export const replacedUntil = (db: Db, revision: number) =>
    db
        .selectFrom('publications')
        .select((row) => ['environment', 'project', row.fn.max<number>('superseded_by').as('revision')])
        // A literal: a planner must know it to use the index.
        .where(sql<SqlBool>`kind <> 'hidden'`)
        .where('superseded_by', '<=', revision)
        .groupBy(['environment', 'project'])
        .execute();

/**
 * The epoch of the revision numbers. A restored backup starts a new one, because its next revisions reuse numbers with different
 * content.
 */
export async function epochOf(db: Db): Promise<string> {
    const { epoch } = await db.selectFrom('event_head').select('epoch').executeTakeFirstOrThrow();
    return epoch;
}
