import type { RecordObservation } from '../changes/record-observation.ts';

/** Deletes expired sessions, pending sign-ins and password reset links, and old entries of the login history. */
export async function deleteExpired(
    recordObservation: RecordObservation,
    now: Date,
    loginHistoryDays: number,
): Promise<void> {
    const time = now.toISOString();
    const past = new Date(now.getTime() - loginHistoryDays * 86_400_000).toISOString();
    await recordObservation(async (tx) => {
        await tx.deleteFrom('sessions').where('expires_at', '<=', time).execute();
        await tx.deleteFrom('pending_sign_ins').where('expires_at', '<=', time).execute();
        await tx.deleteFrom('password_resets').where('expires_at', '<=', time).execute();
        await tx.deleteFrom('logins').where('created_at', '<', past).execute();
    });
}
