import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { CALLER_HEADER } from './owner-socket.ts';

/** Headers of the connection rather than the request, and internal headers that clients must not set. */
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'expect', 'upgrade', 'proxy-connection', CALLER_HEADER]);
/** Node sets these headers itself. */
const NOT_ANSWERED = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export interface PassingOptions {
    /** The socket of the owner process. */
    door: string;
    addressOf: (request: IncomingMessage) => string;
    isClosing: () => boolean;
}

/** Forwards requests to the owner process and streams its responses back unchanged. */
export class PassingOn {
    readonly #options: PassingOptions;
    readonly #agent = new Agent({ keepAlive: true });
    readonly #streams = new Set<ServerResponse>();

    constructor(options: PassingOptions) {
        this.#options = options;
    }

    pass(request: IncomingMessage, response: ServerResponse): void {
        const { door, addressOf, isClosing } = this.#options;
        const headers = without(request.rawHeaders, NOT_PASSED_ON);
        headers.push(CALLER_HEADER, addressOf(request));
        const { method, url } = request;
        let isWhole = false;
        const passed = send({ socketPath: door, agent: this.#agent, method, path: url, headers });
        passed.on('response', (answer) => {
            if (isClosing()) response.shouldKeepAlive = false;
            response.writeHead(answer.statusCode!, answer.statusMessage, without(answer.rawHeaders, NOT_ANSWERED));
            response.flushHeaders();
            if (answer.headers['content-type']?.startsWith('text/event-stream')) this.#remember(response);
            // A truncated response must not look complete.
            answer.on('error', () => response.destroy());
            answer.on('end', () => {
                isWhole = true;
            });
            answer.pipe(response);
        });
        // The owner process has exited, and so will this one: the connection breaks, as with a single process.
        passed.on('error', () => {
            if (!response.writableEnded) response.destroy();
        });
        // A disconnected client does not wait. After a complete response the connection may be in use by another request.
        response.on('close', () => isWhole || passed.destroy());
        // A request without a body has ended before a listener is attached.
        if (request.readableEnded) passed.end();
        else request.pipe(passed);
    }

    /** Streams would keep the server from closing. */
    close(): void {
        for (const response of this.#streams) response.end();
    }

    #remember(response: ServerResponse): void {
        this.#streams.add(response);
        response.on('close', () => this.#streams.delete(response));
    }
}

/** Names and values alternate. */
const without = (rawHeaders: readonly string[], names: ReadonlySet<string>): string[] =>
    rawHeaders.filter((_, index) => !names.has(rawHeaders[index - (index % 2)]!.toLowerCase()));
