import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import { RequestAborted, shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { nodeShutsDown, tooManyStreams, tooManyStreamsOfOne } from '../../core/errors/errors.ts';
import { by, counter, gauge, type Metric } from '../../telemetry/metric.ts';
import { ByteChunks } from '../bodies/payload.ts';
import { type StreamHolder, StreamSlots } from './stream-quotas.ts';

/** One connection that is kept open to send server-sent events. */
export interface EventStream {
    /** Sends a message made by `eventMessage`. A client that does not keep up is disconnected and can reconnect. */
    send(message: Buffer | ByteChunks): void;
    onClose(listener: () => void): void;
    /** Ends the stream; data in flight still arrives. */
    end(): void;
    /** Whether the client would be accepted with the same permissions now. */
    isStillAllowed(): Promise<boolean>;
}

/** The access of a stream, and whether it is still valid. */
export interface StreamAccess {
    /** From memory: checked before each message. */
    isAllowed(): boolean;
    /** From the database: checked periodically. */
    recheck?(): Promise<boolean>;
    /** Access is checked once for streams with the same credentials. */
    credential?: string | undefined;
}

export interface EventStreamsOptions {
    /** Maximum number of connections. */
    limit: number;
    keepAliveMs?: number;
    /** Bytes that may be buffered for a slow client beyond the first message, which may be large. */
    backlogLimit?: number;
}

export interface NewStream {
    holder: StreamHolder;
    /** The label in metrics: the path of its route. */
    kind?: string;
    headers?: OutgoingHttpHeaders;
    access: StreamAccess;
}

interface Open {
    response: ServerResponse;
    kind: string;
    access: StreamAccess;
    /** Bytes that may be buffered; undefined before the first message. */
    backlogLimit: number | undefined;
    /** Bytes that were buffered at the last check; infinite before the first one. */
    waiting: number;
}

const KEEP_ALIVE = Buffer.from(':\n\n');
const MESSAGE_END = Buffer.from('\n\n');
const SECONDS_25 = 25_000;
const END_TIMEOUT_MS = 5_000;
const ONE_MEGABYTE = 1024 * 1024;

/** All streams of this node: limited in number and buffer size, kept alive, and ended with the service. */
export class EventStreams {
    readonly #slots: StreamSlots;
    readonly #backlogLimit: number;
    readonly #open = new Set<Open>();
    readonly #timer: NodeJS.Timeout;
    readonly #recheckInBackground = coalesced(() => this.recheckAll());
    readonly #counts = { opened: 0, refused: 0, cutOff: 0 };
    #closing = false;

    constructor({ limit, keepAliveMs = SECONDS_25, backlogLimit = ONE_MEGABYTE }: EventStreamsOptions) {
        this.#slots = new StreamSlots(limit);
        this.#backlogLimit = backlogLimit;
        const tick = coalesced(() => this.#tick());
        this.#timer = setInterval(() => void tick(), keepAliveMs).unref();
    }

    /** The number of open streams. */
    get count(): number {
        return this.#open.size;
    }

    hasRoomFor(holder: StreamHolder): boolean {
        return !this.#closing && this.#slots.areLeft && this.#slots.areLeftFor(holder);
    }

    open(response: ServerResponse, { holder, kind = 'other', headers = {}, access }: NewStream): EventStream {
        // The slot would never be released.
        if (response.destroyed) throw new RequestAborted();
        if (this.#closing) throw nodeShutsDown();
        if (!this.hasRoomFor(holder)) {
            this.#counts.refused++;
            throw this.#slots.areLeft ? tooManyStreamsOfOne() : tooManyStreams(this.#slots.limit);
        }
        this.#counts.opened++;
        const stream: Open = { response, kind, access, backlogLimit: undefined, waiting: Number.POSITIVE_INFINITY };
        this.#open.add(stream);
        this.#slots.take(holder);
        response.on('close', () => {
            this.#open.delete(stream);
            this.#slots.release(holder);
        });
        // The stream ends with the connection, so messages need no chunk framing.
        response.useChunkedEncodingByDefault = false;
        response.shouldKeepAlive = false;
        response.writeHead(200, {
            ...headers,
            'content-type': 'text/event-stream',
            'x-content-type-options': 'nosniff',
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
            end: () => end(response),
            isStillAllowed: () => isStillAllowed(access),
        };
    }

    /** Ends the streams whose access has ended according to the cached tokens. */
    async recheck(): Promise<void> {
        for (const { response, access } of this.#open) {
            if (!access.isAllowed()) end(response);
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    /** Checks all streams, once for each credential. */
    async recheckAll(): Promise<void> {
        const results = new Map<string, Promise<boolean>>();
        for (const { response, access } of this.#open) {
            const known = access.credential === undefined ? undefined : results.get(access.credential);
            // Clients whose access cannot be checked, because the database is unavailable, stay connected.
            const result = known ?? isStillAllowed(access).catch(() => true);
            if (access.credential !== undefined) results.set(access.credential, result);
            if (!(await result)) end(response);
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    async close(): Promise<void> {
        this.#closing = true;
        clearInterval(this.#timer);
        for (const { response } of this.#open) {
            response.end();
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    async #tick(): Promise<void> {
        for (const stream of this.#open) {
            const waiting = stream.response.socket?.writableLength ?? 0;
            // A client that has read nothing since the last check has stopped reading.
            if (waiting > 0 && waiting >= stream.waiting) this.#cutOff(stream);
            else this.#send(stream, KEEP_ALIVE);
            stream.waiting = stream.response.socket?.writableLength ?? 0;
            if (shouldYield()) await yieldToEventLoop();
        }
        // Not awaited: while the database does not respond, SDKs would receive no keep-alives and consider their streams dead.
        void this.#recheckInBackground();
    }

    #send(stream: Open, message: Buffer | ByteChunks): void {
        const { socket, writableEnded } = stream.response;
        if (!socket || writableEnded || socket.destroyed) return;
        if (!stream.access.isAllowed()) {
            end(stream.response);
            return;
        }
        if (socket.writableLength > (stream.backlogLimit ?? this.#backlogLimit)) {
            this.#cutOff(stream);
            return;
        }
        if (message instanceof ByteChunks) {
            socket.cork();
            for (const chunk of message.chunks) socket.write(chunk);
            socket.uncork();
        } else socket.write(message);
        stream.backlogLimit ??= this.#backlogLimit + message.length;
    }

    #cutOff({ response }: Open): void {
        this.#counts.cutOff++;
        response.socket?.destroy();
    }

    metrics(): Metric[] {
        const open: Record<string, number> = {};
        for (const { kind } of this.#open) open[kind] = (open[kind] ?? 0) + 1;
        const { opened, refused, cutOff } = this.#counts;
        return [
            gauge('halyard_streams', 'Open streams, by route', by('path', open)),
            gauge('halyard_streams_limit', 'Maximum number of streams', this.#slots.limit),
            counter('halyard_streams_opened_total', 'Streams that were opened', opened),
            counter(
                'halyard_streams_refused_total',
                'Streams that were refused because of the limit of this node or of one client',
                refused,
            ),
            counter(
                'halyard_streams_cut_off_total',
                'Streams that were ended because the client did not read them',
                cutOff,
            ),
        ];
    }
}

async function isStillAllowed({ isAllowed, recheck }: StreamAccess): Promise<boolean> {
    return isAllowed() && ((await recheck?.()) ?? true);
}

/** Waits for data in flight for a limited time: a client that does not read would block its slot. */
function end(response: ServerResponse): void {
    if (response.writableEnded) return;
    response.end();
    const { socket } = response;
    setTimeout(() => socket?.destroy(), END_TIMEOUT_MS).unref();
}

/** Encodes a server-sent event; `data` must not contain line breaks, as in JSON. */
export const eventMessage = ({ data, ...fields }: EventFields & { data: string }): Buffer =>
    Buffer.from(`${eventHead(fields)}${data}\n\n`);

/** The same, for data in several buffers. */
export const eventMessageOf = ({ chunks }: ByteChunks, fields: EventFields): ByteChunks =>
    new ByteChunks([Buffer.from(eventHead(fields)), ...chunks, MESSAGE_END]);

interface EventFields {
    event?: string;
    id?: string;
}

const eventHead = ({ event, id }: EventFields) => `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: `;
