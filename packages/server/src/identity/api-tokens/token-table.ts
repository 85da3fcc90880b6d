import type { Changes } from '../../changes/change-feed.ts';
import { type Actor, ADMIN_TOKEN_USER_ID } from '../../core/actor.ts';
import type { Db } from '../../storage/database.ts';
import { hashSecret } from './token-secret.ts';

interface KnownToken {
    id: number;
    actor: Actor;
    expiresAt: number;
}

/** All API tokens, in memory: SDK requests are let in without asking the database. */
export class TokenTable {
    readonly #db: Db;
    readonly #clock: () => Date;
    /** By hash: finding one compares hashes, so its time tells nothing about any secret. */
    #byHash = new Map<string, KnownToken>();
    readonly #seen = new Set<number>();

    constructor(db: Db, clock: () => Date) {
        this.#db = db;
        this.#clock = clock;
    }

    async load(): Promise<void> {
        const rows = await this.#db.selectFrom('api_tokens').selectAll().execute();
        this.#byHash = new Map(
            rows.map((row) => [
                row.secret_hash,
                {
                    id: row.id,
                    expiresAt: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
                    actor:
                        row.type === 'admin'
                            ? {
                                  kind: 'admin',
                                  id: ADMIN_TOKEN_USER_ID,
                                  name: row.name,
                                  grants: [{ permission: 'ADMIN' }],
                                  hiddenProjects: [],
                              }
                            : {
                                  kind: row.type,
                                  id: ADMIN_TOKEN_USER_ID,
                                  name: row.name,
                                  environment: row.environment,
                                  projects: row.projects,
                              },
                },
            ]),
        );
    }

    /** Whether tokens have changed. */
    async follow({ events }: Changes): Promise<boolean> {
        const changed = events.some((event) => event.type.startsWith('api-token-'));
        if (changed) await this.load();
        return changed;
    }

    find(secret: string): Actor | undefined {
        const token = this.#byHash.get(hashSecret(secret));
        if (!token || token.expiresAt <= this.#clock().getTime()) return undefined;
        this.#seen.add(token.id);
        return token.actor;
    }

    /** The tokens used since the last call. */
    takeSeen(): number[] {
        const seen = [...this.#seen];
        this.#seen.clear();
        return seen;
    }
}
