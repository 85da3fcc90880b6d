import type { Change } from '../../../changes/write.ts';
import { deletePersonalToken } from '../personal-tokens/personal-token.commands.ts';
import { listPersonalTokens } from '../personal-tokens/personal-token.queries.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findRootRole } from './grant.queries.ts';
import type { UserRow } from './user.queries.ts';
import { inEvent } from './user-event.ts';

/** Ends what lets someone in as this user without the password: sessions, links and personal tokens. */
export async function endAccess(change: Change, userId: number, exceptSession?: string): Promise<void> {
    await endSessions(change.tx, userId, exceptSession);
    await endLinks(change, userId);
    await endPersonalTokens(change, userId);
}

/** Links for choosing a password that nobody has used. */
export async function endLinks({ tx }: Change, userId: number): Promise<void> {
    await tx.deleteFrom('password_resets').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

async function endPersonalTokens(change: Change, userId: number): Promise<void> {
    for (const { id } of await listPersonalTokens(change.tx, userId)) await deletePersonalToken(change, { userId, id });
}

/**
 * For the first who proves to be this user. Someone else may have signed up with their address and wait for them:
 * whatever they made ends, the password too.
 */
export async function handOver(change: Change, user: UserRow): Promise<UserRow> {
    return user.unproven ? takeFromOwner(change, user) : user;
}

export async function takeFromOwner(change: Change, user: UserRow): Promise<UserRow> {
    const { tx, record } = change;
    await endAccess(change, user.id);
    await tx.deleteFrom('password_history').where('user_id', '=', user.id).execute();
    const after = { ...user, password_hash: null, unproven: false };
    await tx.updateTable('users').set({ password_hash: null, unproven: false }).where('id', '=', user.id).execute();
    const rootRole = await findRootRole(tx, user.id);
    record({
        type: 'user-updated',
        preData: { ...inEvent(user, rootRole), hasPassword: user.password_hash !== null },
        data: { ...inEvent(after, rootRole), hasPassword: false },
    });
    return after;
}
