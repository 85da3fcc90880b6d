import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { tooManyStreams, tooManyStreamsOfOne } from '../core/errors.ts';
import { Unwanted } from '../core/in-slices.ts';
import { type StreamHolder, StreamPlaces } from './stream-places.ts';

/** One connection that is kept open to send server-sent events. */
export interface EventStream {
    /** Sends a message made by `eventMessage`. A reader that does not keep up is cut off: it can connect again. */
    send(message: Buffer): void;
    onClose(listener: () => void): void;
}

export interface EventStreamsOptions {
    /** Connections at most. */
    limit: number;
    keepAliveMs?: number;
    /** Bytes that may wait for a slow reader beyond the first message, which may be large. */
    backlogLimit?: number;
}

export interface NewStream {
    holder: StreamHolder;
    headers?: OutgoingHttpHeaders;
    isStillAllowed: () => Promise<boolean>;
}

interface Open {
    response: ServerResponse;
    isStillAllowed: () => Promise<boolean>;
    /** Bytes that may wait; undefined before the first message. */
    backlogLimit: number | undefined;
    /** Bytes that waited when they were last looked at; endless before the first time. */
    waiting: number;
}

const KEEP_ALIVE = Buffer.from(':\n\n');
const SECONDS_25 = 25_000;
const LAST_WORDS_MS = 5_000;
const ONE_MEGABYTE = 1024 * 1024;

/** All streams of this node: bounded in number and in what waits for each, kept alive, and ended with the service. */
export class EventStreams {
    readonly #limit: number;
    readonly #places: StreamPlaces;
    readonly #backlogLimit: number;
    readonly #open = new Set<Open>();
    readonly #timer: NodeJS.Timeout;
    #closing = false;

    constructor({ limit, keepAliveMs = SECONDS_25, backlogLimit = ONE_MEGABYTE }: EventStreamsOptions) {
        this.#limit = limit;
        this.#places = new StreamPlaces(limit);
        this.#backlogLimit = backlogLimit;
        this.#timer = setInterval(() => void this.#tick(), keepAliveMs).unref();
    }

    hasRoom(): boolean {
        return !this.#closing && this.#places.areLeft;
    }

    open(response: ServerResponse, { holder, headers = {}, isStillAllowed }: NewStream): EventStream {
        // Nobody would ever take their place back.
        if (response.destroyed) throw new Unwanted();
        if (this.#closing || !this.#places.areLeft) throw tooManyStreams(this.#limit);
        if (!this.#places.areLeftFor(holder)) throw tooManyStreamsOfOne();
        const stream: Open = { response, isStillAllowed, backlogLimit: undefined, waiting: Number.POSITIVE_INFINITY };
        this.#open.add(stream);
        this.#places.take(holder);
        response.on('close', () => {
            this.#open.delete(stream);
            this.#places.giveBack(holder);
        });
        // The end of the connection is the end of the stream: messages need no frame, and are written as they are.
        response.useChunkedEncodingByDefault = false;
        response.shouldKeepAlive = false;
        response.writeHead(200, {
            ...headers,
            'content-type': 'text/event-stream',
            'cache-control': 'no-cache, no-transform',
            // Proxies such as nginx would otherwise hold messages back.
            'x-accel-buffering': 'no',
        });
        response.flushHeaders();
        response.socket?.setTimeout(0);
        response.socket?.setNoDelay(true);
        return {
            send: (message) => this.#send(stream, message),
            onClose: (listener) => void response.on('close', listener),
        };
    }

    /** Ends the streams of those who may no longer have them. */
    async recheck(): Promise<void> {
        for (const { response, isStillAllowed } of [...this.#open]) {
            // Whoever cannot be asked about, because the database is away, keeps what they have.
            if (!(await isStillAllowed().catch(() => true))) end(response);
        }
    }

    close(): void {
        this.#closing = true;
        clearInterval(this.#timer);
        for (const { response } of this.#open) response.end();
    }

    async #tick(): Promise<void> {
        await this.recheck();
        for (const stream of this.#open) {
            const waiting = stream.response.socket?.writableLength ?? 0;
            // Whoever has taken nothing since the last time does not read any more.
            if (waiting > 0 && waiting >= stream.waiting) stream.response.socket?.destroy();
            else this.#send(stream, KEEP_ALIVE);
            stream.waiting = stream.response.socket?.writableLength ?? 0;
        }
    }

    #send(stream: Open, message: Buffer): void {
        const { socket, writableEnded } = stream.response;
        if (!socket || writableEnded || socket.destroyed) return;
        if (socket.writableLength > (stream.backlogLimit ?? this.#backlogLimit)) {
            socket.destroy();
            return;
        }
        socket.write(message);
        stream.backlogLimit ??= this.#backlogLimit + message.length;
    }
}

/** Lets what is on its way arrive, but not for ever: whoever does not read would keep their place. */
function end(response: ServerResponse): void {
    response.end();
    const { socket } = response;
    setTimeout(() => socket?.destroy(), LAST_WORDS_MS).unref();
}

/** A server-sent event as bytes; `data` must be without line breaks, as JSON is. */
export function eventMessage({ event, id, data }: { event?: string; id?: string; data: string }): Buffer {
    return Buffer.from(`${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${data}\n\n`);
}
