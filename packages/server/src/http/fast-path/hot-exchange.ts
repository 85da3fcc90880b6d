import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SdkActor } from '../../core/access/actor.ts';
import { requestSignal } from '../route/request-signal.ts';
import type { RouteReply, RouteRequest } from '../route/route.ts';

/** A request on the fast path, and its response. */
export interface Exchange {
    request: IncomingMessage;
    response: ServerResponse;
    hotRequest: HotRequest;
    /** The raw query string of the URL. */
    query: string;
    started: number;
    /** The request id in the log, once it has been logged. */
    reqId?: string;
}

const NO_PARAMS = Object.freeze({});

export class HotRequest implements RouteRequest<'sdk', unknown, unknown, unknown> {
    readonly actor: SdkActor;
    readonly params = NO_PARAMS;
    query: unknown;
    body: unknown;
    droppedParts = 0;
    readonly headers: IncomingMessage['headers'];
    readonly #request: IncomingMessage;
    readonly #addressOf: (request: IncomingMessage) => string;

    constructor(request: IncomingMessage, actor: SdkActor, addressOf: (request: IncomingMessage) => string) {
        this.#request = request;
        this.#addressOf = addressOf;
        this.actor = actor;
        this.headers = request.headers;
    }

    get signal(): AbortSignal {
        return requestSignal(this.#request);
    }

    /** Rarely used, so computed on access. */
    get ip(): string {
        return this.#addressOf(this.#request);
    }
}

export class HotReply implements RouteReply {
    /** Names and values alternate, the fastest format for Node. */
    readonly headers: string[] = [];
    code: number;
    sent: (() => void) | undefined;

    constructor(status: number) {
        this.code = status;
    }

    header(name: string, value: string): void {
        const index = this.#indexOf(name);
        if (index < 0) this.headers.push(name, value);
        else this.headers[index + 1] = value;
    }

    remove(name: string): void {
        const index = this.#indexOf(name);
        if (index >= 0) this.headers.splice(index, 2);
    }

    status(status: number): void {
        this.code = status;
    }

    onceSent(callback: () => void): void {
        this.sent = callback;
    }

    openStream(): never {
        throw new Error('A hot route cannot be a stream.');
    }

    /** Adds the headers that every response has. */
    completed(): string[] {
        const { headers } = this;
        headers.push('x-content-type-options', 'nosniff');
        if (this.#indexOf('cache-control') < 0) headers.push('cache-control', 'no-store');
        return headers;
    }

    #indexOf(name: string): number {
        for (let i = 0; i < this.headers.length; i += 2) if (this.headers[i] === name) return i;
        return -1;
    }
}
