import { createServer as createHttpServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, {
    type FastifyBaseLogger,
    type FastifyInstance,
    type FastifyReply,
    type FastifyRequest,
    LogController,
} from 'fastify';
import type { Actor, AdminActor, Caller, Scope } from '../core/actor.ts';
import { may, mayKnowOf } from '../core/actor.ts';
import {
    authenticationRequired,
    inMaintenance,
    invalid,
    noAccess,
    noSuchProject,
    notFound,
    tooManyRequests,
    unsupportedContentType,
    wrongKindOfCaller,
} from '../core/errors.ts';
import { Unwanted } from '../core/in-slices.ts';
import { isTrustedProxy } from './caller-address.ts';
import { compileSerializer, compileValidator } from './compile.ts';
import { answerPreflights, type CorsOptions, corsHeaders } from './cors.ts';
import { toErrorAnswer } from './errors.ts';
import type { EventStream, EventStreams } from './event-streams.ts';
import { expressLane } from './express-lane.ts';
import { parseLargeJsonBody } from './json-body.ts';
import { isAdminWrite, mayMeetHiddenProject, permissionsOf, type Route, type RouteReply } from './route.ts';
import { ErrorBody } from './schemas.ts';
import { serialise } from './serialise.ts';

/** What a caller presents to say who it is. */
export interface Credentials {
    authorization: string | undefined;
    /** OpenFeature SDKs may send their token in `X-API-Key`. */
    apiKey: string | undefined;
    cookie: (name: string) => string | undefined;
}

export interface ServerOptions {
    basePath: string;
    logger: FastifyBaseLogger;
    logRequests: boolean;
    keepAliveSeconds: number;
    authenticate: (credentials: Credentials) => Promise<Caller | undefined>;
    /** Whether a browser at this origin may act with the cookies of this instance. */
    isOwnOrigin: (origin: string, host: string | undefined) => boolean;
    isInMaintenance: () => boolean;
    projectExists: (id: string) => Promise<boolean>;
    /** Who an API token stands for; unlike `authenticate` without waiting. */
    actorOfToken: (secret: string) => Actor | undefined;
    eventStreams: EventStreams;
    cors: CorsOptions;
    /** Called with every answer; measures, and lets tests check what was declared. */
    onAnswer?: (answer: { route: Route | undefined; status: number; seconds: number }) => void;
}

/** Enough for any single change; routes that take more say so. */
const BODY_LIMIT = 512 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const REQUEST_TIMEOUT_MS = 60_000;

declare module 'fastify' {
    interface FastifyContextConfig {
        route?: Route;
    }
    interface FastifyRequest {
        actor: Caller | undefined;
    }
}

/** Builds the HTTP server: the routes, and in front of each the checks in the order a caller should learn of them. */
export async function createServer(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const server = fastify({
        loggerInstance: options.logger,
        logController: new LogController({ disableRequestLogging: true }),
        bodyLimit: BODY_LIMIT,
        trustProxy: isTrustedProxy,
        serverFactory: (framework) => listen(framework, routes, options),
        routerOptions: { maxParamLength: 1_000, ignoreDuplicateSlashes: true },
        genReqId: () => crypto.randomUUID(),
        // What the framework refuses before it knows the route, such as an address that cannot be read.
        frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    });
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
    server.decorateRequest('actor', undefined);
    // Streams would keep the server from closing.
    server.addHook('preClose', async () => options.eventStreams.close());
    await server.register(cookie);
    await server.register(rateLimit, { global: false });

    server.setErrorHandler((error, request, reply) => sendError(error, request, reply));
    server.setNotFoundHandler(async (request) => {
        // Whoever is not known learns nothing about which paths exist.
        if (request.url.startsWith(`${options.basePath}/api/`) && !(await identify(request, options))) {
            throw unauthenticated(options.basePath);
        }
        throw notFound(`such path: ${request.method} ${request.url.split('?')[0]}`);
    });
    server.addHook('onResponse', async (request, reply) => {
        const { route } = request.routeOptions.config;
        options.onAnswer?.({ route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
        if (!options.logRequests) return;
        // The pattern, not the address: paths can hold secrets.
        const { method, url } = request.routeOptions;
        request.log.info(
            {
                method: method ?? request.method,
                route: url,
                status: reply.statusCode,
                ms: Math.round(reply.elapsedTime),
            },
            'request',
        );
    });

    await server.register(
        (scoped, _options, done) => {
            for (const [mediaType, own] of Map.groupBy(routes, (route) => route.mediaType)) {
                if (mediaType === undefined) for (const route of own) addRoute(scoped, route, options);
                else {
                    scoped.register((inner, _inner, ready) => {
                        takeJsonAs(inner, mediaType);
                        for (const route of own) addRoute(inner, route, options);
                        ready();
                    });
                }
            }
            const forPages = routes.filter((route) => route.forOtherSites).map(({ path }) => path);
            answerPreflights(scoped, forPages, options.cors);
            done();
        },
        { prefix: options.basePath },
    );
    return server;
}

function takeJsonAs(server: FastifyInstance, contentType: string): void {
    server.addContentTypeParser(
        contentType,
        { parseAs: 'string' },
        async (_request: FastifyRequest, text: string | Buffer) =>
            text.length === 0 ? undefined : parseLargeJsonBody(String(text)),
    );
}

/** In front of the framework, the routes that are too hot for it; when requests are logged, it sees them all. */
function listen(framework: RequestListener, routes: readonly Route[], options: ServerOptions) {
    const limits = { keepAliveTimeout: options.keepAliveSeconds * 1000, requestTimeout: REQUEST_TIMEOUT_MS };
    if (options.logRequests) return createHttpServer(limits, framework);
    const lane = expressLane(
        routes,
        {
            ...options,
            bodyLimit: BODY_LIMIT,
            onUnexpected: (error, errorId) => options.logger.error({ err: error, errorId }, 'unexpected error'),
        },
        framework,
    );
    return createHttpServer(limits, lane);
}

function addRoute(server: FastifyInstance, route: Route, options: ServerOptions): void {
    const { responds } = route;
    const errors = { '4xx': ErrorBody, '5xx': ErrorBody };
    server.route({
        method: route.method,
        url: route.path,
        config: { route },
        ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
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
                      async ({ headers }: FastifyRequest, reply: FastifyReply) =>
                          void reply.headers(corsHeaders(headers.origin, options.cors)),
                  ]
                : []),
            (request) => authenticate(request, route, options),
            async (request) => {
                if (request.url.includes('%00')) throw invalid('The address contains a NUL character. Remove it.');
            },
            ...(route.rateLimit === undefined ? [] : [limitRate(server, route.rateLimit)]),
            async () => {
                if (changesConfiguration(route) && options.isInMaintenance()) throw inMaintenance();
            },
            (request) => authorise(request, route),
            ...(mayMeetHiddenProject(route) ? [(request: FastifyRequest) => hidePrivateProject(request, options)] : []),
        ],
        preValidation: async (request) => {
            if (route.body && request.body === undefined && request.headers['content-type'] === undefined) {
                throw unsupportedContentType(undefined);
            }
        },
        handler: async (request, reply) => {
            const { params, query, body, headers, ip, actor } = request;
            if (route.scopeInBody) demand(actor as AdminActor, route, await route.scopeInBody(body));
            reply.status(responds.status);
            if (route.mediaType) reply.type(`${route.mediaType}; charset=utf-8`);
            let stream: EventStream | undefined;
            const answer: RouteReply = {
                header: (name, value) => void reply.header(name, value),
                status: (status) => void reply.status(status),
                onceSent: (callback) => void reply.raw.once('finish', callback),
                openStream: (isStillAllowed) => {
                    stream = options.eventStreams.open(reply.raw, {
                        headers: reply.getHeaders() as OutgoingHttpHeaders,
                        isStillAllowed: async () => isStillAllowed?.() ?? isStillKnown(request, options),
                    });
                    return stream;
                },
            };
            // The actor is of the kind the route's access lets in: `authenticate` saw to it.
            const result = await route.handler(
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
            if (stream) return reply.hijack();
            return result === undefined ? reply.send() : answerOf(result, route, reply);
        },
    });
}

/** Bytes go as they are, and everything else as its schema says. */
async function answerOf(result: unknown, { responds, mediaType }: Route, reply: FastifyReply): Promise<unknown> {
    const isBytes = typeof result !== 'object' || result instanceof Buffer || result instanceof Readable;
    if (isBytes || result === null || !responds.body || responds.contentType) return result;
    reply.type(`${mediaType ?? 'application/json'}; charset=utf-8`);
    return serialise(responds.body, result);
}

/** The same shape for every status that is not an error, such as that of a service that is not ready. */
const bodyByStatus = ({ status, also = [], body }: Route['responds']) =>
    Object.fromEntries([status, ...also].map((each) => [each, body]));

/** Maintenance mode itself must be possible to leave. */
const changesConfiguration = (route: Route) =>
    isAdminWrite(route) && !route.leavesNoEvent && !route.path.endsWith('/maintenance');

function limitRate(server: FastifyInstance, perMinute: number) {
    return server.rateLimit({
        max: perMinute,
        timeWindow: '1 minute',
        errorResponseBuilder: (_request, { after }) =>
            tooManyRequests(`More than ${perMinute} requests in a minute. Try again in ${after}.`),
    });
}

const identify = (request: FastifyRequest, { authenticate }: ServerOptions) =>
    authenticate({
        authorization: request.headers.authorization,
        apiKey: request.headers['x-api-key'] as string | undefined,
        cookie: (name) => request.cookies[name],
    });

const unauthenticated = (basePath: string) =>
    authenticationRequired(
        'You are not signed in, or the token is not valid. Send an API token in the Authorization header, or sign in.',
        { path: `${basePath}/auth/simple/login`, type: 'password' },
    );

async function authenticate(request: FastifyRequest, route: Route, options: ServerOptions): Promise<void> {
    if (route.access === 'public') return;
    const actor = await identify(request, options);
    if (!actor) throw unauthenticated(options.basePath);
    request.actor = actor;
    if (route.access === 'sdk' && (actor.kind === 'client' || actor.kind === 'frontend')) return;
    const wanted = isForSdks(route.access) || route.access === 'directory' ? route.access : 'admin';
    if (actor.kind !== wanted) {
        throw wrongKindOfCaller(
            `This endpoint takes ${CALLERS[wanted]}, but the credentials are ${CALLERS[actor.kind]}. Use the other kind.`,
        );
    }
    // A page elsewhere can make a browser send a request with its cookies, but not with a header of its choice.
    const { authorization, 'x-api-key': apiKey } = request.headers;
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    if (isChange && authorization === undefined && apiKey === undefined) rejectForeignOrigin(request, options);
}

const isForSdks = (access: Route['access']): access is 'client' | 'frontend' | 'sdk' =>
    access === 'client' || access === 'frontend' || access === 'sdk';

/** Whether someone who was let in some time ago would be let in with the same rights now. */
async function isStillKnown(request: FastifyRequest, options: ServerOptions): Promise<boolean> {
    const before = request.actor;
    if (before === undefined) return true;
    return isDeepStrictEqual(await identify(request, options), before);
}

const CALLERS = {
    admin: 'an admin token, a personal token or a signed-in user',
    client: 'a backend (client) token',
    frontend: 'a frontend token',
    sdk: 'a backend (client) or frontend token',
    directory: 'the token of a directory (SCIM)',
};

/** A cookie comes along with whatever page asks for it, so for changes the page must be ours. */
function rejectForeignOrigin(request: FastifyRequest, { isOwnOrigin }: ServerOptions): void {
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site === 'same-origin' || site === 'none') return;
    if (site === undefined && origin === undefined) return;
    if (typeof origin === 'string' && isOwnOrigin(origin, host)) return;
    throw wrongKindOfCaller('This request comes from another site. Use an API token for access from elsewhere.');
}

