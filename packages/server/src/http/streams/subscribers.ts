import { coalesced } from '../../core/concurrency/coalesced.ts';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import type { ByteChunks } from '../bodies/payload.ts';
import type { EventStream } from './event-streams.ts';

/** A message that updates subscribers to a revision; without bytes if they cannot see any of the changes. */
export interface Update {
    revision: number;
    bytes: Buffer | ByteChunks | undefined;
}

/** The messages for one kind of subscribers. Subscribers of one group receive the same message. */
export interface Topic<Group> {
    /** The newest revision available to a group. */
    revisionOf(group: Group): number;
    /** The update for subscribers at that revision. */
    updateSince(group: Group, revision: number): Update | Promise<Update>;
    /** Checked immediately before each message. Groups without access are skipped. */
    mayReceive?(group: Group): boolean;
    /** Loads asynchronously, before each round, what `mayReceive` needs. */
    prepare?(groups: readonly Group[]): Promise<void>;
}

interface Membership<Group> {
    group: Group;
    size: number;
    /** Updates by start revision, up to at least `revision`. Many subscribers share the same start revision. */
    updates: Map<number, Update | Promise<Update>>;
    revision: number;
}

interface Subscriber<Group> {
    stream: EventStream;
    membership: Membership<Group>;
    /** All changes up to here were sent. */
    revision: number;
}

/** Delay after `prepare` fails because the database is unavailable. */
const TRY_AGAIN_MS = 1_000;

/**
 * Connections that are notified of changes. With thousands of subscribers, the loop yields to the event loop so that other
 * requests are processed in between. Each subscriber has its own position in the sequence of changes, so none is missed or sent
 * twice when subscribers join or leave during a notification. A subscriber that is several changes behind gets them together.
 */
export class Subscribers<Group> {
    readonly #topic: Topic<Group>;
    readonly #groups = new Map<string, Membership<Group>>();
    readonly #subscribers = new Set<Subscriber<Group>>();
    readonly #notifyAll = coalesced(() => this.#round());

    constructor(topic: Topic<Group>) {
        this.#topic = topic;
    }

    /** `revision`: the state that the subscriber already has. Subscribers with the same key share a group. */
    add({
        key,
        group,
        stream,
        revision,
    }: {
        key: string;
        group: () => Group;
        stream: EventStream;
        revision: number;
    }): void {
        const membership = this.#groups.get(key) ?? { group: group(), size: 0, updates: new Map(), revision: 0 };
        this.#groups.set(key, membership);
        membership.size++;
        const subscriber = { stream, membership, revision };
        this.#subscribers.add(subscriber);
        stream.onClose(() => {
            this.#subscribers.delete(subscriber);
            if (--membership.size === 0) this.#groups.delete(key);
        });
        if (this.#topic.revisionOf(membership.group) !== revision) this.announce();
    }

    /** Notifies subscribers asynchronously: the author of the change does not wait until every subscriber is notified. */
    announce(): void {
        setImmediate(() => {
            this.#notifyAll().catch(() => setTimeout(() => this.announce(), TRY_AGAIN_MS).unref());
        });
    }

    async #round(): Promise<void> {
        if (this.#subscribers.size === 0) return;
        await this.#topic.prepare?.(Array.from(this.#groups.values(), ({ group }) => group));
        // Iterating a set includes subscribers that join in the meantime, and skips those that leave.
        for (const subscriber of this.#subscribers) {
            const next = this.#updateFor(subscriber);
            // Most updates are ready, and awaiting each would cost more than sending it.
            if (next instanceof Promise) this.#notify(subscriber, await next);
            else if (next !== undefined) this.#notify(subscriber, next);
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    #notify(subscriber: Subscriber<Group>, { revision, bytes }: Update): void {
        const { stream, membership } = subscriber;
        if (this.#topic.mayReceive?.(membership.group) === false) return;
        subscriber.revision = revision;
        if (bytes) stream.send(bytes);
    }

    /** Returns undefined for subscribers that are up to date. */
    #updateFor({ membership, revision: since }: Subscriber<Group>): Update | Promise<Update> | undefined {
        const { group, updates } = membership;
        const revision = this.#topic.revisionOf(group);
        if (since === revision) return undefined;
        if (membership.revision !== revision) {
            membership.revision = revision;
            updates.clear();
        }
        const update = updates.get(since) ?? this.#topic.updateSince(group, since);
        updates.set(since, update);
        return update;
    }
}
