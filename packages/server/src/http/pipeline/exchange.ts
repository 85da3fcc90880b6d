import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdminActor, Caller } from '../../core/access/actor.ts';
import { requestSignal } from '../route/request-signal.ts';
import type { Route, RouteReply, RouteRequest } from '../route/route.ts';
import { Reply } from './reply.ts';

/** A request on its way through the pipeline, and its response. Handlers see it as a `RouteRequest`. */
export class Exchange {
    readonly started = performance.now();
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly headers: IncomingMessage['headers'];
    readonly reply: Reply;
    readonly #addressOf: (request: IncomingMessage) => string;
    #id: string | undefined;
    /** Undefined for pages and unknown paths. */
    route: Route | undefined;
    page: { path: string } | undefined;
    /** The authenticated caller of a request from inside the service. */
    internalActor: AdminActor | undefined;
    /** The authenticated caller. */
    actor: Caller | undefined;
    params: unknown;
    query: unknown;
    body: unknown;

    constructor(
        request: IncomingMessage,
        response: ServerResponse,
        {
            addressOf,
            openStream = noStream,
        }: { addressOf: (request: IncomingMessage) => string; openStream?: RouteReply['openStream'] },
    ) {
        this.request = request;
        this.response = response;
        this.headers = request.headers;
        this.reply = new Reply(response, openStream);
        this.#addressOf = addressOf;
    }

    /** The id of the request in the log. */
    get id(): string {
        this.#id ??= crypto.randomUUID();
        return this.#id;
    }

    get signal(): AbortSignal {
        return requestSignal(this.request);
    }

    /** Rarely used, so computed on access. */
    get ip(): string {
        return this.#addressOf(this.request);
    }

    get seconds(): number {
        return (performance.now() - this.started) / 1000;
    }

    /** The request as its handler sees it; the actor has a kind that the route accepts. */
    get forHandler(): Parameters<Route['handler']>[0] {
        return this as unknown as RouteRequest<Route['access'], unknown, unknown, unknown>;
    }
}

function noStream(): never {
    throw new Error('This route cannot be a stream.');
}
