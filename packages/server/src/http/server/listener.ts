import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as afterPendingReads, setTimeout as delay } from 'node:timers/promises';
import { rejectDuplicateHost } from './duplicate-host.ts';
import { respondToMalformed } from './malformed-request.ts';

export interface ListenerOptions {
    keepAliveSeconds: number;
    /** The time within which a request must have arrived completely. */
    requestSeconds: number;
    /** Resolves when the service has started; earlier requests wait for it. */
    started: Promise<void>;
    /** The time that idle connections stay open during shutdown, for requests already on their way. */
    lingerMs: number;
    /** TLS key and certificate; unset: no TLS. */
    tls?: { key: Buffer; cert: Buffer } | undefined;
}

/** Longer than any response takes. Connections of clients that do not read for this long are closed to release memory. */
const INACTIVITY_TIMEOUT_MS = 300_000;
const SWEEP_MS = 100;

/** Listens at the port, passes requests on once the service has started, and shuts down without interrupting responses. */
export class Listener {
    readonly #options: ListenerOptions;
    readonly #sockets = new Set<Socket>();
    #isClosing = false;

    constructor(options: ListenerOptions) {
        this.#options = options;
    }

    /** Whether the service is shutting down: each connection then ends after its next response. */
    readonly isClosing = (): boolean => this.#isClosing;

    server(handler: RequestListener): Server {
        const listener = rejectDuplicateHost(handler);
        const { keepAliveSeconds, requestSeconds, started, tls } = this.#options;
        const timing = {
            keepAliveTimeout: keepAliveSeconds * 1000,
            requestTimeout: requestSeconds * 1000,
            headersTimeout: requestSeconds * 1000,
            // How often late requests are checked.
            connectionsCheckingInterval: requestSeconds * 250,
            // A body stream for an empty body would cost as much as the rest of a prepared response.
            optimizeEmptyRequests: true,
        };
        // The TLS server has the same interface here.
        const server: Server = tls ? createTlsServer({ ...timing, ...tls }) : createServer(timing);
        server.setTimeout(INACTIVITY_TIMEOUT_MS);
        server.on('clientError', respondToMalformed);
        server.on('connection', (socket) => {
            this.#sockets.add(socket);
            // Node's timeout starts only once a request has begun.
            const unused = setTimeout(() => socket.bytesRead === 0 && socket.destroy(), requestSeconds * 1000).unref();
            socket.once('close', () => {
                clearTimeout(unused);
                this.#sockets.delete(socket);
            });
        });
        const early: RequestListener = (request, response) => void started.then(() => listener(request, response));
        server.on('request', early);
        void started.then(() => server.off('request', early).on('request', listener));
        return server;
    }

    /**
     * Stops accepting connections, and waits until the open ones have ended. Idle connections stay open for a moment: a request
     * already on its way gets a response before its connection is closed.
     */
    async drain(server: Server): Promise<void> {
        this.#isClosing = true;
        if (!server.listening) return;
        const closed = once(server, 'close');
        // `close` of the HTTP server would also close idle connections.
        NetServer.prototype.close.call(server);
        await Promise.race([closed, delay(this.#options.lingerMs)]);
        // Requests may have arrived while the event loop was blocked. They are read before the next immediate runs.
        await afterPendingReads();
        this.#closeIdle(server);
        // Other connections become idle after their current response.
        const sweep = setInterval(() => this.#closeIdle(server), SWEEP_MS);
        await closed;
        clearInterval(sweep);
    }

    #closeIdle(server: Server): void {
        server.closeIdleConnections();
        // Node does not treat connections as idle that were opened in advance and never used.
        for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    }
}
