import { type EventStream, eventMessage } from '../../http/streams/event-streams.ts';

/** By this request header an edge asks to be notified when tokens are revoked, and the value it has then. */
export const NOTIFY_HEADER = 'halyard-notify';
export const NOTIFY_TOKENS = 'tokens';
/** The event that notifies. SDKs and other edges ignore events whose names they do not know. */
export const TOKENS_EVENT = 'halyard-tokens';

/** Says nothing of the tokens: an edge asks about those that it knows (`POST /edge/validate`). */
const MESSAGE = eventMessage({ event: TOKENS_EVENT, data: '{}' });

/** The edges that are connected and want to know when a token was revoked, changed or deleted. */
export class TokenNotifications {
    readonly #streams = new Set<EventStream>();

    constructor(tokens: { onRevoked(listener: () => void): void }) {
        tokens.onRevoked(() => {
            for (const stream of this.#streams) stream.send(MESSAGE);
        });
    }

    /** The first message tells the edge that it is notified, and that it may have missed something before. */
    add(stream: EventStream): void {
        this.#streams.add(stream);
        stream.onClose(() => this.#streams.delete(stream));
        stream.send(MESSAGE);
    }
}
