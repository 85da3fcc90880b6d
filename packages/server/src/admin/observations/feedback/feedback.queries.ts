import type { Db } from '../../../storage/database.ts';
import type { Feedback } from './feedback.schemas.ts';

export async function listFeedback(db: Db, userId: number): Promise<Feedback[]> {
    const rows = await db
        .selectFrom('user_feedback')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('feedback_id')
        .execute();
    return rows.map(({ feedback_id, never_show, given_at }) => ({
        userId,
        feedbackId: feedback_id,
        neverShow: never_show,
        given: given_at,
    }));
}

/** Returns the announcements that the user has seen, as a map for lookups. */
export async function listSplashes(db: Db, userId: number): Promise<Record<string, boolean>> {
    const rows = await db
        .selectFrom('user_splashes')
        .select('splash_id')
        .where('user_id', '=', userId)
        .orderBy('splash_id')
        .execute();
    return Object.fromEntries(rows.map(({ splash_id }) => [splash_id, true]));
}
