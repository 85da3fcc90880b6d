import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';
import type { Actor, AdminActor, DirectoryActor, Scope, SdkActor } from '../../core/access/actor.ts';
import { PERMISSIONS, type Permission, type RootPermission } from '../../core/access/permissions.ts';
import type { ErrorDetail, ErrorStatus } from '../../core/errors/errors.ts';
import type { SerialisedList } from '../bodies/serialised-list.ts';
import type { EventStream } from '../streams/event-streams.ts';
import type { RouteTag } from './route-tags.ts';

/**
 * The callers that a route accepts.
 * `public`: anyone. `authenticated`: every authenticated user of the admin API. `client`, `frontend`: SDKs with such a token;
 * `sdk`: with either. `directory`: the directory that manages users (SCIM). Otherwise a permission, or a list of
 * permissions, one of which is sufficient.
 */
export type Access =
    | 'public'
    | 'authenticated'
    | 'client'
    | 'frontend'
    | 'sdk'
    | 'directory'
    | Permission
    | readonly Permission[];

type PermissionsIn<A> = A extends readonly (infer P)[] ? P : A extends Permission ? A : never;

type ActorFor<A> = A extends 'public'
    ? Actor | undefined
    : A extends 'client' | 'frontend' | 'sdk'
      ? SdkActor
      : A extends 'directory'
        ? DirectoryActor
        : AdminActor;

/** The parts of a request that exist before its body is read. */
interface Address<P, Q> {
    params: P;
    query: Q;
}

export type RequestHeaders = Record<string, string | string[] | undefined>;

export interface RouteRequest<A, P, Q, B> extends Address<P, Q> {
    actor: ActorFor<A>;
    body: B;
    headers: RequestHeaders;
    /** The client address, according to trusted proxies. */
    ip: string;
    /** The parts of the body that were left out; see `keepsUsableParts`. */
    droppedParts: number;
    /** Aborted when the client disconnects, so that long work stops. */
    signal: AbortSignal;
}

export interface RouteReply {
    header(name: string, value: string): void;
    /** Sets one of the route's declared statuses instead of the default. */
    status(status: number): void;
    /** Calls back when the whole response has been passed to the system; never if the client disconnected before. */
    onceSent(callback: () => void): void;
    /**
     * Keeps the connection open for server-sent events; the handler returns nothing else. For callers without a session,
     * `visitor` identifies the key and its validity.
     */
    openStream(visitor?: { key: string; isStillAllowed: () => boolean }): EventStream;
}

/** Bytes, or a stream of bytes for responses that should not be in memory as a whole: sent unchanged. */
export type Bytes = Buffer | string | Readable;

/** A response whose lists may be serialized already. */
type ResponseBody<R> = {
    [Name in keyof R]: R[Name] extends readonly (infer Item)[] ? R[Name] | SerialisedList<Item> : R[Name];
};

/** Routes without a declared body return nothing. */
type Handled<R> = [R] extends [never] ? Promise<void> | void : Promise<R | ResponseBody<R> | Bytes> | R | Bytes;

/** Params and query are not validated yet; a scope that is looked up must not reveal objects hidden from the actor. */
interface ScopeInput<P, Q> extends Address<P, Q> {
    actor: AdminActor;
}

interface Scoped<P, Q, B> {
    /** The scope of the permission. Looked up by id where the path does not contain it; never taken from the body. */
    scope: (input: ScopeInput<P, Q>) => Scope | Promise<Scope>;
    scopeInBody?: never;
    body?: B;
}

interface ScopedInBody<B> {
    /** For routes whose body contains the scope: checked after the body is validated. */
    scopeInBody: (body: B) => Scope | Promise<Scope>;
    scope?: never;
}

interface Unscoped {
    scope?: never;
    scopeInBody?: never;
}

/** Instance permissions need no scope; all others require one. */
type ScopeFor<A, P, Q, B> = [PermissionsIn<A>] extends [RootPermission]
    ? Unscoped
    : Scoped<P, Q, unknown> | ScopedInBody<B>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Endpoint = `${Method} /${string}`;

