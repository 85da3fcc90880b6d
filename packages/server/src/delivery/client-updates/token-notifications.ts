import { type EventStream, eventMessage } from '../../http/streams/event-streams.ts';

/** With this request header, an edge requests to be notified when tokens are revoked. */
export const NOTIFY_HEADER = 'halyard-notify';
export const NOTIFY_TOKENS = 'tokens';
/** The name of the notification event. SDKs and other edges ignore unknown events. */
export const TOKENS_EVENT = 'halyard-tokens';

/** The message contains no tokens: an edge validates its own tokens (`POST /edge/validate`). */
const MESSAGE = eventMessage({ event: TOKENS_EVENT, data: '{}' });

/** The connected edges that are notified when a token is revoked, changed or deleted. */
export class TokenNotifications {
    readonly #streams = new Set<EventStream>();

    constructor(tokens: { onRevoked(listener: () => void): void }) {
        tokens.onRevoked(() => {
            for (const stream of this.#streams) stream.send(MESSAGE);
        });
    }

    /** Subscribes an edge. The first message confirms the subscription, and the edge may have missed earlier notifications. */
    add(stream: EventStream): void {
        this.#streams.add(stream);
        stream.onClose(() => this.#streams.delete(stream));
        stream.send(MESSAGE);
    }
}
