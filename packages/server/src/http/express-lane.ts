import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { Actor, SdkActor } from '../core/actor.ts';
import { compileValidator } from './compile.ts';
import { type CorsOptions, corsHeaders } from './cors.ts';
import { toErrorAnswer } from './errors.ts';
import { isLargeJsonBody, parseJsonBody, parseLargeJsonBody } from './json-body.ts';
import type { Route, RouteReply, RouteRequest } from './route.ts';

export interface ExpressLaneOptions {
    basePath: string;
    /** Who an API token stands for. */
    actorOfToken: (secret: string) => Actor | undefined;
    addressOf: (request: IncomingMessage) => string;
    cors: CorsOptions;
    bodyLimit: number;
    /** Whether the service ends: each connection then ends with the answer to its next request. */
    isClosing: () => boolean;
    onUnexpected: (exchange: Exchange, error: unknown, id: string) => void;
    onAnswer: (exchange: Exchange, answer: { route: Route; status: number; seconds: number }) => void;
}

/**
 * SDK requests come by the thousand and are answered from memory; the way through the framework would cost several times the
 * answer. Routes that are `hot` are answered here: the same checks, the same validation, the same handler, and nothing in
 * between. Whatever is out of the ordinary before that (no valid token, an unusual address or body) is left to the framework.
 */
export function expressLane(
    routes: readonly Route[],
    options: ExpressLaneOptions,
    other: RequestListener,
): RequestListener {
    const hotRoutes = (method: Route['method']) =>
        new Map(
            routes
                .filter((route) => route.hot && route.method === method)
                .map((route) => [options.basePath + route.path, new HotRoute(route, options)]),
        );
    const gets = hotRoutes('GET');
    const posts = hotRoutes('POST');
    return (request, response) => {
        const { url = '', method } = request;
        const mark = url.indexOf('?');
        const hot = method === 'GET' ? gets : method === 'POST' ? posts : undefined;
        const route = hot?.get(mark < 0 ? url : url.slice(0, mark));
        const taken = route?.take(request, response, mark < 0 ? '' : url.slice(mark + 1)) ?? false;
        if (!taken) other(request, response);
    };
}

const NOTHING = Object.freeze({});

class HotRoute {
    readonly #route: Route;
    readonly #options: ExpressLaneOptions;
    readonly #isValidQuery: ReturnType<typeof compileValidator> | undefined;
    readonly #isValidBody: ReturnType<typeof compileValidator> | undefined;
    #noQuery: object | undefined;

    constructor(route: Route, options: ExpressLaneOptions) {
        this.#route = route;
        this.#options = options;
        this.#isValidQuery = route.query && compileValidator({ schema: route.query, httpPart: 'querystring' });
        this.#isValidBody = route.body && compileValidator({ schema: route.body, httpPart: 'body' });
    }

