import type { Db, Tx } from '../../../../storage/database.ts';
import type { AssignmentSummary } from '../../../observations/assignments/assignment.queries.ts';

/** The result of a data source for an experiment. */
export interface SourceResult {
    nextAt: string | null;
    attemptedAt: string | null;
    /** Why the last attempt failed. */
    failure: string | null;
    computedAt: string | null;
    summary: AssignmentSummary | null;
}

const NOTHING: SourceResult = { nextAt: null, attemptedAt: null, failure: null, computedAt: null, summary: null };

export async function findSourceResult(db: Db, experiment: string): Promise<SourceResult> {
    const row = await db
        .selectFrom('source_results')
        .selectAll()
        .where('experiment', '=', experiment)
        .executeTakeFirst();
    if (!row) return NOTHING;
    const { next_at: nextAt, attempted_at: attemptedAt, failure, computed_at: computedAt, summary } = row;
    // Written by `queryDueSources`.
    return { nextAt, attemptedAt, failure, computedAt, summary: summary as AssignmentSummary | null };
}

/** Lets the data source be queried at a time, or earlier if that is planned. */
export async function scheduleQuery(tx: Tx, experiment: string, at: string): Promise<void> {
    await tx
        .insertInto('source_results')
        .values({
            ...{ experiment, next_at: at, attempted_at: null, failure: null, computed_at: null, summary: null },
        })
        .onConflict((conflict) => conflict.column('experiment').doUpdateSet({ next_at: at }))
        .execute();
}
