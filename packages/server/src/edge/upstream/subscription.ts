import { setTimeout as delay } from 'node:timers/promises';
import {
    NOTIFY_HEADER,
    NOTIFY_TOKENS,
    RECORDED_FLAGS_EVENT,
    TOKENS_EVENT,
} from '../../delivery/client-updates/edge-notifications.ts';
import { parseLargeJsonBody } from '../../http/bodies/json-body.ts';
import { eventStreamParser } from './server-sent-events.ts';
import { type UpstreamClient, UpstreamUnavailable } from './upstream-client.ts';
import {
    type Content,
    InvalidUpstreamContent,
    readEvents,
    readFeatures,
    type UpstreamEvent,
} from './upstream-content.ts';

/** The consumer of upstream messages. */
export interface SubscriptionListener {
    /** The full content. */
    onContent(content: Content): Promise<void>;
    /** The changes, in order. */
    onEvents(events: UpstreamEvent[]): Promise<void>;
    /** Upstream rejects the token. */
    onRefused(): void;
    /** Upstream may have revoked tokens. */
    onTokensRevoked(): void;
    /** Upstream may record other flags than before. */
    onRecordedFlagsChanged(): void;
}

export interface SubscriptionOptions {
    client: UpstreamClient;
    /** The token for the next request; it may change. Undefined: none is left. */
    token: () => string | undefined;
    /** Whether to try streaming. */
    mayStream: boolean;
    refreshMs: number;
    listener: SubscriptionListener;
    clock: () => Date;
}

/** The state of the connection to upstream, for operators. */
export interface SubscriptionStatus {
    mode: 'streaming' | 'polling';
    /** The last contact with upstream; undefined: never. */
    lastResponseAt: Date | undefined;
    /** Unavailable since; undefined: available. */
    awaySince: Date | undefined;
    problem: string | undefined;
}

const CLIENT_SPECIFICATION = '5.2.0';
/** Halyard sends a keep-alive every 25 seconds. */
const SILENCE_MS = 70_000;
/** A stream without data by then is buffered by a proxy. */
const GREETING_MS = 15_000;
const FIRST_PAUSE_MS = 250;
/** How long to poll a server without streams before trying a stream again: it may have been replaced. */
const STREAM_AGAIN_MS = 10 * 60_000;

/** Upstream has no streams, or currently rejects the stream of this edge. */
class NoStream extends Error {}
class Refused extends Error {}

