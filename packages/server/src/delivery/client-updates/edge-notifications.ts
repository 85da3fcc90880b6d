import { type EventStream, eventMessage } from '../../http/streams/event-streams.ts';

/** With this request header, an edge requests to be notified when tokens are revoked, and when other flags than before are recorded. */
export const NOTIFY_HEADER = 'halyard-notify';
export const NOTIFY_TOKENS = 'tokens';
/** The names of the notification events. SDKs and other edges ignore unknown events. */
export const TOKENS_EVENT = 'halyard-tokens';
export const RECORDED_FLAGS_EVENT = 'halyard-recorded-flags';

/** The messages contain nothing: an edge validates its own tokens (`POST /edge/validate`), and reads the flags of its tokens. */
const TOKENS = eventMessage({ event: TOKENS_EVENT, data: '{}' });
const RECORDED_FLAGS = eventMessage({ event: RECORDED_FLAGS_EVENT, data: '{}' });

interface EdgeNotificationOptions {
    tokens: { onRevoked(listener: () => void): void };
    recordedFlags?: { onChange(listener: () => void): void } | undefined;
}

/** The connected edges that are notified. */
export class EdgeNotifications {
    readonly #streams = new Set<EventStream>();

    constructor({ tokens, recordedFlags }: EdgeNotificationOptions) {
        const sendAll = (message: Parameters<EventStream['send']>[0]) => {
            for (const stream of this.#streams) stream.send(message);
        };
        tokens.onRevoked(() => sendAll(TOKENS));
        recordedFlags?.onChange(() => sendAll(RECORDED_FLAGS));
    }

    /** Subscribes an edge. The first messages confirm the subscription, and the edge may have missed earlier notifications. */
    add(stream: EventStream): void {
        this.#streams.add(stream);
        stream.onClose(() => this.#streams.delete(stream));
        stream.send(TOKENS);
        stream.send(RECORDED_FLAGS);
    }
}