    /** Sees to it that the request is answered, or leaves it as it is and returns false. */
    take(request: IncomingMessage, response: ServerResponse, query: string): boolean {
        const started = performance.now();
        const actor = this.#actorOf(request);
        if (!actor || query.includes('%00')) return false;
        if (this.#options.isClosing()) response.shouldKeepAlive = false;
        const exchange: Exchange = { request, response, actor, query, started };
        if (!this.#isValidBody) {
            this.#answerSoon(exchange, undefined);
            return true;
        }
        const { headers } = request;
        const length = Number(headers['content-length']);
        if (!(length > 0 && length <= (this.#route.bodyLimit ?? this.#options.bodyLimit))) return false;
        if (!headers['content-type']?.startsWith('application/json') || headers['content-encoding']) return false;
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => void chunks.push(chunk));
        request.on('end', () => {
            this.#answerSoon(exchange, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
        });
        return true;
    }

    #actorOf({ headers }: IncomingMessage): SdkActor | undefined {
        const given = headers.authorization ?? headers['x-api-key'];
        if (typeof given !== 'string') return undefined;
        const actor = this.#options.actorOfToken(secretIn(given));
        const { access } = this.#route;
        return actor && actor.kind !== 'admin' && (access === actor.kind || access === 'sdk') ? actor : undefined;
    }

    /**
     * Requests that came in together are answered one right after the other, once all of them were read. Answering each at
     * once would make the processor load the code and data of every step from the network to the answer again and again;
     * this way it still has them from the request before. Under load that saves a quarter of its time.
     */
    #answerSoon(exchange: Exchange, bytes: Buffer | undefined): void {
        setImmediate(() => this.#answer(exchange, bytes));
    }

    #answer(exchange: Exchange, bytes: Buffer | undefined): void {
        const reply = new HotReply(this.#route.responds.status);
        if (this.#route.forOtherSites) {
            const headers = corsHeaders(exchange.request.headers.origin, this.#options.cors);
            for (const name in headers) reply.header(name, headers[name]!);
        }
        try {
            const result = this.#handle(exchange, bytes, reply);
            if (result instanceof Promise) {
                result.then(
                    (body) => this.#send(exchange, reply, body),
                    (error: unknown) => this.#fail(exchange, reply, error),
                );
            } else {
                this.#send(exchange, reply, result);
            }
        } catch (error) {
            this.#fail(exchange, reply, error);
        }
    }

    #handle(exchange: Exchange, bytes: Buffer | undefined, reply: HotReply): unknown {
        const { query: text } = exchange;
        // Without a query there is always the same to find out.
        if (text === '') this.#noQuery ??= Object.freeze(this.#validQuery({}));
        const query = text === '' ? this.#noQuery : this.#validQuery(parseQuery(text));
        if (bytes && isLargeJsonBody(bytes)) {
            return parseLargeJsonBody(bytes.toString()).then((body) => this.#call(exchange, query, body, reply));
        }
        return this.#call(exchange, query, bytes && parseJsonBody(bytes.toString()), reply);
    }

    #call({ request, actor }: Exchange, query: unknown, body: unknown, reply: HotReply): unknown {
        if (this.#isValidBody && !this.#isValidBody(body)) {
            throw { validation: this.#isValidBody.errors, validationContext: 'body' };
        }
        return this.#route.handler(new HotRequest(request, this.#options.addressOf, actor, query, body), reply);
    }

    #validQuery(query: object): object {
        if (!this.#isValidQuery || this.#isValidQuery(query)) return query;
        throw { validation: this.#isValidQuery.errors, validationContext: 'querystring' };
    }

    #send(exchange: Exchange, { headers, code, sent }: HotReply, body: unknown): void {
        const { response, started } = exchange;
        // Hot routes answer with ready bytes or nothing.
        const bytes = (body ?? '') as Buffer | string;
        if (code !== 304) headers.push('content-length', String(Buffer.byteLength(bytes)));
        headers.push('x-content-type-options', 'nosniff');
        if (!headers.includes('cache-control')) headers.push('cache-control', 'no-store');
        response.writeHead(code, headers);
        response.end(bytes, sent);
        const seconds = (performance.now() - started) / 1000;
        this.#options.onAnswer(exchange, { route: this.#route, status: code, seconds });
    }

    #fail(exchange: Exchange, reply: HotReply, error: unknown): void {
        const { bodyLimit, onUnexpected } = this.#options;
        const answer = toErrorAnswer(error, { contentType: exchange.request.headers['content-type'], bodyLimit });
        if (answer.unexpected) onUnexpected(exchange, error, answer.body.id);
        const members = this.#route.errorMembers?.({ status: answer.status, ...answer.body }, NOTHING);
        reply.status(answer.status);
        reply.header('content-type', 'application/json; charset=utf-8');
        this.#send(exchange, reply, JSON.stringify({ ...answer.body, ...members }));
    }
}

const SPACE = 32;

/** A token stands in its header as it is, or after `Bearer `. */
function secretIn(header: string): string {
    return (header.charCodeAt(6) === SPACE ? header.replace(/^bearer /i, '') : header).trim();
}

interface Exchange {
    request: IncomingMessage;
    response: ServerResponse;
    actor: SdkActor;
    query: string;
    started: number;
    /** By which the log knows it, once it stands there. */
    reqId?: string;
}

/** What few handlers look at is found out when they do. */
class HotRequest implements RouteRequest<'sdk', unknown, unknown, unknown> {
    readonly params = NOTHING;
    readonly actor: SdkActor;
    readonly query: unknown;
    readonly body: unknown;
    readonly headers: IncomingMessage['headers'];
    readonly #request: IncomingMessage;
    readonly #addressOf: (request: IncomingMessage) => string;

    constructor(
        request: IncomingMessage,
        addressOf: (request: IncomingMessage) => string,
        actor: SdkActor,
        query: unknown,
        body: unknown,
    ) {
        this.#request = request;
        this.#addressOf = addressOf;
        this.actor = actor;
        this.query = query;
        this.body = body;
        this.headers = request.headers;
    }

    get ip(): string {
        return this.#addressOf(this.#request);
    }

    hasLeft(): boolean {
        return this.#request.socket.destroyed;
    }
}

class HotReply implements RouteReply {
    /** Names and values in turn, which is what Node takes the fastest. */
    readonly headers: string[] = [];
    code: number;
    sent: (() => void) | undefined;

    constructor(status: number) {
        this.code = status;
    }

    header(name: string, value: string): void {
        for (let i = 0; i < this.headers.length; i += 2) {
            if (this.headers[i] === name) {
                this.headers[i + 1] = value;
                return;
            }
        }
        this.headers.push(name, value);
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
}