/** Follows the content of one token upstream: by stream where possible, otherwise by polling. */
export class Subscription {
    readonly #options: SubscriptionOptions;
    readonly #stop = new AbortController();
    #status: SubscriptionStatus = {
        mode: 'streaming',
        lastResponseAt: undefined,
        awaySince: undefined,
        problem: undefined,
    };
    /** Upstream's version of the received content, sent back unchanged. */
    #version = '';
    #etag: string | undefined;
    #streamAgainAt = 0;
    #pauseMs = 0;
    #isNotified = false;

    constructor(options: SubscriptionOptions) {
        this.#options = options;
        void this.#run();
    }

    get status(): SubscriptionStatus {
        return this.#status;
    }

    /** Whether upstream currently notifies this edge of revoked tokens. */
    get isNotified(): boolean {
        return this.#isNotified;
    }

    stop(): void {
        this.#stop.abort();
    }

    async #run(): Promise<void> {
        while (!this.#stop.signal.aborted) {
            const pauseMs = await this.#round().catch((error: unknown) => this.#failed(error));
            await delay(pauseMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
        }
    }

    /** One stream or one poll; returns the delay before the next. */
    async #round(): Promise<number> {
        const { mayStream, refreshMs, clock } = this.#options;
        if (mayStream && clock().getTime() >= this.#streamAgainAt) {
            try {
                await this.#stream();
                // The stream ended, as when upstream is stopped: reconnects are spread over time.
                return Math.random() * 1_000;
            } catch (error) {
                if (!(error instanceof NoStream)) throw error;
                this.#streamAgainAt = clock().getTime() + STREAM_AGAIN_MS;
            }
        }
        await this.#poll();
        return refreshMs;
    }

    async #stream(): Promise<void> {
        const { client, listener } = this.#options;
        const response = await client.stream(
            '/api/client/streaming',
            {
                token: this.#token(),
                headers: {
                    'unleash-client-spec': CLIENT_SPECIFICATION,
                    [NOTIFY_HEADER]: NOTIFY_TOKENS,
                    ...(this.#version !== '' && { 'last-event-id': this.#version }),
                },
            },
            SILENCE_MS,
        );
        const end = () => response.destroy();
        this.#stop.signal.addEventListener('abort', end);
        const greeting = setTimeout(() => response.destroy(new NoStream()), GREETING_MS);
        try {
            this.#assertStream(response.statusCode!, response.headers['content-type']);
            const parse = eventStreamParser();
            let lastId = '';
            for await (const bytes of response as AsyncIterable<Buffer>) {
                this.#markContact('streaming');
                for (const { event = '', id = lastId, data } of parse(bytes)) {
                    lastId = id;
                    if (event === TOKENS_EVENT) {
                        this.#isNotified = true;
                        listener.onTokensRevoked();
                    }
                    if (event === RECORDED_FLAGS_EVENT) listener.onRecordedFlagsChanged();
                    if (!event.startsWith('unleash-')) continue;
                    clearTimeout(greeting);
                    for (const part of toBatches(await readEvents(await parseLargeJsonBody(Buffer.from(data))))) {
                        if (part[0]?.type === 'hydration') await listener.onContent(part[0].content);
                        else await listener.onEvents(part);
                    }
                    // The version is set after processing, because unprocessed messages must be sent again.
                    this.#version = id;
                    this.#etag = undefined;
                }
                // A client that is up to date receives no first message.
                if (this.#version !== '') clearTimeout(greeting);
            }
        } catch (error) {
            if (this.#stop.signal.aborted) return;
            // The message is invalid; later messages may not apply to the current content.
            if (error instanceof InvalidUpstreamContent || error instanceof SyntaxError) this.#version = '';
            throw error;
        } finally {
            this.#isNotified = false;
            clearTimeout(greeting);
            this.#stop.signal.removeEventListener('abort', end);
            response.destroy();
        }
    }

    #assertStream(status: number, contentType: string | undefined): void {
        if (status === 401 || status === 403) throw new Refused(`status ${status}`);
        if (status >= 500) throw new UpstreamUnavailable(`status ${status}`);
        if (status !== 200 || !contentType?.startsWith('text/event-stream')) throw new NoStream();
    }

    async #poll(): Promise<void> {
        const { client, listener } = this.#options;
        const { status, headers, body } = await client.request('GET', '/api/client/features', {
            token: this.#token(),
            headers: {
                'unleash-client-spec': CLIENT_SPECIFICATION,
                ...(this.#etag !== undefined && { 'if-none-match': this.#etag }),
            },
        });
        if (status === 401 || status === 403) throw new Refused(`status ${status}`);
        if (status !== 200 && status !== 304) throw new UpstreamUnavailable(`status ${status}`);
        if (status === 200) {
            await listener.onContent(await readFeatures(await parseLargeJsonBody(body)));
            this.#etag = headers.etag;
            // The next stream must begin with the full content.
            this.#version = '';
        }
        this.#markContact('polling');
        // Upstream offers streams now.
        if (headers['fetch-mode'] === 'streaming') this.#streamAgainAt = 0;
    }

    #token(): string {
        const token = this.#options.token();
        if (token === undefined) throw new Refused('no token is left');
        return token;
    }

    #markContact(mode: SubscriptionStatus['mode']): void {
        this.#pauseMs = 0;
        this.#status = { mode, lastResponseAt: this.#options.clock(), awaySince: undefined, problem: undefined };
    }

    #failed(error: unknown): number {
        const { clock, listener, refreshMs } = this.#options;
        if (error instanceof Refused) listener.onRefused();
        const problem = error instanceof Error ? error.message : String(error);
        this.#status = { ...this.#status, awaySince: this.#status.awaySince ?? clock(), problem };
        this.#pauseMs = Math.min(Math.max(2 * this.#pauseMs, FIRST_PAUSE_MS), refreshMs);
        // Jitter, so that hundreds of edges do not reconnect simultaneously.
        return this.#pauseMs * (0.5 + Math.random());
    }
}

/** Separates hydrations from the events that follow them. */
function toBatches(events: readonly UpstreamEvent[]): UpstreamEvent[][] {
    const parts: UpstreamEvent[][] = [];
    for (const event of events) {
        const last = parts.at(-1);
        if (event.type === 'hydration' || !last || last[0]?.type === 'hydration') parts.push([event]);
        else last.push(event);
    }
    return parts;
}
