import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, AdminActor } from '../../core/access/actor.ts';
import { invalid, tooManyRequests, unsupportedBody, unsupportedContentType } from '../../core/errors/errors.ts';
import { inChunks } from '../bodies/chunks.ts';
import { checkItems, compileOuterValidator, prepareItems } from '../bodies/long-bodies.ts';
import { ByteChunks } from '../bodies/payload.ts';
import { rawOptionsOf } from '../bodies/raw-body.ts';
import { serialise } from '../bodies/serialise.ts';
import { SerialisedList } from '../bodies/serialised-list.ts';
import { corsHeaders } from '../server/cors.ts';
import type { ExpensiveRequests } from '../server/expensive-requests.ts';
import { BODY_LIMIT, type ServerOptions } from '../server/server-options.ts';
import type { EventStream } from '../streams/event-streams.ts';
import type { StreamHolder } from '../streams/stream-quotas.ts';
import { authenticate, authorise, demand, hidePrivateProject, refuseInMaintenance, streamAccessOf } from './access.ts';
import { cacheControlOf, varyOf } from './cache-headers.ts';
import { compileValidator, preparedFor } from './compile.ts';
import { changePreferences, prefersWhatIf } from './prefer-header.ts';
import { requestSignal } from './request-signal.ts';
import { isAdminWrite, mayBeProposed, mayMeetHiddenProject, type Route, type RouteReply } from './route.ts';
import { usableParts } from './usable-parts.ts';

interface RouteDependencies {
    options: ServerOptions;
    expensiveRequests: ExpensiveRequests;
}

