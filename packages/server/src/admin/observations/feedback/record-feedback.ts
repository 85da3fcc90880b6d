import type { RecordObservation } from '../../../changes/record-observation.ts';
import { exceedsLimit } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Feedback, Splash } from './feedback.schemas.ts';

/** The maximum number of entries per user; a UI needs only a few. */
const PER_USER = 100;

/** Stores the feedback of a user; it replaces earlier feedback. */
export async function recordFeedback(recordObservation: RecordObservation, feedback: Feedback): Promise<Feedback> {
    const { userId: user_id, feedbackId: feedback_id, neverShow: never_show, given: given_at } = feedback;
    await recordObservation(async (tx) => {
        await tx
            .insertInto('user_feedback')
            .values({ user_id, feedback_id, never_show, given_at })
            .onConflict((conflict) =>
                conflict.columns(['user_id', 'feedback_id']).doUpdateSet({ never_show, given_at }),
            )
            .execute();
        await demandFew(tx, 'user_feedback', user_id);
    });
    return feedback;
}

/** Stores that a user has seen an announcement. */
export async function recordSplash(
    recordObservation: RecordObservation,
    userId: number,
    splashId: string,
): Promise<Splash> {
    await recordObservation(async (tx) => {
        await tx
            .insertInto('user_splashes')
            .values({ user_id: userId, splash_id: splashId })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await demandFew(tx, 'user_splashes', userId);
    });
    return { userId, splashId, seen: true };
}

async function demandFew(db: Db, table: 'user_feedback' | 'user_splashes', userId: number): Promise<void> {
    const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
    if (count > PER_USER) throw exceedsLimit('answers and announcements per user', PER_USER);
}