type ParamNames<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
    ? Name | ParamNames<`/${Rest}`>
    : Path extends `${string}/:${infer Name}`
      ? Name
      : never;

export const splitEndpoint = (endpoint: Endpoint) => endpoint.split(' ') as [method: Method, path: string];

/** How caches may store the successful responses of a route. Without it they must not store them. */
export interface Caching {
    /** The value of Cache-Control for requests with Authorization. */
    control: string;
    /** The headers that select the content, except those that may contain the token. */
    varies: readonly string[];
}

interface Declaration<A extends Access, P, Q, B, R> {
    operationId: string;
    summary: string;
    description?: string;
    deprecated?: boolean;
    access: A;
    /**
     * The response. `body` is validated in tests and always stripped to its schema. With `alsoCsv`, callers that accept
     * `text/csv` get CSV.
     */
    responds: { status: number; body?: TSchema; contentType?: string; also?: readonly number[]; alsoCsv?: boolean };
    /** Errors in addition to those that follow from access, query and body; 404 by default if the path has parameters. */
    errors?: readonly ErrorStatus[];
    /** A POST, PUT or DELETE that changes no configuration: it records no event. */
    leavesNoEvent?: boolean;
    /** A write outside the admin API that does change configuration. */
    leavesEvent?: boolean;
    /** May be called with a session that must add a second factor before it can do anything else. */
    duringEnrolment?: boolean;
    /** Called frequently by SDKs and handled on the fast path, from memory. The path has no parameters. */
    hot?: boolean;
    /** Unset: responses must not be stored. The headers are the same for all routes of SDKs: see `cache-headers.ts`. */
    caching?: Caching;
    /** May be called from other origins, as far as the CORS settings allow. */
    forOtherSites?: boolean;
    /** Additional members of error bodies that the protocol of this route requires. */
    errorMembers?: (
        error: { status: number; name: string; message: string; details: ErrorDetail[] },
        params: P,
    ) => object;
    /** The `WWW-Authenticate` value that the protocol of this route requires. */
    challenge?: () => string;
    /** The media type of the protocol of this route: accepted like JSON, and used for responses. */
    mediaType?: string;
    /** Accepts a form instead of JSON, as identity providers send it. Any page can send forms, so only for public routes. */
    takesForm?: boolean;
    /**
     * The parts of a body that do not match its schema are left out and counted, instead of 400: some SDKs never report again after one.
     * The body is undefined if nothing of it can be used.
     */
    keepsUsableParts?: boolean;
    /** In bytes, if different from the default limit. */
    bodyLimit?: number;
    /** Requests per minute and client address. */
    rateLimit?: number;
    /**
     * Uses much CPU, or holds the writer lock for long: the number of such requests in progress is limited, for each caller and
     * for the node. Any rehearsed write (`Prefer: what-if`) is expensive, too.
     */
    expensive?: boolean;
    handler(request: RouteRequest<A, P, Q, B>, reply: RouteReply): Handled<R>;
}

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise;

/**
 * Returns the function that declares the routes of one group in the OpenAPI document: `route('GET /api/admin/tags', {…})`.
 * Undeclared input does not reach the handler, and undeclared output does not leave it. Parameters of the path need a declaration
 * only if they are not arbitrary strings.
 */
export const routeWithTag =
    (tag: RouteTag) =>
    <
        const A extends Access,
        E extends Endpoint,
        P extends TSchema | undefined = undefined,
        Q extends TSchema | undefined = undefined,
        B extends TSchema | undefined = undefined,
        R extends TSchema | undefined = undefined,
    >(
        endpoint: E,
        declaration: Declaration<
            A,
            StaticOr<P, Record<ParamNames<E>, string>>,
            StaticOr<Q, Record<string, never>>,
            StaticOr<B, undefined>,
            StaticOr<R, never>
        > & { params?: P; query?: Q; body?: B; responds: { body?: R } } & ScopeFor<
                A,
                StaticOr<P, Record<ParamNames<E>, string>>,
                StaticOr<Q, Record<string, never>>,
                StaticOr<B, undefined>
            >,
    ): Route => {
        const [method, path] = splitEndpoint(endpoint);
        const params = declaration.params ?? stringParams(path);
        const errors = declaration.errors ?? (params && [404]);
        // The compiler has checked that the parts fit together; from here on their types are not needed.
        return { ...declaration, method, path, tag, params, errors } as unknown as Route;
    };

