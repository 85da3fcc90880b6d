import type { Change } from '../../../changes/change.ts';
import { deletePersonalToken } from '../personal-tokens/personal-token.commands.ts';
import { listPersonalTokens } from '../personal-tokens/personal-token.queries.ts';
import { deleteSecondFactors } from '../second-factors/second-factor.commands.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findRootRole } from './grant.queries.ts';
import type { UserRow } from './user.queries.ts';
import { toUserEvent } from './user-event.ts';

/** Revokes everything that gives access as this user without the password: sessions, links and personal tokens. */
export async function revokeAccess(change: Change, userId: number, exceptSession?: string): Promise<void> {
    await endSessions(change.tx, userId, exceptSession);
    await endLinks(change, userId);
    await endPersonalTokens(change, userId);
}

/** Deletes unused links for setting a password. */
export async function endLinks({ tx }: Change, userId: number): Promise<void> {
    await tx.deleteFrom('password_resets').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

async function endPersonalTokens(change: Change, userId: number): Promise<void> {
    for (const { id } of await listPersonalTokens(change.tx, userId)) await deletePersonalToken(change, { userId, id });
}

/**
 * Called when the owner of an e-mail address proves their identity for the first time. Someone else may have signed up with the address
 * before, so everything that gives access to the account is revoked, including the password.
 */
export async function revokePriorAccess(change: Change, user: UserRow): Promise<UserRow> {
    return user.unproven ? resetCredentials(change, user) : user;
}

export async function resetCredentials(change: Change, user: UserRow): Promise<UserRow> {
    const { tx, record } = change;
    await revokeAccess(change, user.id);
    await deleteSecondFactors(tx, user.id);
    await tx.deleteFrom('password_history').where('user_id', '=', user.id).execute();
    const after = { ...user, password_hash: null, unproven: false };
    await tx.updateTable('users').set({ password_hash: null, unproven: false }).where('id', '=', user.id).execute();
    const rootRole = await findRootRole(tx, user.id);
    record({
        type: 'user-updated',
        preData: { ...toUserEvent(user, rootRole), hasPassword: user.password_hash !== null },
        data: { ...toUserEvent(after, rootRole), hasPassword: false },
    });
    return after;
}
