import type { ChangeFeed, Changes } from '../../changes/change-feed.ts';
import type { AdminActor } from '../../core/actor.ts';
import { tooManyRequests } from '../../core/errors.ts';
import { type EventStream, eventMessage } from '../../http/event-streams.ts';
import type { LiveMessage } from './live.schemas.ts';
import { LiveChanges } from './live-changes.ts';

/** One person's windows, with room to spare; more of them would only take the places of others. */
export const STREAMS_PER_CALLER = 20;

/**
 * Those who look at something that others may change.
 * They are told which kinds of changes there were and where, and nothing more: what is there now they ask for as themselves.
 */
export class Onlookers {
    readonly #changeFeed: ChangeFeed;
    readonly #streams = new Map<EventStream, AdminActor>();

    constructor(changeFeed: ChangeFeed) {
        this.#changeFeed = changeFeed;
        // In a moment of its own: whoever made the change need not wait until everyone has been told.
        changeFeed.follow((changes) => void setImmediate(() => this.#tell(changes)));
    }

    join(actor: AdminActor, open: () => EventStream): void {
        const own = [...this.#streams.values()].filter(({ id, name }) => id === actor.id && name === actor.name);
        if (own.length >= STREAMS_PER_CALLER) {
            throw tooManyRequests(`You listen ${own.length} times already. Close some windows, or ask again later.`);
        }
        const stream = open();
        this.#streams.set(stream, actor);
        stream.onClose(() => this.#streams.delete(stream));
        // Whoever comes back learns from the revision whether something was missed.
        stream.send(toBytes({ revision: this.#changeFeed.revision, types: [], changes: [] }));
    }

    #tell({ revision, events }: Changes): void {
        const changes = new LiveChanges(revision, events);
        for (const [stream, actor] of this.#streams) {
            const message = changes.messageFor(actor);
            if (message) stream.send(toBytes(message));
        }
    }
}

const toBytes = (message: LiveMessage) => eventMessage({ id: String(message.revision), data: JSON.stringify(message) });
