import type { RecordObservation } from '../../../changes/record-observation.ts';
import { tooManyRequests } from '../../../core/errors/errors.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { LoginMethod } from '../../../storage/tables/sign-ins.ts';
import type { LoginAttempt } from '../../sign-in/login/login.schemas.ts';
import { networkPrefix } from './network-prefix.ts';

/** Enough for a user who tries all of their passwords, far too few to guess one. */
const MAX_FAILURES = 20;
/** From all networks together: guessing from many addresses is slowed down to this number in ten minutes. */
const MAX_TOTAL_FAILURES = 30;
/** For the old password in a session, because someone else may have found the session open, and for codes of six digits. */
const MAX_SESSION_FAILURES = 5;
const MINUTES = 10;

interface Attempt {
    login: string;
    userId: number | undefined;
    address: string;
    method: LoginMethod;
    now: Date;
}

/**
 * Records a sign-in attempt, as a failure until it succeeds, and returns its id. Rejects the attempt after many consecutive failures
 * of the account from this network, or from all networks. Networks from which the user has signed in before are never rejected, so
 * other clients cannot lock a user out. Unknown logins are treated the same with the same work, so that responses and their
 * duration do not reveal which users exist.
 */
export function beginLogin(recordObservation: RecordObservation, attempt: Attempt): Promise<number> {
    const network = networkPrefix(attempt.address);
    return recordObservation(async (tx) => {
        const isFamiliar = await ofAccount(tx, attempt)
            .select('id')
            .where('place', '=', network)
            .where('successful', '=', true)
            .limit(1)
            .executeTakeFirst();
        const last = await lastAttempts(tx, attempt, MAX_TOTAL_FAILURES);
        const networkAttempts = last.filter((other) => other.place === network).slice(0, MAX_FAILURES);
        if (!isFamiliar && (areFailures(networkAttempts, MAX_FAILURES) || areFailures(last, MAX_TOTAL_FAILURES))) {
            throw tooManyRequests(
                `Signing in as this user failed too often. Wait ${MINUTES} minutes, sign in from a network where you signed in before, or reset your password.`,
            );
        }
        return recordLogin(tx, attempt);
    });
}

/**
 * Does the same for a user who is known already, and must enter their password again or a code of their second factor; no network is
 * familiar there. Recording comes first: it locks the row of the user, so that concurrent attempts count each other.
 */
export function beginCheck(
    recordObservation: RecordObservation,
    attempt: Omit<Attempt, 'method'> & { method: keyof typeof CHECKED },
): Promise<number> {
    return recordObservation(async (tx) => {
        const id = await recordLogin(tx, attempt);
        const [, ...before] = await lastAttempts(tx, attempt, MAX_SESSION_FAILURES + 1);
        if (areFailures(before, MAX_SESSION_FAILURES)) {
            throw tooManyRequests(
                `${CHECKED[attempt.method]} was wrong ${MAX_SESSION_FAILURES} times. Wait ${MINUTES} minutes.`,
            );
        }
        return id;
    });
}

const CHECKED = { 'password-change': 'The old password', 'second-factor': 'The code of your second factor' } as const;

export async function endCheck(recordObservation: RecordObservation, id: number): Promise<void> {
    await recordObservation((tx) => tx.updateTable('logins').set({ successful: true }).where('id', '=', id).execute());
}

/**
 * Records that the owner of the account set a new password with a link: their network is familiar from then on, so that somebody who
 * guesses from many addresses cannot lock them out.
 */
export async function recordPasswordReset(
    recordObservation: RecordObservation,
    attempt: Omit<Attempt, 'method'>,
): Promise<void> {
    await recordObservation(async (tx) => {
        const id = await recordLogin(tx, { ...attempt, method: 'password-change' });
        await tx.updateTable('logins').set({ successful: true }).where('id', '=', id).execute();
    });
}

/** Identifies an account by user, whichever login is used; an unknown login by the login itself. */
const ofAccount = (tx: Tx, { login, userId }: Attempt) =>
    tx
        .selectFrom('logins')
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
        .$if(userId === undefined, (query) =>
            query.where('login', '=', asciiLower(login)).where('user_id', 'is', null),
        );

/** Returns the attempts that still count, newest first. */
const lastAttempts = (tx: Tx, attempt: Attempt, limit: number) =>
    ofAccount(tx, attempt)
        .select(['successful', 'place'])
        .where('method', '=', attempt.method)
        .where('created_at', '>', new Date(attempt.now.getTime() - MINUTES * 60_000).toISOString())
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();

const areFailures = (attempts: readonly { successful: boolean }[], count: number) =>
    attempts.length >= count && attempts.every(({ successful }) => !successful);

/** Records an attempt without rejecting it: the result of an identity provider cannot be guessed. */
export async function recordLogin(tx: Tx, { login, userId, address, method, now }: Attempt): Promise<number> {
    const { id } = await tx
        .insertInto('logins')
        .values({
            login: asciiLower(login),
            user_id: userId ?? null,
            address,
            place: networkPrefix(address),
            method,
            successful: false,
            created_at: now.toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    await tx
        .updateTable('users')
        .set(({ eb }) => ({ login_attempts: eb('login_attempts', '+', 1) }))
        .where('id', '=', userId ?? 0)
        .execute();
    return id;
}

/** Returns sign-in attempts, newest first. */
export async function listLogins(
    db: Db,
    { offset, limit }: { offset: number; limit: number },
): Promise<LoginAttempt[]> {
    const rows = await db.selectFrom('logins').selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    return rows.map((row) => ({
        id: row.id,
        username: row.login,
        userId: row.user_id,
        ip: row.address,
        authType: row.method,
        successful: row.successful,
        createdAt: row.created_at,
    }));
}
