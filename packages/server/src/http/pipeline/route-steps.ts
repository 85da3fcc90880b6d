import type { Actor, AdminActor } from '../../core/access/actor.ts';
import { HalyardError, invalid } from '../../core/errors/errors.ts';
import { checkItems, compileOuterValidator, prepareItems } from '../bodies/long-bodies.ts';
import { rawOptionsOf } from '../bodies/raw-body.ts';
import {
    authenticate,
    authorise,
    demand,
    hidePrivateProject,
    refuseInMaintenance,
    streamAccessOf,
} from '../route/access.ts';
import { cacheControlOf, varyOf } from '../route/cache-headers.ts';
import { compileValidator, preparedFor } from '../route/compile.ts';
import { changePreferences, prefersWhatIf } from '../route/prefer-header.ts';
import { isAdminWrite, mayBeProposed, mayMeetHiddenProject, type Route, type RouteReply } from '../route/route.ts';
import { keepUsableParts } from '../route/usable-parts.ts';
import { corsHeaders } from '../server/cors.ts';
import { invalidRequest } from '../server/errors.ts';
import type { ExpensiveRequests } from '../server/expensive-requests.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { EventStream } from '../streams/event-streams.ts';
import type { StreamHolder } from '../streams/stream-quotas.ts';
import type { Exchange } from './exchange.ts';
import { RateLimit } from './rate-limit.ts';
import { BODY_LIMIT, requestBody } from './request-body.ts';

/** Runs the work of an expensive request, which occupies a slot. */
type RunExpensive = ReturnType<ExpensiveRequests['enter']>;

/** The steps of the requests of one route, in the order in which callers should see their errors. */
export class RouteSteps {
    readonly #route: Route;
    readonly #options: ServerOptions;
    readonly #expensiveRequests: ExpensiveRequests;
    readonly #rateLimit: RateLimit | undefined;
    readonly #mayBeHidden: boolean;
    readonly #vary: string;
    readonly #isLong: boolean;
    readonly #validators: ReturnType<typeof validatorsOf>;

    constructor(route: Route, options: ServerOptions, expensiveRequests: ExpensiveRequests) {
        this.#route = route;
        this.#options = options;
        this.#expensiveRequests = expensiveRequests;
        this.#rateLimit = route.rateLimit === undefined ? undefined : new RateLimit(route.rateLimit);
        this.#mayBeHidden = mayMeetHiddenProject(route);
        this.#vary = varyOf(route, options);
        this.#isLong = route.body !== undefined && !route.keepsUsableParts && (route.bodyLimit ?? 0) > BODY_LIMIT;
        this.#validators = validatorsOf(route, this.#isLong);
    }

