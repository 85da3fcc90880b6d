import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, {
    type FastifyBaseLogger,
    type FastifyInstance,
    type FastifyReply,
    type FastifyRequest,
    LogController,
} from 'fastify';
import type { Actor, AdminActor, Caller } from '../core/actor.ts';
import { invalid, notFound, tooManyRequests, unsupportedContentType } from '../core/errors.ts';
import { Unwanted } from '../core/in-slices.ts';
import { ProposedInstead } from '../core/proposed-instead.ts';
import { RehearsedInstead } from '../core/rehearsed-instead.ts';
import {
    type AccessOptions,
    authenticate,
    authorise,
    demand,
    hidePrivateProject,
    identify,
    refuseInMaintenance,
    streamAccessOf,
    unauthenticated,
} from './access.ts';
import { inChunks, jsonInChunks } from './chunks.ts';
import { compileSerializer, compileValidator, preparedFor } from './compile.ts';
import { compressLongAnswers } from './compression.ts';
import { answerPreflights, type CorsOptions, corsHeaders } from './cors.ts';
import { toErrorAnswer } from './errors.ts';
import type { EventStream, EventStreams } from './event-streams.ts';
import { expressLane } from './express-lane.ts';
import { parseLargeJsonBody } from './json-body.ts';
import { Listener, type ListenerOptions } from './listener.ts';
import { checkItems, compileOuterValidator } from './long-bodies.ts';
import type { Answer } from './metrics.ts';
import {
    areDeclaredAlike,
    isAdminWrite,
    isOfAdministration,
    mayBeProposed,
    mayMeetHiddenProject,
    REHEARSED,
    type Route,
    type RouteReply,
} from './route.ts';
import { saidOfChange } from './said-of-change.ts';
import { ErrorBody } from './schemas.ts';
import { serialise } from './serialise.ts';
import type { StreamHolder } from './stream-places.ts';
import { answerUnreadable } from './unreadable.ts';

export interface ServerOptions extends AccessOptions, ListenerOptions {
    logger: FastifyBaseLogger;
    logRequests: boolean;
    disableCompression: boolean;
    /** Who an API token stands for; unlike `authenticate` without waiting. */
    actorOfToken: (secret: string) => Actor | undefined;
    /** Where a request comes from, as far as trusted proxies tell it. */
    addressOf: (request: IncomingMessage) => string;
    eventStreams: EventStreams;
    cors: CorsOptions;
    /** Who is refused whatever they ask for; unset: nobody. */
    isWelcome?: ((address: string) => boolean) | undefined;
    /** Where a request is to be made again instead of here; undefined: nowhere. */
    redirect?: ((request: IncomingMessage) => string | undefined) | undefined;
    /** The header that carries tokens, where it is not the usual one. */
    tokenHeader?: string | undefined;
    /** Answers what is not for this process, and says whether it does. */
    elsewhere?: (request: IncomingMessage, response: ServerResponse) => boolean;
    /** Runs the handler of a request, for whoever records how long that takes. */
    traced?: <T>(
        request: { route: Route; headers: IncomingMessage['headers']; status: () => number },
        work: () => Promise<T>,
    ) => Promise<T>;
    /** Called with every answer; measures, and lets tests check what was declared. */
    onAnswer?: (answer: Answer) => void;
}

/** Enough for any single change; routes that take more say so. */
const BODY_LIMIT = 512 * 1024;
/** What Node takes of an address and its headers: whatever comes so far, the routes answer. */
const ADDRESS_LIMIT = 16 * 1024;
const STREAM = 'text/event-stream';
const FORM = 'application/x-www-form-urlencoded';

declare module 'fastify' {
    interface FastifyContextConfig {
        /** As the first of the apps that share the framework declared it. */
        route?: Route;
        number?: number;
    }
    interface FastifyRequest {
        actor: Caller | undefined;
    }
}

/** What of the configuration of whoever listens belongs to the server itself. */
export const listeningOf = ({
    basePath,
    logRequests,
    keepAliveSeconds,
    requestSeconds,
    disableCompression,
}: Pick<ServerOptions, 'basePath' | 'logRequests' | 'keepAliveSeconds' | 'requestSeconds' | 'disableCompression'>) => ({
    basePath,
    logRequests,
    keepAliveSeconds,
    requestSeconds,
    disableCompression,
});

