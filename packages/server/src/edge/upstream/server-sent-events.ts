/** A message of a stream, with the members used here. */
export interface ServerSentEvent {
    event: string;
    /** Empty when the message has none. */
    id: string;
    data: string;
}

/** In characters. A message can contain all flags; longer ones are invalid. */
const MAX_MESSAGE = 256 * 1024 * 1024;

/** Parses the text of an event stream incrementally, and returns the complete messages. */
export class ServerSentEvents {
    readonly #decoder = new TextDecoder();
    /** Parts of an incomplete line. */
    #parts: string[] = [];
    #length = 0;
    #event = '';
    #id = '';
    #data: string[] = [];

    *take(bytes: Uint8Array): Generator<ServerSentEvent> {
        const lines = this.#decoder.decode(bytes, { stream: true }).split('\n');
        for (const [place, text] of lines.entries()) {
            this.#length += text.length;
            if (this.#length > MAX_MESSAGE) throw new Error('the stream sent a message that is too long');
            this.#parts.push(text);
            if (place === lines.length - 1) return;
            const line = this.#parts.length === 1 ? text : this.#parts.join('');
            this.#parts = [];
            const message = this.#read(line.endsWith('\r') ? line.slice(0, -1) : line);
            if (message) yield message;
        }
    }

    #read(line: string): ServerSentEvent | undefined {
        if (line === '') return this.#complete();
        const colon = line.indexOf(':');
        if (colon === 0) return undefined;
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
        if (field === 'event') this.#event = value;
        else if (field === 'id') this.#id = value;
        else if (field === 'data') this.#data.push(value);
        return undefined;
    }

    #complete(): ServerSentEvent | undefined {
        const message = { event: this.#event, id: this.#id, data: this.#data.join('\n') };
        const isEmpty = this.#data.length === 0;
        this.#event = '';
        this.#data = [];
        this.#length = 0;
        return isEmpty ? undefined : message;
    }
}