async function authorise(request: FastifyRequest, route: Route): Promise<void> {
    if (route.scopeInBody || permissionsOf(route.access).length === 0) return;
    const { params, query } = request;
    const actor = request.actor as AdminActor;
    demand(actor, route, (await route.scope?.({ params, query, actor })) ?? {});
}

/** Whoever has no part in a private project cannot tell it from one that does not exist, whatever the route would say. */
async function hidePrivateProject(request: FastifyRequest, { projectExists }: ServerOptions): Promise<void> {
    const { projectId } = request.params as { projectId: string };
    const isKnown = mayKnowOf(request.actor as AdminActor, projectId);
    if (!isKnown || !(await projectExists(projectId))) throw noSuchProject(projectId);
}

function demand(actor: AdminActor, route: Route, scope: Scope): void {
    const permissions = permissionsOf(route.access);
    if (permissions.some((permission) => may(actor, permission, scope))) return;
    const where = scope.project === undefined ? '' : ` in project "${scope.project}"`;
    const there = scope.environment === undefined ? '' : ` and environment "${scope.environment}"`;
    throw noAccess(permissions, where + there);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof Unwanted) return reply.hijack();
    const answer = toErrorAnswer(error, {
        contentType: request.headers['content-type'],
        bodyLimit: request.routeOptions.bodyLimit,
    });
    if (answer.unexpected) request.log.error({ err: error, errorId: answer.body.id }, 'unexpected error');
    const { route } = request.routeOptions.config;
    const members = route?.errorMembers?.({ status: answer.status, ...answer.body }, request.params);
    return reply
        .status(answer.status)
        .type(`${route?.mediaType ?? 'application/json'}; charset=utf-8`)
        .send({ ...answer.body, ...members });
}
