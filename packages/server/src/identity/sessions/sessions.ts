import { hash, randomBytes } from 'node:crypto';
import type { Observe } from '../../changes/observe.ts';
import type { Db } from '../../storage/database.ts';

const hashId = (id: string) => hash('sha256', id, 'hex');

/** Who is signed in. Kept in the database, so that every node knows them and each can be ended. */
export class Sessions {
    readonly #db: Db;
    readonly #observe: Observe;
    readonly #clock: () => Date;
    readonly #hours: number;

    constructor({ db, observe, clock, hours }: { db: Db; observe: Observe; clock: () => Date; hours: number }) {
        this.#db = db;
        this.#observe = observe;
        this.#clock = clock;
        this.#hours = hours;
    }

    /** Returns the id that the cookie carries; only its hash is kept. */
    async begin(userId: number): Promise<{ id: string; seconds: number }> {
        const id = randomBytes(32).toString('base64url');
        const now = this.#clock();
        const seconds = this.#hours * 3600;
        const row = {
            id_hash: hashId(id),
            user_id: userId,
            created_at: now.toISOString(),
            expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
        };
        await this.#observe(async (tx) => {
            await tx.insertInto('sessions').values(row).execute();
            await tx
                .updateTable('users')
                .set({ seen_at: row.created_at, login_attempts: 0 })
                .where('id', '=', userId)
                .execute();
        });
        return { id, seconds };
    }

    async findUserId(id: string): Promise<number | undefined> {
        const row = await this.#db
            .selectFrom('sessions')
            .select('user_id')
            .where('id_hash', '=', hashId(id))
            .where('expires_at', '>', this.#clock().toISOString())
            .executeTakeFirst();
        return row?.user_id;
    }

    async end(id: string): Promise<void> {
        await this.#observe((tx) => tx.deleteFrom('sessions').where('id_hash', '=', hashId(id)).execute());
    }

    async removeExpired(): Promise<void> {
        const now = this.#clock().toISOString();
        await this.#observe((tx) => tx.deleteFrom('sessions').where('expires_at', '<=', now).execute());
    }
}
