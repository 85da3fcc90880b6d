import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { hashSecret } from '../api-tokens/token-secret.ts';
import { findActor } from '../users/actor.queries.ts';

export const PERSONAL_PREFIX = 'user:';

interface KnownToken {
    id: number;
    userId: number;
    /** The person who created it; null if unknown. */
    createdBy: number | null;
    expiresAt: string;
}

/** Events after which the tokens must be read again. */
const TOKENS_CHANGE = /^(pat-|service-account-|user-deleted|scim-)/;
/** Events after which the permissions of owners must be read again. */
const OWNERS_CHANGE = /^(user-|service-account-|group-|role-|project-|environment-deleted|scim-)/;

/**
 * All personal tokens in memory, with the owners that were already used: a request with a token needs no SQL, except the first one of each
 * owner after a change that may affect them.
 */
export class PersonalTokenTable {
    readonly #db: Db;
    readonly #priorityDb: Db;
    readonly #clock: () => Date;
    #byHash = new Map<string, KnownToken>();
    #owners = new Map<number, Promise<AdminActor | undefined>>();
    readonly #seen = new Set<number>();

    /** `priorityDb` is for queries that follow changes and do not wait for others. */
    constructor({ db, priorityDb, clock }: { db: Db; priorityDb: Db; clock: () => Date }) {
        this.#db = db;
        this.#priorityDb = priorityDb;
        this.#clock = clock;
    }

    async load(from = this.#priorityDb): Promise<void> {
        const rows = await from
            .selectFrom('personal_tokens')
            .select(['id', 'user_id', 'created_by_user_id', 'secret_hash', 'expires_at'])
            .execute();
        this.#byHash = new Map(
            rows.map((row) => [
                row.secret_hash,
                {
                    id: row.id,
                    userId: row.user_id,
                    createdBy: row.created_by_user_id,
                    expiresAt: row.expires_at,
                },
            ]),
        );
    }

    async follow({ events }: FeedChanges): Promise<void> {
        // A new map, so that an entry that is currently being read does not count as current.
        if (events.some(({ type }) => OWNERS_CHANGE.test(type))) this.#owners = new Map();
        if (events.some(({ type }) => TOKENS_CHANGE.test(type))) await this.load();
    }

    async find(secret: string): Promise<AdminActor | undefined> {
        const token = this.#byHash.get(hashSecret(secret));
        if (!token || Date.parse(token.expiresAt) <= this.#clock().getTime()) return undefined;
        const owner = await this.#owner(token.userId);
        if (!owner) return undefined;
        this.#seen.add(token.id);
        // A service account is not a person: the person behind its token is the creator of the token.
        const { personId = token.createdBy } = owner;
        return { ...owner, expiresAt: token.expiresAt, ...(personId !== null && { personId }) };
    }

    #owner(userId: number): Promise<AdminActor | undefined> {
        const owners = this.#owners;
        const known = owners.get(userId);
        if (known !== undefined) return known;
        const read = findActor(this.#db, userId);
        owners.set(userId, read);
        // A failure affects only this request.
        read.catch(() => owners.delete(userId));
        return read;
    }

    /** The tokens used since the last call. */
    takeSeen(): number[] {
        const seen = [...this.#seen];
        this.#seen.clear();
        return seen;
    }
}
