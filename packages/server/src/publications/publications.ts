import type { Db } from '../storage/database.ts';

/** What the SDKs of one environment see of one flag or segment, as of a revision. */
export interface Publication {
    revision: number;
    /** Segments are the same everywhere: `*`. */
    environment: string;
    kind: 'flag' | 'segment';
    /** The name of the flag, or the id of the segment. */
    name: string;
    project: string | null;
    /** JSON text in the wire format of the SDKs; null: it is gone. */
    definition: string | null;
}

export const ALL_ENVIRONMENTS = '*';

const COLUMNS = ['revision', 'environment', 'kind', 'name', 'project', 'definition'] as const;

/** What was published after one revision and up to another, oldest first. */
export function publicationsSince(db: Db, range: { after: number; upTo: number }): Promise<Publication[]> {
    return db
        .selectFrom('publications')
        .select(COLUMNS)
        .where('revision', '>', range.after)
        .where('revision', '<=', range.upTo)
        .orderBy('revision')
        .execute();
}

/** What SDKs saw at a revision. */
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