/** Schemas of parameters that are arbitrary strings, by path: each is compiled once for all apps of this process. */
const schemas = new Map<string, TSchema | undefined>();

function stringParams(path: string): TSchema | undefined {
    if (!schemas.has(path)) {
        const members = [...path.matchAll(/\/:(\w+)/g)].map(([, name]) => [name, Type.String()]);
        schemas.set(path, members.length > 0 ? Type.Object(Object.fromEntries(members)) : undefined);
    }
    return schemas.get(path);
}

/** A route without its type parameters. */
export interface Route extends Declaration<Access, unknown, unknown, unknown, unknown> {
    method: Method;
    path: string;
    tag: RouteTag;
    params?: TSchema;
    query?: TSchema;
    body?: TSchema;
    scope?: (input: ScopeInput<unknown, unknown>) => Scope | Promise<Scope>;
    scopeInBody?: (body: unknown) => Scope | Promise<Scope>;
    handler(request: RouteRequest<Access, unknown, unknown, unknown>, reply: RouteReply): unknown;
}

/** Returns the permissions of which one is required; an empty list for other kinds of access. */
export function permissionsOf(access: Access): readonly Permission[] {
    if (typeof access !== 'string') return access;
    return Object.hasOwn(PERMISSIONS, access) ? [access as Permission] : [];
}

/** Returns all statuses of the route, in ascending order. */
export function statusesOf(route: Route): number[] {
    const statuses = new Set<number>([route.responds.status, ...(route.responds.also ?? []), ...(route.errors ?? [])]);
    if (route.access !== 'public') statuses.add(401).add(403);
    if (route.params || route.query || route.body) statuses.add(400);
    if (route.body) statuses.add(413).add(415);
    if (route.rateLimit || route.expensive || mayBeProposed(route)) statuses.add(429);
    // Every non-public route may need the database, at least for authentication.
    statuses.add(503);
    if (isAdminWrite(route)) statuses.add(400);
    if (mayBeProposed(route)) statuses.add(PROPOSED).add(REHEARSED);
    if (mayMeetHiddenProject(route)) statuses.add(404);
    return [...statuses].sort((a, b) => a - b);
}

/**
 * Whether a caller without access to a private project can pass the access check. Project permissions imply access to the
 * project.
 */
export function mayMeetHiddenProject({ path, access }: Route): boolean {
    const isForMembers = permissionsOf(access).every((name) => PERMISSIONS[name].scope !== 'root');
    return path.includes('/:projectId') && (access === 'authenticated' || !isForMembers);
}

/** The status for callers who prefer to propose a change that needs approval. */
export const PROPOSED = 202;
/** The status for callers who request only the effect. */
export const REHEARSED = 200;

/**
 * Whether a change by this route may need approval. This depends on the change, so it applies to all routes for administrators
 * that change configuration.
 */
export const mayBeProposed = (route: Route) =>
    isAdminWrite(route) && !route.leavesNoEvent && isForAdministrators(route);

const isForAdministrators = ({ access }: Route) => access === 'authenticated' || permissionsOf(access).length > 0;

export const isAdminWrite = ({ method, path, leavesEvent }: Route) =>
    method !== 'GET' && (isOfAdministration(path) || leavesEvent === true);

/** The admin API, and the OpenFeature CLI endpoint, whose path contains a version. */
export const isOfAdministration = (path: string) =>
    path.startsWith('/api/admin/') || path.startsWith('/api/typed-flags/');
