import { coalesced } from '../core/coalesced.ts';
import { nextTurn, turnIsLong } from '../core/in-slices.ts';
import type { Publication } from '../publications/publications.ts';
import { publicationsSince } from '../publications/publications.ts';
import type { Database } from '../storage/database.ts';
import { eventsSince, type StoredEvent } from './event-log.ts';

/** Everything that was committed between two revisions. */
export interface Changes {
    revision: number;
    events: StoredEvent[];
    publications: Publication[];
}

type Follower = (changes: Changes) => void | Promise<void>;

/** Covers a notification that got lost. */
const POLL_MS = 2_000;

/**
 * Tells this node what was committed, by whichever node, in order and once.
 * The writer's own node follows the same way as all others.
 */
export class ChangeFeed {
    readonly #database: Database;
    readonly #followers: Follower[] = [];
    readonly #onError: (error: unknown) => void;
    /** Resolves when everything committed before the call has been followed. */
    readonly catchUp = coalesced(() => this.#round());
    #revision = 0;
    #stop: () => Promise<void> = async () => undefined;

    constructor(database: Database, onError: (error: unknown) => void) {
        this.#database = database;
        this.#onError = onError;
    }

    /** The newest revision that all followers have seen. */
    get revision(): number {
        return this.#revision;
    }

    follow(follower: Follower): void {
        this.#followers.push(follower);
    }

    /** `load` brings the followers to the given revision; from there on they are fed. */
    async start(load: (revision: number) => Promise<void>): Promise<void> {
        this.#revision = await this.#head();
        await load(this.#revision);
        const wake = () => void this.catchUp().catch(this.#onError);
        const stopListening = await this.#database.listen(wake);
        const poll = setInterval(wake, POLL_MS);
        poll.unref();
        this.#stop = async () => {
            clearInterval(poll);
            await stopListening();
            await this.catchUp.idle();
        };
    }

    stop(): Promise<void> {
        return this.#stop();
    }

    async #round(): Promise<void> {
        const revision = await this.#head();
        if (revision <= this.#revision) return;
        const range = { after: this.#revision, upTo: revision };
        const events = await eventsSince(this.#database.db, range);
        const publications = await publicationsSince(this.#database.db, range);
        const changes: Changes = { revision, events, publications };
        for (const follower of this.#followers) {
            await follower(changes);
            if (turnIsLong()) await nextTurn();
        }
        this.#revision = revision;
    }

    async #head(): Promise<number> {
        const head = await this.#database.db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
        return head.revision;
    }
}
