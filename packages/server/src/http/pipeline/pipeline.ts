import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { invalid, notFound } from '../../core/errors/errors.ts';
import { fastPath } from '../fast-path/fast-path.ts';
import { identify, unauthenticated } from '../route/access.ts';
import type { Route } from '../route/route.ts';
import { respondToPreflight } from '../server/cors.ts';
import { ExpensiveRequests } from '../server/expensive-requests.ts';
import { logRequest } from '../server/request-log.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { compressed } from './compression.ts';
import { errorResponse } from './error-response.ts';
import { Exchange } from './exchange.ts';
import { responseBytes } from './response-body.ts';
import { RouteSteps } from './route-steps.ts';
import { decoded, Router, segmentsOf } from './router.ts';
import { send } from './send.ts';
import { pageFor, type WebPage } from './web-page.ts';

export interface PipelineOptions extends ServerOptions {
    /** Whether the service is shutting down: each connection then ends after its next response. */
    isClosing: () => boolean;
}

/**
 * What happens to a request: its route is found, the caller and the limits are checked, the body is read, the handler runs, and
 * the response is sent. `fast-path/` shortens this for a few routes of SDKs.
 */
export class Pipeline {
    readonly #options: PipelineOptions;
    readonly #router: Router;
    readonly #pages: readonly WebPage[];
    readonly #baseSegments: readonly string[];
    readonly #expensiveRequests: ExpensiveRequests;
    /** Created on first use: most routes of a process are never called. */
    readonly #steps = new Map<Route, RouteSteps>();
    readonly #takeFastPath: (request: IncomingMessage, response: ServerResponse) => boolean;

    constructor(routes: readonly Route[], options: PipelineOptions) {
        this.#options = options;
        this.#router = new Router(routes, options.basePath);
        this.#pages = options.pages ?? [];
        this.#baseSegments = segmentsOf(options.basePath);
        this.#expensiveRequests = new ExpensiveRequests(options.maxExpensiveRequests ?? 0);
        this.#takeFastPath = fastPath(routes, {
            ...options,
            onUnexpected: (...error) => this.#logError(...error),
            onResponse: (exchange) => this.#report(exchange),
        });
    }

    /** The listener for all requests. */
    readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
        if (!this.#takeFastPath(request, response)) this.handle(request, response);
    };

    /** Handles a request without the fast path. */
    readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
        if (this.#options.isClosing()) response.shouldKeepAlive = false;
        let steps: RouteSteps | undefined;
        let isStream = false;
        const exchange: Exchange = new Exchange(request, response, {
            addressOf: this.#options.addressOf,
            openStream: (visitor) => {
                const stream = steps!.openStream(exchange, visitor);
                isStream = true;
                return stream;
            },
        });
        exchange.internalActor = this.#options.internalClient?.actorOf(request);
        response.once('finish', () => this.#report(exchange));
        const respond = async () => {
            const match = this.#match(exchange);
            if (!match) return this.#sendPage(exchange);
            steps = this.#stepsOf(match);
            const runExpensive = await steps.admit(exchange);
            await steps.readInput(exchange);
            const result = await steps.handle(exchange, runExpensive);
            if (!isStream) await this.#send(exchange, await responseBytes(result, match, exchange));
        };
        respond().catch((error: unknown) => this.#fail(exchange, error));
    };

    /** Sets what the URL contains. */
    #match(exchange: Exchange): Route | undefined {
        const { method = '', url = '' } = exchange.request;
        const segments = decoded(segmentsOf(url));
        if (!segments) throw invalid('The URL contains an invalid escape sequence.');
        const mark = url.indexOf('?');
        // The length of the URL limits the number of parameters.
        exchange.query = mark < 0 ? {} : parseQuery(url.slice(mark + 1), '&', '=', { maxKeys: 0 });
        const match = this.#router.find(method, segments);
        if (!match || method === 'OPTIONS') return undefined;
        exchange.route = match.route;
        exchange.params = match.params;
        return match.route;
    }

    #stepsOf(route: Route): RouteSteps {
        const known = this.#steps.get(route) ?? new RouteSteps(route, this.#options, this.#expensiveRequests);
        this.#steps.set(route, known);
        return known;
    }

    async #sendPage(exchange: Exchange): Promise<void> {
        const { method = '', url = '' } = exchange.request;
        const segments = segmentsOf(url);
        if (method === 'OPTIONS' && this.#router.find(method, decoded(segments)!)) {
            return this.#send(exchange, respondToPreflight(exchange, this.#options.cors));
        }
        const { basePath } = this.#options;
        const isBelowBase = this.#baseSegments.every((segment, index) => segments[index] === segment);
        const below = segments.slice(this.#baseSegments.length);
        const page = isBelowBase && (method === 'GET' || method === 'HEAD') ? pageFor(this.#pages, below) : undefined;
        exchange.page = page;
        const content = await page?.serve(exchange, url.split('?', 1)[0]!.slice(basePath.length));
        if (content !== undefined) return this.#send(exchange, content);
        // RFC 10008: a request with a content must say of which type it is.
        if (method === 'QUERY' && exchange.headers['content-type'] === undefined) {
            throw invalid('The request cannot be read. Check its method, headers and body.');
        }
        // Unauthenticated clients cannot find out which paths exist.
        if (isBelowBase && below[0] === 'api' && !(await identify(exchange, this.#options))) {
            throw unauthenticated(basePath);
        }
        throw notFound(`such path: ${method} ${url.split('?')[0]}`);
    }

    async #send(exchange: Exchange, body: Parameters<typeof send>[1]): Promise<void> {
        await send(exchange, this.#options.disableCompression ? body : await compressed(exchange, body));
    }

    async #fail(exchange: Exchange, error: unknown): Promise<void> {
        const { response } = exchange;
        try {
            if (response.headersSent) throw error;
            const body = await errorResponse(exchange, error, (...unexpected) => this.#logError(...unexpected));
            if (body !== undefined) await this.#send(exchange, body);
        } catch (another) {
            // The response has begun: the client notices that it is incomplete.
            this.#logError(exchange, another);
            response.destroy();
        }
    }

    #logError({ id }: Exchange, error: unknown, errorId?: string): void {
        this.#options.logger.child({ reqId: id }).error({ err: error, errorId }, 'unexpected error');
    }

    #report(exchange: Exchange): void {
        const { route, reply, seconds, headers, request } = exchange;
        const { onResponse, logRequests, logger, basePath } = this.#options;
        const observed = { status: reply.code, seconds };
        onResponse?.({ route, ...observed, hasToken: headers.authorization !== undefined });
        if (!logRequests) return;
        const path = route?.path ?? exchange.page?.path;
        logRequest(logger.child({ reqId: exchange.id }), {
            ...observed,
            method: request.method!,
            route: path === undefined ? undefined : basePath + path,
        });
    }
}
