import type { Change } from '../../../changes/change.ts';
import { demandFreshSecondFactor } from '../../../core/access/fresh-second-factor.ts';
import { conflict, notAllowed, notFound } from '../../../core/errors/errors.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { confirmSession, endSessions, findSessionStart } from '../sessions/sessions.ts';
import { getUser, type UserRow } from '../users/user.queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { findTotp, hasSecondFactor, listPasskeys, readSecondFactors } from './second-factor.queries.ts';

const MAX_PASSKEYS = 20;
/** After signing in, the time to add the first second factor. */
const RECENT_MINUTES = 10;

/** `session` is the secret of the session in which the user adds the factor. */
interface OwnSession {
    userId: number;
    session: string;
}

interface Added {
    /** With the first second factor. */
    recoveryCodes?: string[];
}

/** Adds an app that shows codes. `step` is the time step of the code that the user entered. */
export async function addTotp(
    change: Change,
    { secret, step, ...own }: OwnSession & { secret: string; step: number },
): Promise<Added> {
    const { tx, now, secrets } = change;
    return addFactor(change, { ...own, factor: { type: 'totp' } }, async () => {
        if (await findTotp(tx, own.userId)) {
            throw conflict('You already use an app for codes. Remove it before you set up another one.');
        }
        const row = { user_id: own.userId, secret: secrets.seal(secret), last_step: step, created_at: now };
        await tx.insertInto('totp_factors').values(row).execute();
    });
}

export interface PasskeyInput {
    credentialId: string;
    publicKey: string;
    counter: number;
    transports: readonly string[];
    name: string;
}

export async function addPasskey(
    change: Change,
    { userId, session, ...passkey }: OwnSession & PasskeyInput,
): Promise<Added> {
    const { tx, now } = change;
    const { name } = passkey;
    return addFactor(change, { userId, session, factor: { type: 'passkey', name } }, async () => {
        if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) {
            throw conflict(`You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one that you no longer use.`);
        }
        const known = await tx
            .selectFrom('passkeys')
            .select('id')
            .where('credential_id', '=', passkey.credentialId)
            .executeTakeFirst();
        if (known) throw conflict('This passkey is registered already. Use another device or security key.');
        await tx
            .insertInto('passkeys')
            .values({
                user_id: userId,
                credential_id: passkey.credentialId,
                public_key: passkey.publicKey,
                counter: passkey.counter,
                transports: JSON.stringify(passkey.transports),
                name,
                created_at: now,
                seen_at: null,
            })
            .execute();
    });
}

/** What events say about a factor. */
type FactorInEvent = { type: 'totp' } | { type: 'passkey'; name: string };

async function addFactor(
    change: Change,
    { userId, session, factor }: OwnSession & { factor: FactorInEvent },
    insert: () => Promise<void>,
): Promise<Added> {
    const { tx, actor, now, record } = change;
    const user = await getUser(tx, userId);
    const isFirst = !(await hasSecondFactor(tx, userId));
    if (isFirst) await demandRecentSignIn(tx, session, now);
    else demandFreshSecondFactor(actor, now);
    await insert();
    record({ type: 'user-second-factor-added', data: { ...inEvent(user), factor } });
    await confirmSession(tx, session, now);
    if (!isFirst) return {};
    // Other sessions began with the password alone.
    await endSessions(tx, userId, session);
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
}

/** Adding the first factor needs no other one, so somebody who finds an old session open must not be able to do it. */
export async function demandRecentSignIn(db: Db, session: string, now: string): Promise<void> {
    const began = await findSessionStart(db, session);
    if (began !== undefined && Date.parse(now) - Date.parse(began) <= RECENT_MINUTES * 60_000) return;
    throw notAllowed(
        `You signed in more than ${RECENT_MINUTES} minutes ago. Sign out and in again, then add your first second factor within ${RECENT_MINUTES} minutes.`,
    );
}

export async function removeTotp(change: Change, { userId }: { userId: number }): Promise<void> {
    await removeFactor(change, userId, async (tx) => {
        const removed = await tx
            .deleteFrom('totp_factors')
            .where('user_id', '=', userId)
            .returning('user_id')
            .executeTakeFirst();
        if (!removed) throw notFound('app for codes in your profile');
        return { type: 'totp' };
    });
}

export async function removePasskey(change: Change, { userId, id }: { userId: number; id: number }): Promise<void> {
    await removeFactor(change, userId, async (tx) => {
        const removed = await tx
            .deleteFrom('passkeys')
            .where('user_id', '=', userId)
            .where('id', '=', id)
            .returning('name')
            .executeTakeFirst();
        if (!removed) throw notFound(`passkey ${id} of yours`);
        return { type: 'passkey', name: removed.name };
    });
}

async function removeFactor(
    { tx, actor, now, record }: Change,
    userId: number,
    remove: (tx: Tx) => Promise<FactorInEvent>,
): Promise<void> {
    demandFreshSecondFactor(actor, now);
    const user = await getUser(tx, userId);
    const factor = await remove(tx);
    if (!(await hasSecondFactor(tx, userId))) await deleteSecondFactors(tx, userId);
    record({ type: 'user-second-factor-removed', preData: { ...inEvent(user), factor } });
}

/** Replaces all recovery codes of a user, used or not. */
export async function renewRecoveryCodes(
    { tx, actor, now, record }: Change,
    { userId }: { userId: number },
): Promise<string[]> {
    demandFreshSecondFactor(actor, now);
    const user = await getUser(tx, userId);
    if (!(await hasSecondFactor(tx, userId))) {
        throw conflict('Recovery codes replace a second factor, and you have none. Add one first.');
    }
    record({ type: 'user-recovery-codes-renewed', data: inEvent(user) });
    return replaceRecoveryCodes(tx, userId);
}

async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const rows = codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) }));
    await tx.insertInto('recovery_codes').values(rows).execute();
    return codes;
}

/** Removes all second factors of a user who has lost them, and ends the sessions of the user. */
export async function resetSecondFactors({ tx, actor, now, record }: Change, { id }: { id: number }): Promise<void> {
    const user = await getUser(tx, id);
    // Otherwise an open session would be enough to remove one's own second factor.
    if (actor.userId === id) demandFreshSecondFactor(actor, now);
    const { totp, passkeys } = await readSecondFactors(tx, id);
    if (!totp && passkeys.length === 0) throw notFound(`second factor of user ${id}`);
    await deleteSecondFactors(tx, id);
    await endSessions(tx, id);
    const factors = [
        ...(totp ? [{ type: 'totp' as const }] : []),
        ...passkeys.map(({ name }) => ({ type: 'passkey' as const, name })),
    ];
    record({ type: 'user-second-factor-reset', preData: { ...inEvent(user), factors } });
}

export async function deleteSecondFactors(tx: Tx, userId: number): Promise<void> {
    for (const table of ['totp_factors', 'passkeys', 'recovery_codes'] as const) {
        await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    }
}

const inEvent = ({ id, username, email }: UserRow) => ({ id, username, email });
