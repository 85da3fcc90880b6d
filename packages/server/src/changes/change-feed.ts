import { coalesced } from '../core/concurrency/coalesced.ts';
import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import type { Publication } from '../publications/publications.ts';
import { publicationsSince } from '../publications/publications.ts';
import type { Database, Db } from '../storage/database.ts';
import { eventsSince, type StoredEvent } from './event-log.ts';

/** Everything that was committed between two revisions. */
export interface FeedChanges {
    revision: number;
    events: StoredEvent[];
    publications: Publication[];
}

type Follower = (changes: FeedChanges) => void | Promise<void>;

/** Covers a lost notification. */
const POLL_MS = 2_000;
/** Several polls: a busy node is not stale. */
const STALE_SECONDS = 10;

/** Changes committed by this node, directly after another revision. */
export interface OwnChanges extends FeedChanges {
    after: number;
}

/**
 * Passes committed changes of all nodes to the followers on this node, in order and once. Changes of this node that directly
 * follow the last revision are passed from memory instead of being read again.
 */
export class ChangeFeed {
    readonly #database: Database;
    readonly #followers: Follower[] = [];
    readonly #onError: (error: unknown) => void;
    readonly #rounds = coalesced(() => this.#round());
    /** Changes of this node that followers have not received yet, by their previous revision. */
    readonly #own = new Map<number, OwnChanges>();
    #mayBeOthers = false;
    #revision = 0;
    /** When the newest revision of the database was requested that the followers have seen; not affected by changes of the clock. */
    #currentAt = performance.now();
    #stop: () => Promise<void> = async () => undefined;

    constructor(database: Database, onError: (error: unknown) => void) {
        this.#database = database;
        this.#onError = onError;
    }

    /** The newest revision that all followers have seen. */
    get revision(): number {
        return this.#revision;
    }

    /** The time since the followers were known to have the newest revision. With the database it stays below the interval of polls. */
    get staleSeconds(): number {
        return (performance.now() - this.#currentAt) / 1000;
    }

    /** Whether changes of other nodes are probably missing here. */
    get isStale(): boolean {
        return this.staleSeconds > STALE_SECONDS;
    }

    /** Resolves when everything committed before the call has been followed. */
    catchUp(): Promise<void> {
        this.#mayBeOthers = true;
        return this.#rounds();
    }

    /** Resolves when the followers have received a committed change of this node. */
    followOwn(changes: OwnChanges): Promise<void> {
        // Otherwise it was already read, together with changes of other nodes.
        if (changes.revision > this.#revision) this.#own.set(changes.after, changes);
        return this.#rounds();
    }

    follow(follower: Follower): void {
        this.#followers.push(follower);
    }

    /** `load` brings the followers to the specified revision; from there on they receive changes. */
    async start(load: (revision: number) => Promise<void>): Promise<void> {
        // Before the head is read, so that changes committed in the meantime are noticed.
        let isLoaded = false;
        const wake = () => {
            this.#mayBeOthers = true;
            if (isLoaded) void this.catchUp().catch(this.#onError);
        };
        const stopListening = await this.#database.listen(wake);
        const poll = setInterval(wake, POLL_MS);
        poll.unref();
        this.#stop = async () => {
            clearInterval(poll);
            await stopListening();
            await this.#rounds.idle();
        };
        this.#currentAt = performance.now();
        this.#revision = await this.#head(this.#database.db);
        await load(this.#revision);
        isLoaded = true;
        if (this.#mayBeOthers) wake();
    }

    stop(): Promise<void> {
        return this.#stop();
    }

    async #round(): Promise<void> {
        for (;;) {
            const own = this.#own.get(this.#revision);
            if (own) await this.#notify(own);
            // A change of this node that is not the next one: changes of other nodes precede it, so all are read from the
            // database.
            else if (this.#mayBeOthers || this.#own.size > 0) await this.#readOn();
            else return;
        }
    }

    async #readOn(): Promise<void> {
        // Reset before the head is read: a later caller may expect a newer change.
        this.#mayBeOthers = false;
        this.#own.clear();
        try {
            const startedAt = performance.now();
            const revision = await this.#head(this.#database.priorityDb);
            if (revision > this.#revision) await this.#readUntil(revision);
            this.#currentAt = startedAt;
        } catch (error) {
            this.#mayBeOthers = true;
            throw error;
        }
    }

    async #readUntil(revision: number): Promise<void> {
        const range = { after: this.#revision, upTo: revision };
        const [events, publications] = await Promise.all([
            eventsSince(this.#database.priorityDb, range),
            publicationsSince(this.#database.priorityDb, range),
        ]);
        await this.#notify({ revision, events, publications });
    }

    async #notify(changes: FeedChanges): Promise<void> {
        for (const follower of this.#followers) {
            await follower(changes);
            if (shouldYield()) await yieldToEventLoop();
        }
        this.#revision = changes.revision;
        for (const after of this.#own.keys()) if (after < changes.revision) this.#own.delete(after);
    }

    async #head(db: Db): Promise<number> {
        const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
        return head.revision;
    }
}
