import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rejectDuplicateHost } from './duplicate-host.ts';

export interface ListenerOptions {
    keepAliveSeconds: number;
    /** In which a request must have arrived, its body included. */
    requestSeconds: number;
    /** Requests that come before are answered after. */
    started: Promise<void>;
    /** How long idle connections are left open at the end, for a request that is on its way. */
    lingerMs: number;
    /** By which to speak TLS; unset: without. */
    tls?: { key: Buffer; cert: Buffer } | undefined;
}

/** Longer than any response takes: a client that does not read for this long must not hold memory. */
const SILENCE_MS = 300_000;
const SWEEP_MS = 100;

/** What listens at the port, hands requests on as soon as the service has started, and ends without cutting anyone off. */
export class Listener {
    readonly #options: ListenerOptions;
    readonly #sockets = new Set<Socket>();
    #isClosing = false;

    constructor(options: ListenerOptions) {
        this.#options = options;
    }

    /** Whether the service ends: each connection then ends with the answer to its next request. */
    get isClosing(): boolean {
        return this.#isClosing;
    }

    server(handler: RequestListener): Server {
        const answer = rejectDuplicateHost(handler);
        const { keepAliveSeconds, requestSeconds, started, tls } = this.#options;
        const timing = {
            keepAliveTimeout: keepAliveSeconds * 1000,
            requestTimeout: requestSeconds * 1000,
            headersTimeout: requestSeconds * 1000,
            // How often those are looked for who take longer.
            connectionsCheckingInterval: requestSeconds * 250,
            // A stream of nothing costs as much as the rest of an answer that is ready.
            optimizeEmptyRequests: true,
        };
        // The same to everyone here: one is the other with what TLS adds.
        const server: Server = tls ? createTlsServer({ ...timing, ...tls }) : createServer(timing);
        server.setTimeout(SILENCE_MS);
        server.on('connection', (socket) => {
            this.#sockets.add(socket);
            // Node looks for late requests once they have begun.
            const unused = setTimeout(() => socket.bytesRead === 0 && socket.destroy(), requestSeconds * 1000).unref();
            socket.once('close', () => {
                clearTimeout(unused);
                this.#sockets.delete(socket);
            });
        });
        const early: RequestListener = (request, response) => void started.then(() => answer(request, response));
        server.on('request', early);
        void started.then(() => server.off('request', early).on('request', answer));
        return server;
    }

    /**
     * Takes no more connections, and waits until those that are open have ended. For a moment, those between two requests
     * are left open too: the next request may be on its way, and is answered before its connection is closed.
     */
    async drain(server: Server): Promise<void> {
        this.#isClosing = true;
        if (!server.listening) return;
        const closed = once(server, 'close');
        // An HTTP server also closes the connections between two requests.
        NetServer.prototype.close.call(server);
        await Promise.race([closed, delay(this.#options.lingerMs)]);
        this.#closeIdle(server);
        // Others become idle with the answer to what they asked before the end began.
        const sweep = setInterval(() => this.#closeIdle(server), SWEEP_MS);
        await closed;
        clearInterval(sweep);
    }

    #closeIdle(server: Server): void {
        server.closeIdleConnections();
        // Node does not take connections for idle that were opened in advance and never used.
        for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    }
}
