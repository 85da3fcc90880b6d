import type { IncomingMessage, RequestListener } from 'node:http';
import inject from 'light-my-request';
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
 * Calls routes on behalf of other protocols, without a socket. Every check of a normal request runs in the same order, for an
 * actor that is already authenticated.
 */
export class InternalClient {
    #basePath = '';
    #listener: RequestListener | undefined;
    readonly #actors = new WeakMap<IncomingMessage, AdminActor>();

    open(basePath: string, listener: RequestListener): void {
        this.#basePath = basePath;
        this.#listener = listener;
    }

    /** The actor of a request that this client has sent; undefined for other requests. */
    actorOf(request: IncomingMessage): AdminActor | undefined {
        return this.#actors.get(request);
    }

    async request({ method, path, headers, body, actor, address }: InternalRequest): Promise<InternalResponse> {
        const listener = this.#listener;
        if (!listener) throw new Error('The routes are not registered yet.');
        const send: RequestListener = (request, response) => {
            this.#actors.set(request, actor);
            listener(request, response);
        };
        const { statusCode: status, payload } = await inject(send, {
            method,
            url: this.#basePath + path,
            remoteAddress: address,
            headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { payload: JSON.stringify(body) }),
        });
        return { status, body: payload === '' ? undefined : JSON.parse(payload) };
    }
}

/** Builds a path with escaped names. A name that would change the path (such as `..`) is replaced by one that does not exist. */
export function pathOf(strings: TemplateStringsArray, ...names: (string | number)[]): string {
    return strings.reduce((path, text, index) => {
        const name = String(names[index - 1]);
        return path + (/^\.{0,2}$/.test(name) ? '%20' : encodeURIComponent(name)) + text;
    });
}
