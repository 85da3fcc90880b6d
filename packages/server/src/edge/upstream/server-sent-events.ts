import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The maximum length of a message in characters. A message can contain all flags. */
const MAX_MESSAGE = 256 * 1024 * 1024;

/** Parses an event stream incrementally: the returned function returns the messages that the passed bytes complete. */
export function eventStreamParser(): (bytes: Uint8Array) => EventSourceMessage[] {
    const decoder = new TextDecoder();
    let messages: EventSourceMessage[] = [];
    const parser = createParser({
        maxBufferSize: MAX_MESSAGE,
        onEvent: (message) => messages.push(message),
        onError: (error) => {
            // Unknown fields are ignored, as the standard requires.
            if (error.type === 'max-buffer-size-exceeded') throw error;
        },
    });
    return (bytes) => {
        parser.feed(decoder.decode(bytes, { stream: true }));
        const complete = messages;
        messages = [];
        return complete;
    };
}