    /** Checks before the body is read: credentials, limits and access. Returns how to run expensive work. */
    async admit(exchange: Exchange): Promise<RunExpensive | undefined> {
        const { reply, request, headers } = exchange;
        const route = this.#route;
        const options = this.#options;
        if (this.#vary !== '') reply.header('vary', this.#vary);
        if (route.forOtherSites) reply.addAll(corsHeaders(headers.origin, options.cors));
        await authenticate(exchange, route, options);
        if (request.url!.includes('%00')) throw invalid('The URL contains a NUL character. Remove it.');
        this.#rateLimit?.count(exchange);
        refuseInMaintenance(route, options);
        await authorise(exchange, route);
        if (this.#mayBeHidden) await hidePrivateProject(exchange, options);
        if (!route.expensive && !(mayBeProposed(route) && prefersWhatIf(headers))) return undefined;
        // Expensive routes require an administrator actor: the architecture test checks it.
        return this.#expensiveRequests.enter(exchange.actor as AdminActor, exchange.response);
    }

    /** Reads the body, and validates all parts of the request. */
    async readInput(exchange: Exchange): Promise<void> {
        const route = this.#route;
        exchange.body = await requestBody(exchange.request, route).catch((error: unknown) => {
            // The client may send more of it.
            if (error instanceof HalyardError && error.status === 413) exchange.response.shouldKeepAlive = false;
            if (route.keepsUsableParts && error instanceof HalyardError) return undefined;
            throw error;
        });
        const { actor, headers, query } = exchange;
        if (isAdminWrite(route) && actor?.kind === 'admin') {
            exchange.actor = {
                ...actor,
                ...changePreferences(headers, query, mayBeProposed(route)),
                bypassed: new Set(),
            };
        }
        if (route.body && !rawOptionsOf(route.body)) await (this.#isLong ? prepareItems : preparedFor)(route.body);
        if (route.keepsUsableParts) keepUsableParts(exchange, route.body!);
        for (const { part, isValid } of this.#validators) {
            if (!isValid(exchange[part] ?? null)) throw invalidRequest(isValid.errors![0]!, part);
        }
        if (route.scopeInBody) demand(exchange.actor as AdminActor, route, await route.scopeInBody(exchange.body));
        if (this.#isLong) await checkItems(route.body!, exchange.body);
        await this.#proveSecondFactor(exchange);
    }

    /** Programs send the code of a second factor with the change that needs it. The code is used up only if the input is valid. */
    async #proveSecondFactor(exchange: Exchange): Promise<void> {
        const { actor, headers, ip } = exchange;
        const code = headers['halyard-second-factor'];
        const { proveSecondFactor } = this.#options;
        if (!proveSecondFactor || code === undefined || actor?.kind !== 'admin' || !mayBeProposed(this.#route)) return;
        const secondFactorAt = await proveSecondFactor(actor, String(code), ip);
        exchange.actor = { ...actor, secondFactorAt };
    }

    /** Runs the handler, and returns its result. */
    async handle(exchange: Exchange, runExpensive: RunExpensive | undefined): Promise<unknown> {
        const { reply, headers } = exchange;
        const route = this.#route;
        const { traced } = this.#options;
        reply.status(route.responds.status);
        if (route.mediaType) reply.header('content-type', `${route.mediaType}; charset=utf-8`);
        const handle = async () => route.handler(exchange.forHandler, reply);
        const tracedRequest = { route, headers, status: () => reply.code };
        const work = () => (traced ? traced(tracedRequest, handle) : handle());
        const result = withBypassed(await (runExpensive ? runExpensive(work) : work()), exchange, route);
        const cacheControl = cacheControlOf(route, headers);
        if (cacheControl !== undefined) reply.header('cache-control', cacheControl);
        return result;
    }

    openStream(exchange: Exchange, visitor: Parameters<RouteReply['openStream']>[0]): EventStream {
        const { actor, ip, reply, response } = exchange;
        return this.#options.eventStreams.open(response, {
            kind: this.#route.path,
            holder: visitor ? { key: visitor.key, address: ip } : holderOf(actor as Actor, ip),
            headers: reply.all(),
            access: visitor ? { isAllowed: visitor.isStillAllowed } : streamAccessOf(exchange, this.#options),
        });
    }
}

/** The validators of the parts of a request, in the order in which callers should see their errors. */
function validatorsOf(route: Route, isLong: boolean) {
    const compile = isLong ? compileOuterValidator : compileValidator;
    return (['params', 'body', 'query'] as const).flatMap((part) => {
        const schema = part === 'body' && route.keepsUsableParts ? undefined : route[part];
        return schema && !rawOptionsOf(schema) ? [{ part, isValid: compile({ schema, httpPart: part }) }] : [];
    });
}

/** Reports a bypass of approvals in a header, and in bodies that declare the member. */
function withBypassed(result: unknown, { actor, reply }: Exchange, { responds }: Route): unknown {
    const environments = actor?.kind === 'admin' ? [...(actor.bypassed ?? [])] : [];
    if (environments.length === 0) return result;
    reply.header('halyard-bypassed-approval', environments.join(', '));
    const { properties = {} } = (responds.body ?? {}) as { properties?: object };
    return 'bypassedApproval' in properties ? { ...(result as object), bypassedApproval: environments } : result;
}

/** Backend tokens are secret; browser clients are many, and a signed-in user may open any number of pages. */
const holderOf = (actor: Actor, address: string): StreamHolder =>
    actor.kind === 'client' ? { key: actor.streamKey } : { key: `${actor.kind} ${actor.id} ${actor.name}`, address };
