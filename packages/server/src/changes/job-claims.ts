import type { RecordObservation } from './record-observation.ts';

/** For jobs that one node runs for all: whether this node runs it. No other node runs it before `next`. */
export const claimRun = (
    recordObservation: RecordObservation,
    name: string,
    { now, next }: { now: Date; next: Date },
): Promise<boolean> =>
    recordObservation(async (tx) => {
        await tx
            .insertInto('job_turns')
            .values({ name, next_at: now.toISOString() })
            .onConflict((conflict) => conflict.column('name').doNothing())
            .execute();
        const updated = await tx
            .updateTable('job_turns')
            .set({ next_at: next.toISOString() })
            .where('name', '=', name)
            .where('next_at', '<=', now.toISOString())
            .returning('name')
            .executeTakeFirst();
        return updated !== undefined;
    });

/** For jobs that run one at a time, rather than at intervals. */
export const releaseRun = (recordObservation: RecordObservation, name: string): Promise<unknown> =>
    recordObservation((tx) => tx.deleteFrom('job_turns').where('name', '=', name).execute());
