import { randomBytes } from 'node:crypto';
import type { Change } from '../../../changes/write.ts';
import { invalidLink, usedLink } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { hashSecret } from '../api-tokens/token-secret.ts';
import { endAccess } from './credentials.commands.ts';
import { REMEMBERED_PASSWORDS } from './password-rules.ts';
import { getUser, type UserRow } from './user.queries.ts';

/** How long a link for choosing a password works. */
export const RESET_HOURS = 24;

/**
 * Sets the password of a user and revokes everything else that lets someone in as this user: sessions, except the one that sends the
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
    await endAccess(change, id, actor.userId === id ? actor.sessionId : undefined);
    record({ type: 'user-password-changed', data: { id, username: user.username, email: user.email } });
}

/** Keeps the hash as the current password and among the last ones. */
export async function savePassword({ tx }: Change, userId: number, password_hash: string): Promise<void> {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await tx.insertInto('password_history').values({ user_id: userId, password_hash }).execute();
    const kept = tx
        .selectFrom('password_history')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(REMEMBERED_PASSWORDS);
    await tx.deleteFrom('password_history').where('user_id', '=', userId).where('id', 'not in', kept).execute();
}

/** Returns the secret of a link for choosing a password; only its hash is kept. */
export async function createResetLink(change: Change, { id }: { id: number }): Promise<string> {
    const user = await getUser(change.tx, id);
    const secret = await createResetSecret(change, user);
    change.record({
        type: 'user-password-reset-link-created',
        data: { id, username: user.username, email: user.email },
    });
    return secret;
}

/** `mailed`: it goes to the address of the user and to nobody else. */
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

/** The id of the user whose link it is, provided that it works still. */
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

/** Sets the password of the user whose link it is. A link works once. */
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
    // The link proves ownership of the e-mail address.
    if (mailed) await tx.updateTable('users').set({ unproven: false }).where('id', '=', id).execute();
}
