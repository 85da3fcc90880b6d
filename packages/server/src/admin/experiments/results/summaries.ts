import type { RecordObservation } from '../../../changes/record-observation.ts';
import type { Db } from '../../../storage/database.ts';
import { type AssignmentSummary, summariseAssignments } from '../../observations/assignments/assignment.queries.ts';
import { EMPTY } from './current-summary.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Stores the sums of all running experiments, once a minute; those of full hours are kept for more than a day. */
export async function recordSummaries(db: Db, recordObservation: RecordObservation, now: Date): Promise<void> {
    const running = await db
        .selectFrom('experiments')
        .select('id')
        .where('state', '=', 'Running')
        .where('data_source', 'is', null)
        .orderBy('id')
        .execute();
    if (running.length === 0) return;
    // The end of the minute: results of a time contain nothing that happened later.
    const at = new Date(Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
    for (const { id } of running) {
        const content = JSON.stringify(await summariseAssignments(db, id));
        await recordObservation(async (tx) => {
            // It may have been deleted.
            const existing = await tx.selectFrom('experiments').select('id').where('id', '=', id).executeTakeFirst();
            if (!existing) return;
            await tx
                .insertInto('experiment_summaries')
                .values({ experiment: id, at, content })
                .onConflict((conflict) => conflict.columns(['experiment', 'at']).doNothing())
                .execute();
        });
    }
    await recordObservation((tx) =>
        tx
            .deleteFrom('experiment_summaries')
            .where('at', '<', new Date(now.getTime() - DAY_MS).toISOString())
            .where('at', 'not like', '%:00:00.000Z')
            // Data sources are queried less often, so all of their sums are kept.
            .where('experiment', 'in', (query) =>
                query.selectFrom('experiments').select('id').where('data_source', 'is', null),
            )
            .execute(),
    );
}

/** Returns the last sums that were stored until a time. */
export async function findSummary(
    db: Db,
    experiment: string,
    asOf: Date,
): Promise<{ at: string; summary: AssignmentSummary }> {
    const row = await db
        .selectFrom('experiment_summaries')
        .select(['at', 'content'])
        .where('experiment', '=', experiment)
        .where('at', '<=', asOf.toISOString())
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
    // Written by `recordSummaries`.
    if (row) return { at: row.at, summary: row.content as AssignmentSummary };
    return { at: asOf.toISOString(), summary: EMPTY };
}

/** Returns sums at evenly distributed times, the oldest first. */
export async function listSummaries(
    db: Db,
    experiment: string,
    count: number,
): Promise<{ at: string; summary: AssignmentSummary }[]> {
    const times = await db
        .selectFrom('experiment_summaries')
        .select('at')
        .where('experiment', '=', experiment)
        .orderBy('at')
        .execute();
    if (times.length === 0) return [];
    const first = Date.parse(times[0]!.at);
    const step = (Date.parse(times.at(-1)!.at) - first) / Math.max(1, count - 1);
    const selected = new Set(
        Array.from({ length: count }, (_, index) => {
            const latest = times.findLast(({ at }) => Date.parse(at) <= first + index * step);
            return latest!.at;
        }),
    );
    const rows = await db
        .selectFrom('experiment_summaries')
        .select(['at', 'content'])
        .where('experiment', '=', experiment)
        .where('at', 'in', [...selected])
        .orderBy('at')
        .execute();
    return rows.map(({ at, content }) => ({ at, summary: content as AssignmentSummary }));
}
