import { createServer, type IncomingMessage, type RequestListener, request as sendRequest } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AdminActor } from '../../core/access/actor.ts';

export interface InternalRequest {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Below the base path, including the query. */
    path: string;
    headers?: Record<string, string>;
    body?: unknown;
    actor: AdminActor;
    /** The address of the client. */
    address: string;
}

export interface InternalResponse {
    status: number;
    /** Parsed if it is JSON; undefined if empty. */
    body: unknown;
}

/**
 * Calls routes on behalf of other protocols, through a connection in memory. Every check of a normal request runs in the same
 * order, for an actor that is already authenticated.
 */
export class InternalClient {
    #basePath = '';
    #handle: RequestListener | undefined;
    readonly #actors = new WeakMap<Duplex, AdminActor>();
    /** Does not listen: it reads requests from connections in memory. */
    readonly #server = createServer((request, response) => this.#handle!(request, response));

    open(basePath: string, handle: RequestListener): void {
        this.#basePath = basePath;
        this.#handle = handle;
    }

    /** The actor of a request that this client has sent; undefined for other requests. */
    actorOf({ socket }: IncomingMessage): AdminActor | undefined {
        return this.#actors.get(socket);
    }

    async request({ method, path, headers, body, actor, address }: InternalRequest): Promise<InternalResponse> {
        if (!this.#handle) throw new Error('The routes are not registered yet.');
        const [near, far] = duplexPair();
        this.#actors.set(far, actor);
        this.#server.emit('connection', Object.assign(far, { remoteAddress: address }));
        const content = body === undefined ? undefined : JSON.stringify(body);
        try {
            const response = await new Promise<IncomingMessage>((resolve, reject) => {
                const sent = sendRequest(
                    {
                        method,
                        path: this.#basePath + path,
                        headers: { ...headers, ...(content !== undefined && { 'content-type': 'application/json' }) },
                        createConnection: () => near,
                    },
                    resolve,
                );
                sent.once('error', reject).end(content);
            });
            const received = await text(response);
            return { status: response.statusCode!, body: received === '' ? undefined : JSON.parse(received) };
        } finally {
            near.destroy();
            far.destroy();
        }
    }
}

/** Builds a path with escaped names. A name that would change the path (such as `..`) is replaced by one that does not exist. */
export function pathOf(strings: TemplateStringsArray, ...names: (string | number)[]): string {
    return strings.reduce((path, text, index) => {
        const name = String(names[index - 1]);
        return path + (/^\.{0,2}$/.test(name) ? '%20' : encodeURIComponent(name)) + text;
    });
}
