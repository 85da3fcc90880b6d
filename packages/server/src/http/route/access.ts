import { isDeepStrictEqual } from 'node:util';
import {
    type Actor,
    type AdminActor,
    type Caller,
    mayKnowOf,
    type Scope,
    type SdkActor,
} from '../../core/access/actor.ts';
import { demandOneOf } from '../../core/access/demand.ts';
import {
    authenticationRequired,
    foreignHost,
    inMaintenance,
    noSuchProject,
    secondFactorMissing,
    tokenNotValidated,
    wrongKindOfCaller,
} from '../../core/errors/errors.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { StreamAccess } from '../streams/event-streams.ts';
import { requestToken } from './request-token.ts';
import { isAdminWrite, permissionsOf, type Route } from './route.ts';

/** The credentials of a request. */
export interface Credentials {
    token: string | undefined;
    cookies: string | undefined;
}

/** The API tokens, in memory: synchronous, unlike `authenticate`. */
export interface TokenLookup {
    find(secret: string): Actor | undefined;
    /** The SDK that owns this stream key, while its token is valid. */
    findByStreamKey(streamKey: string): SdkActor | undefined;
}

export interface AccessOptions {
    basePath: string;
    authenticate: (credentials: Credentials) => Promise<Caller | undefined>;
    /** Whether a browser at this origin may use the cookies of this instance. */
    isOwnOrigin: (origin: string, host: string | undefined) => boolean;
    /** The scope of an SDK without a token, where no authentication is required. */
    sdkWithoutToken: SdkActor | undefined;
    tokens: TokenLookup;
    /** Whether a request without a token for this host is accepted: DNS names can be made to resolve to this service. */
    isOwnHost: (host: string | undefined) => boolean;
    isInMaintenance: () => boolean;
    /** Checks a code that a caller sent with a change, and returns the time of this proof. Unset if no route changes anything. */
    proveSecondFactor?: (actor: AdminActor, code: string, address: string) => Promise<string>;
    /** Whether changes of the last seconds, such as new tokens, may be unknown here. */
    isStale: () => boolean;
    projectExists: (id: string) => Promise<boolean>;
}

export async function identify(
    exchange: Exchange,
    { authenticate, sdkWithoutToken, isOwnHost }: AccessOptions,
): Promise<Caller | undefined> {
    const { headers, route, internalActor } = exchange;
    if (internalActor) return internalActor;
    const token = requestToken(headers);
    if (token === undefined && !isOwnHost(headers.host)) throw foreignHost();
    const access = route?.access;
    if (sdkWithoutToken && token === undefined && access !== undefined && isForSdks(access)) {
        return { ...sdkWithoutToken, kind: access === 'frontend' ? access : 'client' };
    }
    return authenticate({ token, cookies: headers.cookie });
}

export const unauthenticated = (basePath: string) =>
    authenticationRequired(
        'You are not signed in, or the token is not valid. Send an API token in the Authorization header, or sign in.',
        { path: `${basePath}/auth/simple/login`, type: 'password' },
    );

export async function authenticate(exchange: Exchange, route: Route, options: AccessOptions): Promise<void> {
    if (route.access === 'public') return;
    const actor = await identify(exchange, options);
    // An SDK that gets 401 stops for good, and the token may be newer than the data of this node.
    if (!actor && options.isStale() && requestToken(exchange.headers) !== undefined) {
        throw tokenNotValidated();
    }
    if (!actor) throw unauthenticated(options.basePath);
    exchange.actor = actor;
    if (route.access === 'sdk' && (actor.kind === 'client' || actor.kind === 'frontend')) return;
    const expected = isForSdks(route.access) || route.access === 'directory' ? route.access : 'admin';
    if (actor.kind !== expected) {
        throw wrongKindOfCaller(
            `This endpoint requires ${CALLERS[expected]}, but the credentials are ${CALLERS[actor.kind]}. Use other credentials.`,
        );
    }
    if (actor.kind === 'admin' && actor.mustEnrol && !route.duringEnrolment) throw secondFactorMissing();
    // A foreign page can make a browser send a request with cookies, but not with a custom header.
    const { method } = exchange.request;
    const isChange = method !== 'GET' && method !== 'HEAD';
    const mayBeCookie = actor.kind === 'admin' && requestToken(exchange.headers) === undefined;
    if (isChange && mayBeCookie) rejectForeignOrigin(exchange, options);
}

export const isForSdks = (access: Route['access']): access is 'client' | 'frontend' | 'sdk' =>
    access === 'client' || access === 'frontend' || access === 'sdk';

/** Returns the checks whether the caller would still be accepted with the same permissions. */
export function streamAccessOf(exchange: Exchange, options: AccessOptions): StreamAccess {
    const { actor } = exchange;
    if (actor?.kind === 'client' || actor?.kind === 'frontend') {
        return { isAllowed: () => hasSameScope(actor, options.tokens.findByStreamKey(actor.streamKey)) };
    }
    return {
        isAllowed: () => true,
        recheck: async () => isDeepStrictEqual(await identify(exchange, options), actor),
        credential: actor?.kind === 'admin' ? actor.sessionId : undefined,
    };
}

function hasSameScope(actor: SdkActor, now: SdkActor | undefined): boolean {
    if (now === actor || now === undefined) return now === actor;
    return now.environment === actor.environment && isDeepStrictEqual(now.projects, actor.projects);
}

const CALLERS = {
    admin: 'an admin token, a personal token or a signed-in user',
    client: 'a backend (client) token',
    frontend: 'a frontend token',
    sdk: 'a backend (client) or frontend token',
    directory: 'the token of a directory (SCIM)',
};

/** Browsers attach cookies to requests of any page, so changes require our own origin. */
function rejectForeignOrigin(exchange: Exchange, { isOwnOrigin }: AccessOptions): void {
    const { origin, host } = exchange.headers;
    const site = exchange.headers['sec-fetch-site'];
    if (site === 'same-origin' || site === 'none') return;
    if (site === undefined && origin === undefined) return;
    if (typeof origin === 'string' && isOwnOrigin(origin, host)) return;
    throw wrongKindOfCaller('This request comes from another site. Use an API token for requests from other sites.');
}

export async function authorise(exchange: Exchange, route: Route): Promise<void> {
    if (route.scopeInBody || permissionsOf(route.access).length === 0) return;
    const { params, query } = exchange;
    const actor = exchange.actor as AdminActor;
    demand(actor, route, (await route.scope?.({ params, query, actor })) ?? {});
}

/** For non-members, a private project is indistinguishable from a missing one, whatever the route would respond. */
export async function hidePrivateProject(exchange: Exchange, { projectExists }: AccessOptions): Promise<void> {
    const { projectId } = exchange.params as { projectId: string };
    const isKnown = mayKnowOf(exchange.actor as AdminActor, projectId);
    if (!isKnown || !(await projectExists(projectId))) throw noSuchProject(projectId);
}

export function demand(actor: AdminActor, route: Route, scope: Scope): void {
    demandOneOf(actor, permissionsOf(route.access), scope);
}

/** Maintenance mode itself can be switched off. */
const changesConfiguration = (route: Route) =>
    isAdminWrite(route) && !route.leavesNoEvent && !route.path.endsWith('/maintenance');

/** In maintenance mode, only the mode itself can be changed. */
export function refuseInMaintenance(route: Route, { isInMaintenance }: AccessOptions): void {
    if (changesConfiguration(route) && isInMaintenance()) throw inMaintenance();
}
