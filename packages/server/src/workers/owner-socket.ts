import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartError } from '../core/errors/start-error.ts';

/** The client address that a worker forwards. Trusted only on this socket. */
export const CALLER_HEADER = 'x-halyard-caller';

/** The socket for requests that workers forward to the owner. Only the user of this service can open it. */
export class OwnerSocket {
    readonly #callers = new WeakMap<IncomingMessage, string>();
    #folder: string | undefined;
    #server: Server | undefined;

    /** The address of a caller that came through a worker; undefined for all others. */
    callerOf(request: IncomingMessage): string | undefined {
        return this.#callers.get(request);
    }

    /** Passes requests to the server that also listens on the port, and returns the path of the socket. */
    async open(main: Server, backlog: number): Promise<string> {
        const address = await this.#address();
        // The worker handles slow clients; reusable connections must not time out.
        this.#server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
        this.#server.on('request', (request, response) => {
            this.#callers.set(request, String(request.headers[CALLER_HEADER] ?? ''));
            delete request.headers[CALLER_HEADER];
            main.emit('request', request, response);
        });
        this.#server.listen({ path: address, backlog });
        await once(this.#server, 'listening');
        return address;
    }

    async close(): Promise<void> {
        this.#server?.closeAllConnections();
        this.#server?.close();
        if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
    }

    async #address(): Promise<string> {
        if (process.platform === 'win32') return `\\\\.\\pipe\\halyard-${crypto.randomUUID()}`;
        try {
            // Other users can neither read such a folder nor guess its name.
            this.#folder = await mkdtemp(path.join(tmpdir(), 'halyard-'));
        } catch (error) {
            throw new StartError(
                `Workers need a folder for temporary files: ${(error as Error).message}. Set TMPDIR to one, or WORKERS=1.`,
            );
        }
        return path.join(this.#folder, 'owner');
    }
}