/** The steps of a request in the framework. */
export interface RouteSteps {
    onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    preValidation(request: FastifyRequest): Promise<void>;
    handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** Returns the steps of a route: the checks, in the order in which callers should see their errors, and the handler. */
export function routeSteps(
    server: FastifyInstance,
    route: Route,
    { options, expensiveRequests }: RouteDependencies,
): RouteSteps {
    const { responds } = route;
    const limitRequests = route.rateLimit === undefined ? undefined : limitRate(server, route.rateLimit);
    const mayBeHidden = mayMeetHiddenProject(route);
    const mayBeExpensive = route.expensive || mayBeProposed(route);
    const validators = validatorsOf(route);
    const raw = rawOptionsOf(route.body);
    const vary = varyOf(route, options);
    return {
        onRequest: async (request, reply) => {
            if (vary !== '') reply.header('vary', vary);
            if (route.forOtherSites) reply.headers(corsHeaders(request.headers.origin, options.cors));
            await authenticate(request, route, options);
            if (request.url.includes('%00')) throw invalid('The URL contains a NUL character. Remove it.');
            await limitRequests?.call(server, request, reply);
            await refuseInMaintenance(route, options);
            await authorise(request, route);
            if (mayBeHidden) await hidePrivateProject(request, options);
            if (mayBeExpensive) limitExpensive(request, reply, route, expensiveRequests);
        },
        preValidation: async (request) => {
            if (isAdminWrite(route) && request.actor?.kind === 'admin') {
                request.actor = {
                    ...request.actor,
                    ...changePreferences(request.headers, request.query, mayBeProposed(route)),
                    bypassed: new Set(),
                };
            }
            if (route.body && request.body === undefined && request.headers['content-type'] === undefined) {
                throw raw ? unsupportedBody('content type', undefined, raw.types) : unsupportedContentType(undefined);
            }
            const isInParts = mayBeLong(route) && !route.keepsUsableParts;
            if (route.body && !raw) await (isInParts ? prepareItems : preparedFor)(route.body);
            if (route.keepsUsableParts) keepUsableParts(request, route);
            for (const { part, isValid } of validators) {
                if (!isValid(request[part] ?? null)) throw { validation: isValid.errors, validationContext: part };
            }
        },
        handler: async (request, reply) => {
            const { params, query, body, headers, actor } = request;
            const ip = options.addressOf(request.raw);
            if (route.scopeInBody) demand(actor as AdminActor, route, await route.scopeInBody(body));
            if (mayBeLong(route) && !route.keepsUsableParts) await checkItems(route.body!, body);
            reply.status(responds.status);
            if (route.mediaType) reply.type(`${route.mediaType}; charset=utf-8`);
            let stream: EventStream | undefined;
            const routeReply: RouteReply = {
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
            // The actor has a kind that the route accepts: `authenticate` has checked it.
            const handle = async () =>
                route.handler(
                    {
                        params,
                        query,
                        body,
                        headers,
                        ip,
                        droppedParts: droppedParts.get(request.raw) ?? 0,
                        actor: actor as AdminActor,
                        get signal() {
                            return requestSignal(request.raw);
                        },
                    },
                    routeReply,
                );
            const tracedRequest = { route, headers, status: () => reply.statusCode };
            const work = () => (options.traced ? options.traced(tracedRequest, handle) : handle());
            const runExpensive = expensive.get(request.raw);
            const result = withBypassed(await (runExpensive ? runExpensive(work) : work()), request, reply, route);
            const cacheControl = cacheControlOf(route, headers);
            if (cacheControl !== undefined) reply.header('cache-control', cacheControl);
            if (stream) return reply.hijack();
            return result === undefined ? reply.send() : responseBody(result, route, routeReply);
        },
    };
}

/** The validators of the parts of a request, in the order in which callers should see their errors. */
function validatorsOf(route: Route) {
    const compile = mayBeLong(route) ? compileOuterValidator : compileValidator;
    return (['params', 'body', 'query'] as const).flatMap((part) => {
        const schema = route[part];
        if (part === 'body' && route.keepsUsableParts) return [];
        return schema && !rawOptionsOf(schema) ? [{ part, isValid: compile({ schema, httpPart: part }) }] : [];
    });
}

/** Reports a bypass of approvals in a header, and in bodies that declare the member. */
function withBypassed(result: unknown, { actor }: FastifyRequest, reply: FastifyReply, { responds }: Route): unknown {
    const environments = actor?.kind === 'admin' ? [...(actor.bypassed ?? [])] : [];
    if (environments.length === 0) return result;
    reply.header('halyard-bypassed-approval', environments.join(', '));
    const { properties = {} } = (responds.body ?? {}) as { properties?: object };
    return 'bypassedApproval' in properties ? { ...(result as object), bypassedApproval: environments } : result;
}

/** The parts of bodies that were left out. */
const droppedParts = new WeakMap<IncomingMessage, number>();

function keepUsableParts(request: FastifyRequest, { body: schema }: Route): void {
    let dropped = 0;
    request.body = usableParts(schema!, request.body, () => {
        dropped++;
    });
    droppedParts.set(request.raw, dropped);
}

/** Requests that occupy a slot for expensive requests, and the function that runs their work. */
const expensive = new WeakMap<IncomingMessage, ReturnType<ExpensiveRequests['enter']>>();

/** Runs after all other checks, and before the body is read. */
function limitExpensive(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    expensiveRequests: ExpensiveRequests,
): void {
    if (!route.expensive && !prefersWhatIf(request.headers)) return;
    // Expensive routes require an administrator actor: the architecture test checks it.
    const actor = request.actor as AdminActor;
    expensive.set(request.raw, expensiveRequests.enter(actor, reply.raw));
}

/** Backend tokens are secret; browser clients are many, and a signed-in user may open any number of pages. */
const holderOf = (actor: Actor, address: string): StreamHolder =>
    actor.kind === 'client' ? { key: actor.streamKey } : { key: `${actor.kind} ${actor.id} ${actor.name}`, address };

const mayBeLong = ({ body, bodyLimit = 0 }: Route) => body !== undefined && bodyLimit > BODY_LIMIT;

/** Bytes are sent unchanged, everything else is serialized by its schema. */
async function responseBody(result: unknown, { responds, mediaType }: Route, reply: RouteReply): Promise<unknown> {
    // Rare: nearly all such responses are sent by the fast path, without copying.
    if (result instanceof ByteChunks) return Buffer.concat(result.chunks);
    const isBytes = typeof result !== 'object' || result instanceof Buffer || result instanceof Readable;
    if (isBytes || result === null || !responds.body || responds.contentType) return result;
    reply.header('content-type', `${mediaType ?? 'application/json'}; charset=utf-8`);
    for (const member of Object.values(result)) {
        if (member instanceof SerialisedList) reply.onceSent(() => member.release());
    }
    return inChunks(serialise(responds.body, result), reply);
}

function limitRate(server: FastifyInstance, perMinute: number) {
    return server.rateLimit({
        max: perMinute,
        timeWindow: '1 minute',
        errorResponseBuilder: (_request, { after }) =>
            tooManyRequests(`More than ${perMinute} requests in a minute. Try again in ${after}.`),
    });
}
