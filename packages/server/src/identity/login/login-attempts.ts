import type { Observe } from '../../changes/observe.ts';
import { tooManyRequests } from '../../core/errors.ts';
import type { Db, Tx } from '../../storage/database.ts';
import type { SignInMethod } from '../../storage/tables.ts';
import type { LoginAttempt } from './login.schemas.ts';

/** Enough for a person who tries all their passwords, far too few to guess one. */
const FAILURES = 20;
const MINUTES = 10;

interface Attempt {
    login: string;
    userId: number | undefined;
    address: string;
    method: SignInMethod;
    now: Date;
}

/**
 * Notes an attempt to sign in, as a failure until it succeeds; returns its id.
 * Refuses it after many failures in a row, whatever their address. A name that no user has is treated the same, with
 * the same work: answers and their time tell nothing about who exists.
 */
export function beginLogin(observe: Observe, attempt: Attempt): Promise<number> {
    const login = attempt.login.toLowerCase();
    const since = new Date(attempt.now.getTime() - MINUTES * 60_000).toISOString();
    return observe(async (tx) => {
        const last = await tx
            .selectFrom('logins')
            .select('successful')
            .where('login', '=', login)
            .where('created_at', '>', since)
            .orderBy('id', 'desc')
            .limit(FAILURES)
            .execute();
        if (last.length === FAILURES && last.every(({ successful }) => !successful)) {
            throw tooManyRequests(
                `Signing in as this user failed ${FAILURES} times in ${MINUTES} minutes. Wait ${MINUTES} minutes.`,
            );
        }
        return noteLogin(tx, attempt);
    });
}

/** Notes an attempt without refusing it: nobody guesses what an identity provider says. */
export async function noteLogin(tx: Tx, { login, userId, address, method, now }: Attempt): Promise<number> {
    const { id } = await tx
        .insertInto('logins')
        .values({
            login: login.toLowerCase(),
            user_id: userId ?? null,
            address,
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

/** Attempts to sign in, newest first. */
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