/** Connections that are still open then, busy or silent, must not keep the server from ending. */
export async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
    const force = setTimeout(() => server.server.closeAllConnections(), milliseconds);
    await server.close();
    clearTimeout(force);
}

/** Builds the HTTP server of an app: what listens, and pages beside the routes, which the framework answers. */
export async function createServer(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const listener = new Listener(options);
    const framework = await frameworkFor(routes, options);
    const server = fastify({
        ...settings(options),
        serverFactory: (pages) => {
            const app: Answering = { id: crypto.randomUUID(), routes, options, pages };
            const answer: RequestListener = (request, response) => {
                if (listener.isClosing) response.setHeader('connection', 'close');
                answering.set(request, app);
                framework.routing(request, response);
            };
            const isClosing = () => listener.isClosing;
            return listener.server(withDoor(withExpressLane(answer, routes, { ...options, isClosing }), options));
        },
        clientErrorHandler: answerUnreadable,
    });
    await addChecks(server, options);
    server.setNotFoundHandler(answerNotFound);
    server.addHook('onResponse', async (request, reply) => told(request, reply));
    server.addHook('preClose', async () => {
        // Streams would keep the server from closing.
        await options.eventStreams.close();
        await listener.drain(server.server);
    });
    return server;
}

/** The app that a request was sent to. */
interface Answering {
    id: string;
    routes: readonly Route[];
    options: ServerOptions;
    /** Answers what none of the routes is for. */
    pages: RequestListener;
}

const answering = new WeakMap<IncomingMessage, Answering>();
const appOf = ({ raw }: FastifyRequest) => answering.get(raw)!;
const optionsOf = (request: FastifyRequest) => appOf(request).options;

/** As the app of this request declares it. */
function routeOf(request: FastifyRequest): Route | undefined {
    const { number } = request.routeOptions.config;
    return number === undefined ? undefined : appOf(request).routes[number];
}

interface Framework extends Pick<ServerOptions, 'basePath' | 'disableCompression'> {
    routes: readonly Route[];
    server: Promise<FastifyInstance>;
}

/** More than there are kinds of apps in a process, which has one; for tests that start many. */
const MAX_FRAMEWORKS = 8;
const frameworks: Framework[] = [];

/**
 * The routes, and in front of each the checks in the order a caller should learn of them. To make it is most of a start, and it
 * holds nothing of the app that answers: apps of one process whose routes are declared alike have one together.
 */
function frameworkFor(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const { basePath, disableCompression } = options;
    const known = frameworks.find(
        (other) =>
            other.basePath === basePath &&
            other.disableCompression === disableCompression &&
            areDeclaredAlike(other.routes, routes),
    );
    if (known) return known.server;
    const server = createFramework(routes, options);
    frameworks.push({ basePath, disableCompression, routes, server });
    if (frameworks.length > MAX_FRAMEWORKS) frameworks.shift();
    return server;
}

async function createFramework(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const server = fastify(settings(options));
    await addChecks(server, options);
    await server.register(rateLimit, {
        global: false,
        keyGenerator: (request) => `${appOf(request).id} ${optionsOf(request).addressOf(request.raw)}`,
    });
    server.setNotFoundHandler(async (request, reply) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') return answerNotFound(request);
        handedOn.add(request.raw);
        reply.hijack();
        appOf(request).pages(request.raw, reply.raw);
        return reply;
    });
    server.addHook('onResponse', async (request, reply) => {
        if (!handedOn.has(request.raw)) told(request, reply);
    });
    await server.register(
        (scoped, _options, done) => {
            const numbered = routes.map((route, number) => ({ route, number }));
            for (const [mediaType, own] of Map.groupBy(numbered, ({ route }) => route.mediaType)) {
                if (mediaType === undefined) for (const each of own) addRoute(scoped, each);
                else {
                    scoped.register((inner, _inner, ready) => {
                        takeJsonAs(inner, mediaType);
                        for (const each of own) addRoute(inner, each);
                        ready();
                    });
                }
            }
            const forPages = routes.filter((route) => route.forOtherSites).map(({ path }) => path);
            answerPreflights(scoped, forPages, (request) => optionsOf(request).cors);
            done();
        },
        { prefix: options.basePath },
    );
    await server.ready();
    return server;
}

