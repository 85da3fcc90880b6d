import { randomBytes } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { invalidLink, usedLink } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { hashSecret } from '../api-tokens/token-secret.ts';
import { deleteSecondFactors } from '../second-factors/second-factor.commands.ts';
import { revokeAccess } from './credentials.commands.ts';
import { REMEMBERED_PASSWORDS } from './password-rules.ts';
import { getUser, type UserRow } from './user.queries.ts';

/** The validity of a password link, in hours. */
export const RESET_HOURS = 24;

/**
 * Sets the password of a user and revokes everything else that gives access as this user: sessions, except the one that sends the
 * request, links, and personal tokens. A password is changed when someone else may know it, and could have created them.
 */
export async function changePassword(
    change: Change,
    { id, passwordHash }: { id: number; passwordHash: string },
): Promise<void> {
    const { tx, record, actor } = change;
    const user = await getUser(tx, id);
    await savePassword(change, id, passwordHash);
    await tx.updateTable('users').set({ login_attempts: 0 }).where('id', '=', id).execute();
    await revokeAccess(change, id, actor.userId === id ? actor.sessionId : undefined);
    record({ type: 'user-password-changed', data: { id, username: user.username, email: user.email } });
}

/** Stores the hash as the current password and in the password history. */
export async function savePassword({ tx }: Change, userId: number, password_hash: string): Promise<void> {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await tx.insertInto('password_history').values({ user_id: userId, password_hash }).execute();
    const recent = tx
        .selectFrom('password_history')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(REMEMBERED_PASSWORDS);
    await tx.deleteFrom('password_history').where('user_id', '=', userId).where('id', 'not in', recent).execute();
}

/** Returns the secret of a password link; only its hash is stored. */
export async function createResetLink(change: Change, { id }: { id: number }): Promise<string> {
    const user = await getUser(change.tx, id);
    const secret = await createResetSecret(change, user);
    change.record({
        type: 'user-password-reset-link-created',
        data: { id, username: user.username, email: user.email },
    });
    return secret;
}

/** `mailed`: the secret is sent only to the e-mail address of the user. */
export async function createResetSecret(
    { tx, now }: Pick<Change, 'tx' | 'now'>,
    user: UserRow,
    { mailed = false } = {},
): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    await tx
        .insertInto('password_resets')
        .values({
            secret_hash: hashSecret(secret),
            user_id: user.id,
            created_at: now,
            expires_at: new Date(Date.parse(now) + RESET_HOURS * 3_600_000).toISOString(),
            used_at: null,
            mailed,
        })
        .execute();
    return secret;
}

/** Returns the id of the user of a link; throws if the link is used, expired or unknown. */
export async function getUserOfResetLink(db: Db, secret: string, now: string): Promise<number> {
    return (await getResetLink(db, secret, now)).user_id;
}

async function getResetLink(db: Db, secret: string, now: string) {
    const reset = await db
        .selectFrom('password_resets')
        .selectAll()
        .where('secret_hash', '=', hashSecret(secret))
        .executeTakeFirst();
    if (!reset || reset.expires_at <= now) throw invalidLink();
    if (reset.used_at !== null) throw usedLink();
    return reset;
}

/** Sets the password of the user of the link. A link works once. */
export async function useResetLink(
    change: Change,
    { secret, passwordHash }: { secret: string; passwordHash: string },
): Promise<void> {
    const { tx, now } = change;
    const { user_id: id, mailed } = await getResetLink(tx, secret, now);
    await tx
        .updateTable('password_resets')
        .set({ used_at: now })
        .where('secret_hash', '=', hashSecret(secret))
        .execute();
    await changePassword(change, { id, passwordHash });
    if (!mailed) return;
    // The link proves ownership of the e-mail address. Somebody else may have added the second factors of an account before that.
    const { unproven } = await getUser(tx, id);
    if (unproven) await deleteSecondFactors(tx, id);
    await tx.updateTable('users').set({ unproven: false }).where('id', '=', id).execute();
}
