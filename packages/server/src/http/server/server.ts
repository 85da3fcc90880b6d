import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, {
    type FastifyInstance,
    type FastifyPluginAsync,
    type FastifyReply,
    type FastifyRequest,
    LogController,
} from 'fastify';
import type { AdminActor, Caller } from '../../core/access/actor.ts';
import { notFound, unsupportedContentType } from '../../core/errors/errors.ts';
import { compressLongResponses } from '../bodies/compression.ts';
import { parseLargeJsonBody } from '../bodies/json-body.ts';
import { rawOptionsOf, readRawBody } from '../bodies/raw-body.ts';
import { readBody } from '../bodies/read-body.ts';
import { readForm } from '../bodies/read-form.ts';
import { fastPath } from '../fast-path/fast-path.ts';
import { identify, unauthenticated } from '../route/access.ts';
import type { Route } from '../route/route.ts';
import { type RouteSteps, routeSteps } from '../route/route-steps.ts';
import { matchOf, ROUTER_OPTIONS, routeFinder, routeOf } from '../route/route-table.ts';
import { respondToPreflights } from './cors.ts';
import { ExpensiveRequests } from './expensive-requests.ts';
import { Listener } from './listener.ts';
import { respondToMalformed } from './malformed-request.ts';
import { logRequest, logResponse, originOf } from './request-log.ts';
import { sendError } from './send-error.ts';
import { BODY_LIMIT, type ServerOptions } from './server-options.ts';

declare module 'fastify' {
    interface FastifyRequest {
        /** The caller; set by `authenticate`. */
        actor: Caller | undefined;
        /** The authenticated caller of a request from inside the service. */
        internalActor: AdminActor | undefined;
    }
}

const FORM = 'application/x-www-form-urlencoded';

/** Builds the HTTP server of an app: the listener, and the framework with all routes. The caller adds the pages. */
export async function createServer(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const listener = new Listener(options);
    const findRoute = routeFinder(routes, options.basePath);
    const server = fastify({
        loggerInstance: options.logger,
        logController: new LogController({ disableRequestLogging: true }),
        bodyLimit: BODY_LIMIT,
        // No timeout: a process may start while all others are busy.
        pluginTimeout: 0,
        routerOptions: {
            ...ROUTER_OPTIONS,
            constraints: {
                bodyKind: {
                    name: 'bodyKind',
                    storage: () => new Map(),
                    deriveConstraint: (request) => bodyKindOf(findRoute(request)),
                },
            },
        },
        genReqId: () => crypto.randomUUID(),
        // Errors before the route is known, such as a malformed URL.
        frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
            sendError(error, request, reply),
        // Requests during shutdown still get a response; then their connection is closed.
        return503OnClosing: false,
        serverFactory: (framework) => {
            const dispatch: RequestListener = (request, response) => {
                if (listener.isClosing) response.setHeader('connection', 'close');
                framework(request, response);
            };
            const isClosing = () => listener.isClosing;
            return listener.server(
                withRequestFilter(withFastPath(dispatch, routes, { ...options, isClosing }), options),
            );
        },
        clientErrorHandler: respondToMalformed,
    });
    await addChecks(server, options);
    server.setNotFoundHandler((request) => rejectUnknownPath(request, options));
    server.addHook('onResponse', async (request, reply) => logResponse(request, reply, options));
    server.addHook('preClose', async () => {
        // New connections are refused from here on. Open streams would keep the server from closing.
        const drained = listener.drain(server.server);
        await options.eventStreams.close();
        await drained;
    });
    const registerRoutes: FastifyPluginAsync = async (scoped) => addRoutes(scoped, routes, options);
    await server.register(registerRoutes, { prefix: options.basePath });
    options.inside?.open(options.basePath, server.routing);
    return server;
}

