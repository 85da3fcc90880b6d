import type { IncomingMessage, ServerResponse } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import type { Caller } from '../../core/access/actor.ts';
import type { Checked } from '../route/access.ts';
import { requestSignal } from '../route/request-signal.ts';
import type { Access, Route, RouteReply, RouteRequest } from '../route/route.ts';

/** A request on the fast path, and its response. */
export interface Exchange {
    request: IncomingMessage;
    response: ServerResponse;
    asked: HotRequest;
    /** The raw value from the URL. */
    query: string;
    started: number;
    /** The request id in the log, once it has been logged. */
    reqId?: string;
}

/** Rarely used members are computed on access. */
export class HotRequest implements RouteRequest<Access, unknown, unknown, unknown>, Checked {
    // Set by the access checks of the route before anything reads it.
    declare actor: RouteRequest<Access, unknown, unknown, unknown>['actor'] & Caller;
    readonly params: unknown;
    query: unknown;
    body: unknown;
    readonly method: string;
    readonly headers: IncomingMessage['headers'];
    readonly routeOptions: { config: { route: Route } };
    readonly #request: IncomingMessage;
    readonly #addressOf: (request: IncomingMessage) => string;

    constructor(
        request: IncomingMessage,
        { params, routeOptions }: { params: unknown; routeOptions: { config: { route: Route } } },
        addressOf: (request: IncomingMessage) => string,
    ) {
        this.#request = request;
        this.#addressOf = addressOf;
        this.params = params;
        this.routeOptions = routeOptions;
        this.method = request.method ?? '';
        this.headers = request.headers;
    }

    get signal(): AbortSignal {
        return requestSignal(this.#request);
    }

    get ip(): string {
        return this.#addressOf(this.#request);
    }

    get cookies(): Record<string, string | undefined> {
        return this.headers.cookie === undefined ? {} : fastifyCookie.parse(this.headers.cookie);
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
        const place = this.#placeOf(name);
        if (place < 0) this.headers.push(name, value);
        else this.headers[place + 1] = value;
    }

    get(name: string): string | undefined {
        const place = this.#placeOf(name);
        return place < 0 ? undefined : this.headers[place + 1];
    }

    set(name: string, value: string): void {
        this.header(name, value);
    }

    remove(name: string): void {
        const place = this.#placeOf(name);
        if (place >= 0) this.headers.splice(place, 2);
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

    /** With the headers that every response has. */
    completed(): string[] {
        const { headers } = this;
        headers.push('x-content-type-options', 'nosniff');
        if (this.#placeOf('cache-control') < 0) headers.push('cache-control', 'no-store');
        return headers;
    }

    #placeOf(name: string): number {
        for (let i = 0; i < this.headers.length; i += 2) if (this.headers[i] === name) return i;
        return -1;
    }
}