/** Those that none of the routes is for, and that pages may be. */
const handedOn = new WeakSet<IncomingMessage>();

const settings = (options: ServerOptions) => ({
    loggerInstance: options.logger,
    childLoggerFactory: (...[own, bindings, childOptions, request]: ChildLogger): FastifyBaseLogger =>
        (answering.get(request)?.options.logger ?? own).child(bindings, childOptions),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // A process may start while all others are busy: being slow is no mistake.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: ADDRESS_LIMIT, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    // What the framework refuses before it knows the route, such as an address that cannot be read.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendError(error, request, reply),
    // What comes while the service ends is still answered; its connection is closed then.
    return503OnClosing: false,
});

type ChildLogger = [
    logger: FastifyBaseLogger,
    bindings: Parameters<FastifyBaseLogger['child']>[0],
    options: Parameters<FastifyBaseLogger['child']>[1],
    request: IncomingMessage,
];

/** What is done to every request and every answer. */
async function addChecks(server: FastifyInstance, { disableCompression }: ServerOptions): Promise<void> {
    server.setValidatorCompiler(compileValidator);
    server.setSerializerCompiler(compileSerializer);
    server.removeAllContentTypeParsers();
    takeJsonAs(server, 'application/json');
    server.addContentTypeParser(
        FORM,
        { parseAs: 'string' },
        async ({ routeOptions }: FastifyRequest, text: string | Buffer) => {
            if (!routeOptions.config.route?.takesForm) throw unsupportedContentType(FORM);
            return Object.fromEntries(new URLSearchParams(String(text)));
        },
    );
    // Node has ended such a request already (see `listen`); whoever reads its body would wait for an end that never comes.
    server.addHook('preParsing', async (_request, _reply, payload) =>
        payload.readableEnded ? Readable.from([]) : payload,
    );
    server.decorateRequest('actor', undefined);
    server.addHook('onSend', async (_request, reply) => {
        reply.header('x-content-type-options', 'nosniff');
        // What belongs to one caller must not be kept for another; routes whose answers may be kept say so.
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    if (!disableCompression) compressLongAnswers(server);
    await server.register(cookie);
    server.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

async function answerNotFound(request: FastifyRequest): Promise<never> {
    const options = optionsOf(request);
    // Whoever is not known learns nothing about which paths exist.
    if (request.url.startsWith(`${options.basePath}/api/`) && !(await identify(request, options))) {
        throw unauthenticated(options.basePath);
    }
    throw notFound(`such path: ${request.method} ${request.url.split('?')[0]}`);
}

function told(request: FastifyRequest, reply: FastifyReply): void {
    const { onAnswer, logRequests } = optionsOf(request);
    const route = routeOf(request);
    const answer = { status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    onAnswer?.({ route, ...answer, ...originOf(route, request.headers) });
    if (!logRequests) return;
    const { method, url } = request.routeOptions;
    logRequest(request.log, { ...answer, method: method ?? request.method, route: url });
}

function takeJsonAs(server: FastifyInstance, contentType: string): void {
    server.addContentTypeParser(
        contentType,
        { parseAs: 'string' },
        async (_request: FastifyRequest, text: string | Buffer) =>
            text.length === 0 ? undefined : parseLargeJsonBody(String(text)),
    );
}

/** In front of everything, what an operator may want to be different about all requests. */
function withDoor(
    answer: RequestListener,
    { isWelcome, tokenHeader, addressOf, redirect }: ServerOptions,
): RequestListener {
    if (!isWelcome && !tokenHeader && !redirect) return answer;
    return (request, response) => {
        if (isWelcome && !isWelcome(addressOf(request))) {
            response.writeHead(403, { connection: 'close' }).end();
            return;
        }
        const location = redirect?.(request);
        if (location !== undefined) {
            // Nothing of its body is read.
            response.writeHead(308, { location, connection: 'close' }).end();
            return;
        }
        const token = tokenHeader && request.headers[tokenHeader];
        if (typeof token === 'string') request.headers.authorization = token;
        answer(request, response);
    };
}

/** In front of the framework, the routes that are too hot for it. */
function withExpressLane(
    framework: RequestListener,
    routes: readonly Route[],
    options: ServerOptions & { isClosing: () => boolean },
): RequestListener {
    const { logger, logRequests, basePath, onAnswer, elsewhere } = options;
    const logOf = (exchange: { reqId?: string }) => {
        exchange.reqId ??= crypto.randomUUID();
        return logger.child({ reqId: exchange.reqId });
    };
    return expressLane(
        routes,
        {
            ...options,
            bodyLimit: BODY_LIMIT,
            onUnexpected: (exchange, error, errorId) =>
                logOf(exchange).error({ err: error, errorId }, 'unexpected error'),
            onAnswer: (exchange, answer) => {
                onAnswer?.({ ...answer, ...originOf(answer.route, exchange.request.headers) });
                if (!logRequests) return;
                const { method, path } = answer.route;
                logRequest(logOf(exchange), { ...answer, method, route: basePath + path });
            },
        },
        elsewhere
            ? (request, response) => {
                  if (!elsewhere(request, response)) framework(request, response);
              }
            : framework,
    );
}

/** Of the admin API it is counted whether people use it or tools. */
const originOf = (route: Route | undefined, { authorization }: IncomingMessage['headers']) =>
    route && isOfAdministration(route.path) ? { hasToken: authorization !== undefined } : undefined;

/** The pattern, not the address: paths can hold secrets. */
function logRequest(
    log: FastifyBaseLogger,
    { method, route, status, seconds }: { method: unknown; route: string | undefined; status: number; seconds: number },
): void {
    log.info({ method, route, status, ms: Math.round(seconds * 1000) }, 'request');
}

function addRoute(server: FastifyInstance, { route, number }: { route: Route; number: number }): void {
    const { responds } = route;
    const errors = { '4xx': ErrorBody, '5xx': ErrorBody };
    server.route({
        method: route.method,
        url: route.path,
        config: { route, number },
        // A stream has no end, and so no head that could be told without it.
        exposeHeadRoute: responds.contentType !== STREAM,
        ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
        ...(mayBeLong(route) && { validatorCompiler: compileOuterValidator }),
        schema: {
            ...(route.params && { params: route.params }),
            ...(route.query && { querystring: route.query }),
            ...(route.body && { body: route.body }),
            response: {
                ...errors,
                ...(responds.body && !responds.contentType && bodyByStatus(responds)),
            },
        },
        onRequest: [
            ...(route.forOtherSites
                ? [
                      async (request: FastifyRequest, reply: FastifyReply) =>
                          void reply.headers(corsHeaders(request.headers.origin, optionsOf(request).cors)),
                  ]
                : []),
            (request) => authenticate(request, route, optionsOf(request)),
            async (request) => {
                if (request.url.includes('%00')) throw invalid('The address contains a NUL character. Remove it.');
            },
            ...(route.rateLimit === undefined ? [] : [limitRate(server, route.rateLimit)]),
            (request) => refuseInMaintenance(route, optionsOf(request)),
            (request) => authorise(request, routeOf(request)!),
            ...(mayMeetHiddenProject(route)
                ? [(request: FastifyRequest) => hidePrivateProject(request, optionsOf(request))]
                : []),
        ],
        preValidation: async (request) => {
            if (isAdminWrite(route) && request.actor?.kind === 'admin') {
                request.actor = {
                    ...request.actor,
                    ...saidOfChange(request.headers, request.query, mayBeProposed(route)),
                };
            }
            if (route.body && request.body === undefined && request.headers['content-type'] === undefined) {
                throw unsupportedContentType(undefined);
            }
            if (route.body) await preparedFor(route.body);
        },
        handler: async (request, reply) => {
            const { params, query, body, headers, actor } = request;
            const own = routeOf(request)!;
            const options = optionsOf(request);
            const ip = options.addressOf(request.raw);
            if (own.scopeInBody) demand(actor as AdminActor, own, await own.scopeInBody(body));
            if (mayBeLong(route)) await checkItems(route.body!, body);
            reply.status(responds.status);
            if (route.mediaType) reply.type(`${route.mediaType}; charset=utf-8`);
            let stream: EventStream | undefined;
            const answer: RouteReply = {
                header: (name, value) => void reply.header(name, value),
                status: (status) => void reply.status(status),
                onceSent: (callback) => void reply.raw.once('finish', callback),
                openStream: (visitor) => {
                    stream = options.eventStreams.open(reply.raw, {
                        kind: route.path,
                        holder: visitor ? { key: visitor.key, address: ip } : holderOf(actor as Actor, ip),
                        headers: reply.getHeaders() as OutgoingHttpHeaders,
                        access: visitor ? { isAllowed: visitor.isStillAllowed } : streamAccessOf(request, options),
                    });
                    return stream;
                },
            };
            // The actor is of the kind the route's access lets in: `authenticate` saw to it.
            const handle = async () =>
                own.handler(
                    {
                        params,
                        query,
                        body,
                        headers,
                        ip,
                        actor: actor as AdminActor,
                        hasLeft: () => request.socket.destroyed,
                    },
                    answer,
                );
            const seen = { route: own, headers, status: () => reply.statusCode };
            const result = await (options.traced ? options.traced(seen, handle) : handle());
            if (stream) return reply.hijack();
            return result === undefined ? reply.send() : answerOf(result, route, reply);
        },
    });
}

/** Backends keep their token to themselves; pages are many, and whoever signed in may open any number of them. */
const holderOf = (actor: Actor, address: string): StreamHolder =>
    actor.kind === 'client' ? { key: actor.streamKey } : { key: `${actor.kind} ${actor.id} ${actor.name}`, address };

const mayBeLong = ({ body, bodyLimit = 0 }: Route) => body !== undefined && bodyLimit > BODY_LIMIT;

/** Bytes go as they are, and everything else as its schema says. */
async function answerOf(result: unknown, { responds, mediaType }: Route, reply: FastifyReply): Promise<unknown> {
    const isBytes = typeof result !== 'object' || result instanceof Buffer || result instanceof Readable;
    if (isBytes || result === null || !responds.body || responds.contentType) return result;
    reply.type(`${mediaType ?? 'application/json'}; charset=utf-8`);
    return inChunks(serialise(responds.body, result), reply);
}

/** The same shape for every status that is not an error, such as that of a service that is not ready. */
const bodyByStatus = ({ status, also = [], body }: Route['responds']) =>
    Object.fromEntries([status, ...also].map((each) => [each, body]));

function limitRate(server: FastifyInstance, perMinute: number) {
    return server.rateLimit({
        max: perMinute,
        timeWindow: '1 minute',
        errorResponseBuilder: (_request, { after }) =>
            tooManyRequests(`More than ${perMinute} requests in a minute. Try again in ${after}.`),
    });
}

/** The caller preferred to propose what needs approval (RFC 7240). */
function sendProposed({ requests }: ProposedInstead, reply: FastifyReply): FastifyReply {
    const [request, ...others] = requests;
    return reply
        .status(202)
        .header('preference-applied', 'change-request')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(others.length === 0 ? request : { changeRequests: requests }));
}

/** The caller only wanted to know what it would do. */
async function sendRehearsed({ answer }: RehearsedInstead, reply: FastifyReply): Promise<FastifyReply> {
    reply.status(REHEARSED).header('preference-applied', 'what-if');
    return reply.send(await jsonInChunks(answer, reply, () => false));
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    if (error instanceof Unwanted) return reply.hijack();
    if (error instanceof ProposedInstead) return sendProposed(error, reply);
    if (error instanceof RehearsedInstead) return sendRehearsed(error, reply);
    const answer = toErrorAnswer(error, {
        contentType: request.headers['content-type'],
        bodyLimit: request.routeOptions.bodyLimit,
    });
    if (answer.unexpected) request.log.error({ err: error, errorId: answer.body.id }, 'unexpected error');
    const route = routeOf(request);
    const members = route?.errorMembers?.({ status: answer.status, ...answer.body }, request.params);
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
    // What fails before its first byte may have been meant to be compressed.
    return reply
        .removeHeader('content-encoding')
        .status(answer.status)
        .type(`${route?.mediaType ?? 'application/json'}; charset=utf-8`)
        .send({ ...answer.body, ...members });
}