/** The hooks for every request and response. */
async function addChecks(server: FastifyInstance, options: ServerOptions): Promise<void> {
    server.removeAllContentTypeParsers();
    takeJsonAs(server, 'application/json');
    server.addContentTypeParser(FORM, { parseAs: 'string' }, async (request: FastifyRequest, text: string | Buffer) => {
        if (!routeOf(request)?.takesForm) throw unsupportedContentType(FORM);
        return readForm(String(text));
    });
    // Node has already ended such a request (see `listen`); reading its body would never finish.
    server.addHook('preParsing', async (_request, _reply, payload) =>
        payload.readableEnded ? Readable.from([]) : payload,
    );
    server.decorateRequest('actor', undefined);
    server.decorateRequest('internalActor', {
        getter() {
            return options.inside?.actorOf(this.raw);
        },
    });
    server.addHook('onSend', async (_request, reply) => {
        reply.header('x-content-type-options', 'nosniff');
        // Responses for one caller must not be cached for another; cacheable routes set the header themselves.
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    if (!options.disableCompression) compressLongResponses(server);
    await server.register(cookie);
    await server.register(rateLimit, { global: false, keyGenerator: ({ raw }) => options.addressOf(raw) });
    server.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** Routes with the same kind of body share a route of the framework. Paths without a route have none. */
const bodyKindOf = (route: Route | undefined) =>
    route ? `${route.mediaType} ${route.bodyLimit} ${rawOptionsOf(route.body) !== undefined}` : '';

function addRoutes(server: FastifyInstance, routes: readonly Route[], options: ServerOptions): void {
    const dependencies = { options, expensiveRequests: new ExpensiveRequests(options.maxExpensiveRequests ?? 0) };
    const steps = new Map<Route, RouteSteps>();
    // Most routes of a process are never called.
    const stepsOf = (request: FastifyRequest): RouteSteps => {
        const route = routeOf(request)!;
        const known = steps.get(route) ?? routeSteps(server, route, dependencies);
        steps.set(route, known);
        return known;
    };
    for (const [bodyKind, [example]] of Map.groupBy(routes, bodyKindOf)) {
        const { mediaType, bodyLimit, body } = example!;
        const addTo = (scoped: FastifyInstance) =>
            scoped.route({
                method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
                url: '/*',
                constraints: { bodyKind },
                exposeHeadRoute: false,
                ...(bodyLimit !== undefined && { bodyLimit }),
                onRequest: (request, reply) => {
                    request.params = matchOf(request)!.params;
                    return stepsOf(request).onRequest(request, reply);
                },
                preValidation: (request) => stepsOf(request).preValidation(request),
                handler: (request, reply) => stepsOf(request).handler(request, reply),
            });
        if (rawOptionsOf(body)) {
            server.register((scoped, _options, done) => {
                scoped.removeAllContentTypeParsers();
                scoped.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
                    readRawBody(payload, request.headers, rawOptionsOf(routeOf(request)!.body)!),
                );
                addTo(scoped);
                done();
            });
        } else if (mediaType === undefined) addTo(server);
        else {
            server.register((scoped, _options, done) => {
                takeJsonAs(scoped, mediaType);
                addTo(scoped);
                done();
            });
        }
    }
    const forPages = routes.filter((route) => route.forOtherSites).map(({ path }) => path);
    respondToPreflights(server, forPages, options.cors);
}

function takeJsonAs(server: FastifyInstance, contentType: string): void {
    server.addContentTypeParser(contentType, async (request: FastifyRequest, payload: Readable) => {
        const length = Number(request.headers['content-length']);
        const body = await readBody(payload, { length, limit: request.routeOptions.bodyLimit });
        return body.length === 0 ? undefined : parseLargeJsonBody(body);
    });
}

async function rejectUnknownPath(request: FastifyRequest, options: ServerOptions): Promise<never> {
    // Unauthenticated clients cannot find out which paths exist.
    if (request.url.startsWith(`${options.basePath}/api/`) && !(await identify(request, options))) {
        throw unauthenticated(options.basePath);
    }
    throw notFound(`such path: ${request.method} ${request.url.split('?')[0]}`);
}

/** Open connections, busy or idle, must not prevent the server from closing. */
export async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
    const force = setTimeout(() => server.server.closeAllConnections(), milliseconds);
    await server.close();
    clearTimeout(force);
}

/** Operator settings that apply to all requests, before everything else. */
function withRequestFilter(
    listener: RequestListener,
    { isIpAllowed, tokenHeader, addressOf, redirect }: ServerOptions,
): RequestListener {
    if (!isIpAllowed && !tokenHeader && !redirect) return listener;
    return (request, response) => {
        if (isIpAllowed && !isIpAllowed(addressOf(request))) {
            response.writeHead(403, { connection: 'close' }).end();
            return;
        }
        const location = redirect?.(request);
        if (location !== undefined) {
            // The body is not read.
            response.writeHead(308, { location, connection: 'close' }).end();
            return;
        }
        takeToken(request.headers, tokenHeader);
        listener(request, response);
    };
}

/** A token in a header of its own takes precedence, and is handled like one in `X-API-Key`: shared caches do not protect either. */
function takeToken(headers: IncomingHttpHeaders, tokenHeader = 'authorization'): void {
    const token = headers[tokenHeader];
    if (tokenHeader === 'authorization' || typeof token !== 'string') return;
    delete headers.authorization;
    headers['x-api-key'] = token;
}

/** The fast path, in front of the framework. */
function withFastPath(
    framework: RequestListener,
    routes: readonly Route[],
    options: ServerOptions & { isClosing: () => boolean },
): RequestListener {
    const { logger, logRequests, basePath, onResponse } = options;
    const logOf = (exchange: { reqId?: string }) => {
        exchange.reqId ??= crypto.randomUUID();
        return logger.child({ reqId: exchange.reqId });
    };
    return fastPath(
        routes,
        {
            ...options,
            bodyLimit: BODY_LIMIT,
            onUnexpected: (exchange, error, errorId) =>
                logOf(exchange).error({ err: error, errorId }, 'unexpected error'),
            onResponse: (exchange, response) => {
                onResponse?.({ ...response, ...originOf(response.route, exchange.request.headers) });
                if (!logRequests) return;
                const { method, path } = response.route;
                logRequest(logOf(exchange), { ...response, method, route: basePath + path });
            },
        },
        framework,
    );
}
