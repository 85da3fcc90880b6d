import { isDeepStrictEqual } from 'node:util';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import { type Actor, ADMIN_TOKEN_USER_ID, type AdminActor, type SdkActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { hashSecret, streamKeyOf } from './token-secret.ts';

interface KnownToken<A extends Actor = Actor> {
    id: number;
    actor: A;
    expiresAt: number;
}

/** The columns of a token that the table caches. */
export interface CachedToken {
    id: number;
    name: string;
    type: 'admin' | SdkActor['kind'];
    secret_hash: string;
    environment: string;
    projects: string[];
    expires_at: string | null;
    /** The person who created it, if known. */
    created_by_user_id?: number | null;
}

export const readTokens = (db: Db): Promise<CachedToken[]> =>
    db
        .selectFrom('api_tokens')
        .select(['id', 'name', 'type', 'secret_hash', 'environment', 'projects', 'expires_at', 'created_by_user_id'])
        .execute();

export const haveTokensChanged = ({ events }: FeedChanges): boolean =>
    events.some(({ type }) => type.startsWith('api-token-'));

/** All API tokens in memory, so SDK requests are authenticated without a database query. */
export class TokenTable {
    readonly #clock: () => Date;
    readonly #anonymous: SdkActor | undefined;
    /** By hash: a lookup compares hashes, so its duration reveals nothing about a secret. */
    #byHash = new Map<string, KnownToken>();
    /** Secrets of recent requests that were valid: hashing each again would take as long as the rest of an SDK request. */
    #recognised = new Map<string, KnownToken>();
    #byStreamKey = new Map<string, KnownToken<SdkActor>>();
    readonly #seen = new Set<number>();
    readonly #revocationListeners: (() => void)[] = [];
    #rows: readonly CachedToken[] = [];

    /** `anonymous` is the actor of SDKs without a token, if no token is required. */
    constructor(clock: () => Date, anonymous?: SdkActor) {
        this.#clock = clock;
        this.#anonymous = anonymous;
    }

    /** The rows that the table was last built from. */
    get rows(): readonly CachedToken[] {
        return this.#rows;
    }

    /** Registers a listener that is called after a token was deleted, or its scope or expiry changed. */
    onRevoked(listener: () => void): void {
        this.#revocationListeners.push(listener);
    }

    use(rows: readonly CachedToken[]): void {
        const before = this.#rows;
        const byHash = new Map<string, KnownToken>();
        const byStreamKey = new Map<string, KnownToken<SdkActor>>();
        for (const row of rows) {
            const expiresAt = row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at);
            const named = { id: ADMIN_TOKEN_USER_ID, name: row.name };
            if (row.type === 'admin') {
                const actor: AdminActor = {
                    ...named,
                    kind: 'admin',
                    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
                    ...(typeof row.created_by_user_id === 'number' && { personId: row.created_by_user_id }),
                    grants: [{ permission: 'ADMIN' }],
                    hiddenProjects: [],
                };
                byHash.set(row.secret_hash, { id: row.id, expiresAt, actor });
                continue;
            }
            const streamKey = streamKeyOf(row.secret_hash);
            const { type: kind, environment, projects } = row;
            const actor = { ...named, kind, tokenId: row.id, environment, projects, streamKey };
            const token = { id: row.id, expiresAt, actor };
            byHash.set(row.secret_hash, token);
            byStreamKey.set(streamKey, token);
        }
        this.#rows = rows;
        this.#byHash = byHash;
        this.#recognised = new Map();
        this.#byStreamKey = byStreamKey;
        const after = new Map(rows.map((row) => [row.id, row]));
        const isRevoked = before.some((row) => !isDeepStrictEqual(row, after.get(row.id)));
        if (isRevoked) for (const listener of this.#revocationListeners) listener();
    }

    /** Returns when a token expires; undefined if it never expires or is unknown. */
    expiryOf(secret: string): string | undefined {
        const { expiresAt = Number.POSITIVE_INFINITY } = this.#byHash.get(hashSecret(secret)) ?? {};
        return Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : undefined;
    }

    find(secret: string): Actor | undefined {
        const recognised = this.#recognised.get(secret);
        const token = recognised ?? this.#byHash.get(hashSecret(secret));
        if (!token || !this.#isValid(token)) return undefined;
        if (!recognised) this.#recognised.set(secret, token);
        this.#seen.add(token.id);
        return token.actor;
    }

    /** Finds the SDK token with this stream key. */
    findByStreamKey(streamKey: string): SdkActor | undefined {
        if (streamKey === this.#anonymous?.streamKey) return this.#anonymous;
        const token = this.#byStreamKey.get(streamKey);
        return token && this.#isValid(token) ? token.actor : undefined;
    }

    /** The tokens used since the last call. */
    takeSeen(): number[] {
        const seen = [...this.#seen];
        this.#seen.clear();
        return seen;
    }

    #isValid({ expiresAt }: KnownToken): boolean {
        // Most tokens never expire, and reading the clock would cost more than the lookup.
        return expiresAt === Number.POSITIVE_INFINITY || expiresAt > this.#clock().getTime();
    }
}
