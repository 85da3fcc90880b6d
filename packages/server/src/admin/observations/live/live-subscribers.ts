import type { Services } from '../../../app/services.ts';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { tooManyRequests } from '../../../core/errors/errors.ts';
import { revisionIn, versionOf } from '../../../core/settings/version.ts';
import { type EventStream, eventMessage } from '../../../http/streams/event-streams.ts';
import { Subscribers, type Update } from '../../../http/streams/subscribers.ts';
import type { LiveMessage } from './live.schemas.ts';
import { LiveChanges, OUTDATED_POSITION } from './live-changes.ts';

/** The maximum number of streams of one caller: sufficient for many windows, without exhausting the capacity for others. */
export const STREAMS_PER_CALLER = 20;

/** Types of events that can change the permissions of users. */
const RIGHTS_CHANGE = /^(user-|service-account-|group-|role-|project-|environment-deleted|scim-|api-token-|pat-)/;

/** All streams of one session, or one stream with a token. */
interface Reader {
    actor: AdminActor;
    streams: Set<EventStream>;
    /** The revision as of which the permissions were last checked. */
    checkedAt: number;
}

/**
 * Browser sessions that are notified of changes by others.
 * A notification contains only the kind and location of a change. The client reads the new state with its own permissions.
 *
 * Subscribers that may have lost a permission receive nothing until their permissions are checked again, once for each session. A
 * change of permissions delays the notifications that come with it and after it, but neither the change feed nor any response.
 */
export class LiveSubscribers {
    readonly #changes: LiveChanges;
    readonly #sessions: Services['sessions'];
    readonly #scope: { epoch: string; projects: undefined };
    readonly #readers = new Map<string, Reader>();
    readonly #subscribers = new Subscribers<Reader>({
        revisionOf: () => this.#changes.revision,
        updateSince: ({ actor }, revision) => this.#updateSince(actor, revision),
        mayReceive: ({ checkedAt }) => checkedAt >= this.#rightsChangedAt,
        prepare: (readers) => this.#endRevoked(readers),
    });
    /** The revision of the last change that may have revoked a permission. */
    #rightsChangedAt: number;

    constructor({
        changeFeed,
        sessions,
        snapshots: { epoch },
    }: Pick<Services, 'changeFeed' | 'sessions' | 'snapshots'>) {
        this.#changes = new LiveChanges(changeFeed.revision);
        this.#rightsChangedAt = changeFeed.revision;
        this.#sessions = sessions;
        this.#scope = { epoch, projects: undefined };
        changeFeed.follow((changes) => this.#follow(changes));
    }

    /** `seen` is the version of the data on the page; undefined if the page does not show data yet. */
    join(actor: AdminActor, open: () => EventStream, seen?: string): void {
        const count = this.#countStreamsOf(actor);
        if (count >= STREAMS_PER_CALLER) {
            throw tooManyRequests(
                `You have ${count} open streams, which is the limit. Close some windows, or try again later.`,
            );
        }
        const stream = open();
        const { revision } = this.#changes;
        const since = this.#changes.positionOf(seen === undefined ? revision : revisionIn(seen, this.#scope));
        // Missed changes follow automatically; if the stream breaks before, the page reconnects with its old version.
        stream.send(this.#toBytes({ revision, types: [], changes: [] }, since));
        const key = actor.sessionId ?? crypto.randomUUID();
        // A user who was admitted a moment ago may have lost a permission since.
        const reader = this.#readers.get(key) ?? { actor, streams: new Set(), checkedAt: -1 };
        this.#readers.set(key, reader);
        reader.streams.add(stream);
        stream.onClose(() => {
            reader.streams.delete(stream);
            if (reader.streams.size === 0) this.#readers.delete(key);
        });
        this.#subscribers.add({ key, group: () => reader, stream, revision: since });
    }

    #countStreamsOf({ id, name }: AdminActor): number {
        let count = 0;
        for (const { actor, streams } of this.#readers.values()) {
            if (actor.id === id && actor.name === name) count += streams.size;
        }
        return count;
    }

    #follow({ revision, events }: FeedChanges): void {
        if (events.some(({ type }) => RIGHTS_CHANGE.test(type))) this.#rightsChangedAt = revision;
        this.#changes.add(revision, events);
        this.#subscribers.announce();
    }

    #updateSince(actor: AdminActor, since: number): Update {
        const message = this.#changes.messageSince(since, actor);
        return { revision: this.#changes.revision, bytes: message && this.#toBytes(message) };
    }

    async #endRevoked(readers: readonly Reader[]): Promise<void> {
        const open = await this.#sessions.openAmong(readers.flatMap(({ actor }) => actor.sessionId ?? []));
        for (const reader of readers) {
            const { sessionId } = reader.actor;
            const isOpen = sessionId === undefined || open.has(sessionId);
            if (!isOpen || !(await this.#isStillAllowed(reader))) {
                for (const stream of reader.streams) stream.end();
            }
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    async #isStillAllowed(reader: Reader): Promise<boolean> {
        // Changes that arrive during the check require another check.
        const at = this.#rightsChangedAt;
        const [stream] = reader.streams;
        if (reader.checkedAt >= at || stream === undefined) return true;
        const isAllowed = await stream.isStillAllowed();
        if (isAllowed) reader.checkedAt = at;
        return isAllowed;
    }

    /** `at` is the revision that a subscriber has seen after this message. */
    #toBytes(message: LiveMessage, at = message.revision): Buffer {
        const id = at === OUTDATED_POSITION ? '' : versionOf(at, this.#scope);
        return eventMessage({ id, data: JSON.stringify(message) });
    }
}
