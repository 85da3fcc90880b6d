import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { SdkActor } from '../../core/access/actor.ts';
import { parseJsonBody } from '../bodies/json-body.ts';
import type { ByteChunks } from '../bodies/payload.ts';
import { rawOptionsOf } from '../bodies/raw-body.ts';
import { errorBody } from '../pipeline/error-response.ts';
import { Exchange } from '../pipeline/exchange.ts';
import { BODY_LIMIT } from '../pipeline/request-body.ts';
import { sendBytes } from '../pipeline/send.ts';
import { isForSdks, type TokenLookup } from '../route/access.ts';
import { cacheControlOf, varyOf } from '../route/cache-headers.ts';
import { compileValidator, type HttpPart } from '../route/compile.ts';
import { requestToken } from '../route/request-token.ts';
import type { Route } from '../route/route.ts';
import { keepUsableParts } from '../route/usable-parts.ts';
import { type CorsOptions, corsHeaders } from '../server/cors.ts';
import { invalidRequest } from '../server/errors.ts';

export interface FastPathOptions {
    basePath: string;
    tokens: TokenLookup;
    addressOf: (request: IncomingMessage) => string;
    cors: CorsOptions;
    /** The header that carries tokens, if not the usual one. */
    tokenHeader?: string | undefined;
    /** Whether the service is shutting down: each connection then ends after its next response. */
    isClosing: () => boolean;
    onUnexpected: (exchange: Exchange, error: unknown, id: string) => void;
    onResponse: (exchange: Exchange) => void;
}

const validatorOf = (schema: unknown, httpPart: HttpPart) =>
    schema === undefined ? undefined : compileValidator({ schema, httpPart });

const NO_PARAMS = Object.freeze({});

/** A route on the fast path. */
export class HotRoute {
    readonly #route: Route;
    readonly #options: FastPathOptions;
    readonly #vary: string;
    readonly #isValidQuery: ReturnType<typeof validatorOf>;
    readonly #isValidBody: ReturnType<typeof validatorOf>;
    #noQuery: object | undefined;

    constructor(route: Route, options: FastPathOptions) {
        this.#route = route;
        this.#options = options;
        this.#vary = varyOf(route, options);
        if (!isForSdks(route.access) || route.params || route.rateLimit !== undefined || rawOptionsOf(route.body)) {
            throw new Error(`${route.path} cannot be hot: the fast path does not support all of its checks.`);
        }
        this.#isValidQuery = validatorOf(route.query, 'query');
        this.#isValidBody = validatorOf(route.body, 'body');
    }

    /** Handles the request, or leaves it untouched and returns false. */
    take(request: IncomingMessage, response: ServerResponse, query: string): boolean {
        if (query.includes('%00')) return false;
        const actor = this.#sdkOf(request);
        if (!actor) return false;
        const { headers } = request;
        if (this.#isValidBody) {
            const length = Number(headers['content-length']);
            if (!(length > 0 && length <= Math.min(this.#route.bodyLimit ?? BODY_LIMIT, BODY_LIMIT))) return false;
            if (!headers['content-type']?.startsWith('application/json') || headers['content-encoding']) return false;
        }
        const exchange = new Exchange(request, response, this.#options);
        exchange.route = this.#route;
        exchange.actor = actor;
        exchange.params = NO_PARAMS;
        if (!this.#isValidBody) {
            this.#respondSoon(exchange, query, undefined);
            return true;
        }
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => void chunks.push(chunk));
        request.on('end', () => {
            this.#respondSoon(exchange, query, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
        });
        return true;
    }

    #sdkOf({ headers }: IncomingMessage): SdkActor | undefined {
        const token = requestToken(headers);
        const actor = token === undefined ? undefined : this.#options.tokens.find(token);
        const { access } = this.#route;
        return actor && actor.kind !== 'admin' && (access === actor.kind || access === 'sdk') ? actor : undefined;
    }

    /**
     * Handles requests that arrive together one after the other, once all of them were read. This keeps the code and data of
     * each step in the processor's cache, and saves a quarter of the CPU time under load.
     */
    #respondSoon(exchange: Exchange, query: string, bytes: Buffer | undefined): void {
        setImmediate(() => this.#respond(exchange, query, bytes));
    }

    #respond(exchange: Exchange, query: string, bytes: Buffer | undefined): void {
        const { reply, response, headers } = exchange;
        if (this.#options.isClosing()) response.shouldKeepAlive = false;
        reply.status(this.#route.responds.status);
        reply.header('vary', this.#vary);
        if (this.#route.forOtherSites) reply.addAll(corsHeaders(headers.origin, this.#options.cors));
        try {
            const result = this.#handle(exchange, query, bytes);
            // Values already in memory are returned synchronously.
            if (!(result instanceof Promise)) this.#succeed(exchange, result);
            else {
                result
                    .then((body) => this.#succeed(exchange, body))
                    .catch((error: unknown) => this.#fail(exchange, error));
            }
        } catch (error) {
            this.#fail(exchange, error);
        }
    }

    #handle(exchange: Exchange, query: string, bytes: Buffer | undefined): unknown {
        exchange.query = this.#queryIn(query);
        const { keepsUsableParts, body: schema } = this.#route;
        exchange.body = bytes && (keepsUsableParts ? parsedOrNothing(bytes) : parseJsonBody(bytes));
        if (keepsUsableParts) keepUsableParts(exchange, schema!);
        else if (this.#isValidBody && !this.#isValidBody(exchange.body)) {
            throw invalidRequest(this.#isValidBody.errors![0]!, 'body');
        }
        return this.#route.handler(exchange.forHandler, exchange.reply);
    }

    /** The result for an empty query is constant. */
    #queryIn(text: string): object {
        if (text !== '') return this.#validQuery(parseQuery(text));
        this.#noQuery ??= Object.freeze(this.#validQuery({}));
        return this.#noQuery;
    }

    #validQuery(query: object): object {
        if (!this.#isValidQuery || this.#isValidQuery(query)) return query;
        throw invalidRequest(this.#isValidQuery.errors![0]!, 'query');
    }

    /** Hot routes return bytes, compressed where it is worthwhile, or nothing. */
    #succeed(exchange: Exchange, body: unknown): void {
        const cacheControl = cacheControlOf(this.#route, exchange.headers);
        if (cacheControl !== undefined) exchange.reply.header('cache-control', cacheControl);
        this.#send(exchange, (body ?? '') as ByteChunks | Buffer | string);
    }

    #fail(exchange: Exchange, error: unknown): void {
        const body = errorBody(exchange, error, this.#options.onUnexpected);
        if (body !== undefined) this.#send(exchange, body);
    }

    #send(exchange: Exchange, body: ByteChunks | Buffer | string): void {
        sendBytes(exchange, body);
        this.#options.onResponse(exchange);
    }
}

function parsedOrNothing(bytes: Buffer): unknown {
    try {
        return parseJsonBody(bytes);
    } catch {
        return undefined;
    }
}
