import { hash, randomBytes } from 'node:crypto';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import type { ProviderSession, SignInMethod } from '../../../storage/tables/sign-ins.ts';
import { factorExists } from '../second-factors/second-factor.queries.ts';
import type { Session } from './session.schemas.ts';

/** The secret is only in the browser; the database stores its hash. */
const hashSessionSecret = (secret: string) => hash('sha256', secret, 'hex');

/** The client with which a user signed in. */
export interface ClientInfo {
    address: string;
    userAgent: string | undefined;
}

/** The sign-in method, and the identifiers of the session at the identity provider. */
export interface Authentication {
    method: SignInMethod;
    providerSession?: ProviderSession;
    /** The user proved a second factor, too. */
    hasSecondFactor?: boolean;
}

/** A session that has not ended. */
export interface OpenSession {
    userId: number;
    /** When the user last proved a second factor in it. */
    secondFactorAt: string | undefined;
    /** It began with a password, and the user has no second factor. */
    hasOnlyPassword: boolean;
}

interface Options {
    db: Db;
    recordObservation: RecordObservation;
    clock: () => Date;
    hours: number;
    /** The maximum number of sessions of one user; another sign-in ends the oldest. */
    perUser: number;
}

/** Sessions are stored in the database, so that every node knows them and each can be ended. */
export class Sessions {
    readonly #db: Db;
    readonly #recordObservation: RecordObservation;
    readonly #clock: () => Date;
    readonly #hours: number;
    readonly #perUser: number;

    constructor({ db, recordObservation, clock, hours, perUser }: Options) {
        this.#db = db;
        this.#recordObservation = recordObservation;
        this.#clock = clock;
        this.#hours = hours;
        this.#perUser = perUser;
    }

    /** Begins a session and returns the secret for the cookie. `loginId` is the successful sign-in attempt. */
    begin({
        userId,
        loginId,
        client,
        authentication,
    }: {
        userId: number;
        loginId: number;
        client: ClientInfo;
        authentication: Authentication;
    }) {
        const secret = randomBytes(32).toString('base64url');
        const now = this.#clock();
        const seconds = this.#hours * 3600;
        const created_at = now.toISOString();
        return this.#recordObservation(async (tx) => {
            await tx
                .insertInto('sessions')
                .values({
                    secret_hash: hashSessionSecret(secret),
                    user_id: userId,
                    address: client.address,
                    user_agent: client.userAgent?.slice(0, 500) ?? null,
                    created_at,
                    expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
                    method: authentication.method,
                    provider_session: authentication.providerSession
                        ? JSON.stringify(authentication.providerSession)
                        : null,
                    second_factor_at: authentication.hasSecondFactor ? created_at : null,
                })
                .execute();
            await tx.updateTable('logins').set({ successful: true }).where('id', '=', loginId).execute();
            await tx
                .updateTable('users')
                .set({ seen_at: created_at, login_attempts: 0 })
                .where('id', '=', userId)
                .execute();
            return { secret, seconds, ...(await this.#endOldest(tx, userId)) };
        });
    }

    async #endOldest(tx: Tx, userId: number): Promise<{ deletedSessions: number; activeSessions: number }> {
        const rows = await tx
            .selectFrom('sessions')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy('id', 'desc')
            .execute();
        const oldest = rows.slice(this.#perUser);
        if (oldest.length > 0) {
            await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<=', oldest[0]!.id).execute();
        }
        return { deletedSessions: oldest.length, activeSessions: rows.length - oldest.length };
    }

    /** Finds an open session. A session that began with a password alone is void once the user has a second factor. */
    async find(secret: string): Promise<OpenSession | undefined> {
        const row = await this.#db
            .selectFrom('sessions')
            .select([
                'user_id',
                'method',
                'second_factor_at',
                factorExists(this.#db, 'sessions.user_id').as('has_factor'),
            ])
            .where('secret_hash', '=', hashSessionSecret(secret))
            .where('expires_at', '>', this.#clock().toISOString())
            .executeTakeFirst();
        if (!row) return undefined;
        const { user_id: userId, method, second_factor_at: secondFactorAt } = row;
        // SQLite returns a number.
        const hasFactor = Boolean(row.has_factor);
        if (method === 'password' && hasFactor && secondFactorAt === null) return undefined;
        return {
            userId,
            secondFactorAt: secondFactorAt ?? undefined,
            hasOnlyPassword: method === 'password' && !hasFactor,
        };
    }

    /** Records that the user has proved a second factor in this session. */
    async confirm(secret: string): Promise<void> {
        await this.#recordObservation((tx) => confirmSession(tx, secret, this.#clock().toISOString()));
    }

    /** Returns those secrets whose sessions have not ended. */
    async openAmong(secrets: readonly string[]): Promise<Set<string>> {
        const open = new Set<string>();
        for (const chunk of chunked(secrets)) {
            const byHash = new Map(chunk.map((secret) => [hashSessionSecret(secret), secret]));
            const rows = await this.#db
                .selectFrom('sessions')
                .select('secret_hash')
                .where('secret_hash', 'in', [...byHash.keys()])
                .where('expires_at', '>', this.#clock().toISOString())
                .execute();
            for (const { secret_hash } of rows) open.add(byHash.get(secret_hash)!);
            if (shouldYield()) await yieldToEventLoop();
        }
        return open;
    }

    /** Returns the sessions of a user, newest first; `secret` identifies the caller's own session. */
    async list(userId: number, secret?: string): Promise<Session[]> {
        const own = secret === undefined ? undefined : hashSessionSecret(secret);
        const rows = await this.#db
            .selectFrom('sessions')
            .selectAll()
            .where('user_id', '=', userId)
            .where('expires_at', '>', this.#clock().toISOString())
            .orderBy('id', 'desc')
            .execute();
        return rows.map((row) => ({
            id: row.id,
            createdAt: row.created_at,
            expiresAt: row.expires_at,
            address: row.address,
            userAgent: row.user_agent,
            current: row.secret_hash === own,
        }));
    }

    /** Ends a session and returns how it had begun, if it existed. */
    async end(secret: string): Promise<(Authentication & { userId: number }) | undefined> {
        const secret_hash = hashSessionSecret(secret);
        return this.#recordObservation(async (tx) => {
            const row = await tx
                .selectFrom('sessions')
                .select(['user_id', 'method', 'provider_session'])
                .where('secret_hash', '=', secret_hash)
                .executeTakeFirst();
            await tx.deleteFrom('sessions').where('secret_hash', '=', secret_hash).execute();
            if (!row) return undefined;
            const { user_id: userId, method, provider_session: providerSession } = row;
            return { userId, method, ...(providerSession && { providerSession }) };
        });
    }

    /** Ends all sessions of a user that began with this sign-in method. */
    async endAllBegunBy(method: SignInMethod, userId: number): Promise<void> {
        await this.#recordObservation((tx) =>
            tx.deleteFrom('sessions').where('user_id', '=', userId).where('method', '=', method).execute(),
        );
    }

    /** Ends one session of a user, or without an id all of them. Returns the number of ended sessions. */
    async endOf(userId: number, id?: number): Promise<number> {
        const ended = await this.#recordObservation((tx) =>
            tx
                .deleteFrom('sessions')
                .where('user_id', '=', userId)
                .$if(id !== undefined, (query) => query.where('id', '=', id!))
                .returning('id')
                .execute(),
        );
        return ended.length;
    }
}

/** Returns when a session began, if it exists. */
export async function findSessionStart(db: Db, secret: string): Promise<string | undefined> {
    const row = await db
        .selectFrom('sessions')
        .select('created_at')
        .where('secret_hash', '=', hashSessionSecret(secret))
        .executeTakeFirst();
    return row?.created_at;
}

/** Records a proved second factor as part of a change. */
export async function confirmSession(tx: Tx, secret: string, at: string): Promise<void> {
    await tx
        .updateTable('sessions')
        .set({ second_factor_at: at })
        .where('secret_hash', '=', hashSessionSecret(secret))
        .execute();
}

/** Signs a user out everywhere as part of a change, except in the session that makes it. */
export async function endSessions(tx: Tx, userId: number, exceptSecret?: string): Promise<void> {
    await tx
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .$if(exceptSecret !== undefined, (query) => query.where('secret_hash', '!=', hashSessionSecret(exceptSecret!)))
        .execute();
}
