import createClient from 'openapi-fetch';
import { messagesLoaded } from '../components/messages/notify.ts';
import { type ApiClient, METHODS } from './api-client.ts';
import { withPermissionLabels } from './permission-labels.ts';
import type { paths } from './schema.generated.ts';
import type { Schemas } from './types.ts';
import { headersOf, type WriteMode } from './write-mode.ts';

/** The base path of the service, which the server writes into the page. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** A detail of an error response. */
interface Detail {
    message: string;
    /** The member of the request body that the detail refers to, if any. */
    member?: string | undefined;
}

/** Optional properties of an `ApiError`. */
interface ErrorDetails {
    lostChangeId?: string | undefined;
    details?: readonly Detail[];
    canBeProposed?: boolean;
    kind?: string | undefined;
    body?: object | undefined;
}

/** An error response of the API. Its message can be shown to users. */
export class ApiError extends Error {
    readonly status: number;
    readonly details: readonly Detail[];
    /** The change needs approval: sent again as a proposal, it is added to the draft. */
    readonly canBeProposed: boolean;
    /** The `name` of the error in the response body. */
    readonly kind: string | undefined;
    /** The response body, for errors with further members. */
    readonly body: object | undefined;
    /** The id by which the service can look up the outcome of a change whose response was lost. */
    readonly lostChangeId: string | undefined;

    constructor(status: number, message: string, options: ErrorDetails = {}) {
        const { details = [], canBeProposed = false, kind, body, lostChangeId } = options;
        super(message);
        this.status = status;
        this.details = details;
        this.canBeProposed = canBeProposed;
        this.kind = kind;
        this.body = body;
        this.lostChangeId = lostChangeId;
    }
}

/** Not a failure: the change was added to the user's draft. Follow-up actions must wait until it is applied. */
export class ProposedResponse {
    readonly draft: Draft;

    constructor(draft: Draft) {
        this.draft = draft;
    }
}

type Draft = Schemas['changeRequest'];

/** Not a failure: nothing was changed, and `effect` describes what the change would do. */
export class RehearsedResponse {
    readonly effect: Schemas['whatIfAnswer'];

    constructor(effect: RehearsedResponse['effect']) {
        this.effect = effect;
    }
}

const CHANGE_ID = 'change-id';

/** A change that takes longer than this is a reason to check the connection. */
const SLOW_RESPONSE_MS = 10_000;

/** The requests of changes that have no response yet. */
const pendingChanges = new Set<AbortController>();

/** Stops waiting for the responses of changes: their outcome is unknown. */
export function abortPendingChanges(): void {
    for (const pending of pendingChanges) pending.abort();
}

/** The request may have changed something, but its response was lost or incomplete. */
class LostResponse extends Error {
    readonly changeId: string | undefined;

    constructor(changeId: string | undefined, cause: unknown) {
        super('The response was lost.', { cause });
        this.changeId = changeId;
    }
}

/** Questions that are too long for a URL. */
const READING_PATHS = /\/api\/admin\/(?:what-if|compare)$/;

const isRead = ({ method, url }: Request) => method === 'GET' || READING_PATHS.test(url);

/** Reads the complete response of a change, so that a connection that breaks during the response is detected here. */
async function send(request: Request): Promise<Response> {
    if (isRead(request)) return fetch(request);
    const changeId = request.headers.get(CHANGE_ID) ?? undefined;
    const pending = new AbortController();
    pendingChanges.add(pending);
    const slow = setTimeout(() => onDoubt(), SLOW_RESPONSE_MS);
    try {
        // If the service stops during the change, the code of the message about it cannot be loaded any more.
        await Promise.race([messagesLoaded(), whenAborted(pending.signal)]);
        const response = await fetch(request, { signal: AbortSignal.any([request.signal, pending.signal]) });
        const body = await response.arrayBuffer();
        const { status, statusText } = response;
        const headers = new Headers(response.headers);
        if (changeId) headers.set(CHANGE_ID, changeId);
        return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
    } catch (cause) {
        throw new LostResponse(changeId, cause);
    } finally {
        clearTimeout(slow);
        pendingChanges.delete(pending);
    }
}

const whenAborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** `crypto.randomUUID` exists only on pages loaded over HTTPS. */
const newChangeId = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a client that sends changes in the given mode. */
export function apiIn(mode: WriteMode): ApiClient {
    const client = createClient<paths>({ baseUrl: location.origin + basePath, fetch: send });
    client.use({
        onRequest: ({ request }) => {
            if (isRead(request)) return;
            request.headers.set(CHANGE_ID, newChangeId());
            for (const [name, value] of Object.entries(headersOf(mode))) request.headers.set(name, value);
        },
    });
    const methods = METHODS.map((method) => {
        // The types of the paths are checked where the method is called.
        const call = client[method] as (path: string, init: object) => Promise<FetchResult<unknown>>;
        return [
            method,
            (url: string, { path, query, ...init }: { path?: object; query?: object } = {}) =>
                responseBody(call(url, { ...init, params: { path, query } })),
        ];
    });
    return Object.fromEntries(methods) as ApiClient;
}

/** The client whose changes are applied directly. */
export const api = apiIn({});

let onSignedOut = () => {};

/** Registers a callback for responses with status 401. */
export function whenSignedOut(react: () => void): void {
    onSignedOut = react;
}

let onDoubt = () => {};

/** Registers a callback for responses that suggest that the service is unreachable or cannot save changes. */
export function onConnectionSuspect(react: () => void): void {
    onDoubt = react;
}

let firstRevision: string | undefined;

/** The revision of the first response. All displayed data is at least this recent. */
export const loadedSince = () => firstRevision;

let answeredAt = new Date();

/** The time of the last successful response. The displayed data is not older. */
export const lastResponseAt = (): Date => answeredAt;

interface FetchResult<T> {
    data?: T;
    error?: unknown;
    response: Response;
}

/** Returns the body of a successful response and throws an `ApiError` otherwise. */
async function responseBody<T>(request: Promise<FetchResult<T>>): Promise<T> {
    const { data, error, response } = await request.catch((cause: unknown) => {
        onDoubt();
        throw new ApiError(0, 'The service cannot be reached. Check the connection and try again.', {
            lostChangeId: cause instanceof LostResponse ? cause.changeId : undefined,
        });
    });
    firstRevision ??= response.headers.get('halyard-revision') ?? undefined;
    // In a rehearsal, every route returns this type instead of its own.
    if (response.headers.get('preference-applied') === 'what-if')
        throw new RehearsedResponse(data as RehearsedResponse['effect']);
    const draft = response.status === 202 ? draftIn(data) : undefined;
    if (draft) throw new ProposedResponse(draft);
    if (response.ok) {
        answeredAt = new Date();
        // For responses without a body, T is undefined.
        return data as T;
    }
    if (response.status === 401) onSignedOut();
    // The status comes from a service without its database, or from a proxy in front of an unreachable service.
    if (response.status >= 502) onDoubt();
    throw toApiError(response, error);
}

function toApiError({ status, headers }: Response, body: unknown): ApiError {
    const lostChangeId = isOutcomeUnknown(status, body) ? (headers.get(CHANGE_ID) ?? undefined) : undefined;
    if (typeof body !== 'object' || body === null) {
        return new ApiError(status, `The service responded with status ${status}.`, { lostChangeId });
    }
    const { message, details, name } = body as { message?: unknown; details?: unknown; name?: unknown };
    return new ApiError(
        status,
        typeof message === 'string' ? withPermissionLabels(message) : `The service responded with status ${status}.`,
        {
            details: Array.isArray(details) ? details.flatMap(toDetail) : [],
            canBeProposed: 'changeRequest' in body,
            kind: typeof name === 'string' ? name : undefined,
            body,
            lostChangeId,
        },
    );
}

/** Whether a change may have been applied although its response is an error. The 503 responses of the service state the outcome. */
function isOutcomeUnknown(status: number, body: unknown): boolean {
    if (status < 500) return false;
    const isOwn = typeof body === 'object' && body !== null && 'name' in body;
    return !isOwn || status !== 503 || ('outcome' in body && body.outcome === 'unknown');
}

function toDetail(detail: unknown): Detail[] {
    if (typeof detail !== 'object' || detail === null || !('message' in detail)) return [];
    const [, member] = ('path' in detail && /^\/body\/(\w+)$/.exec(String(detail.path))) || [];
    return [{ message: String(detail.message), member }];
}

/** Returns the draft that contains the proposed change; the first one if there are several. */
function draftIn(data: unknown): Draft | undefined {
    if (typeof data !== 'object' || data === null) return undefined;
    if ('changeRequests' in data && Array.isArray(data.changeRequests)) return draftIn(data.changeRequests[0]);
    // For a proposed change, every route returns this type instead of its own.
    return 'contentHash' in data ? (data as Draft) : undefined;
}

/** An error that concerns one form field. */
export interface FieldError {
    message: string;
    /** The member of the request body; undefined if the name already exists. */
    member: string | undefined;
}

/** Returns the error of a single form field; undefined for other errors. */
export function refusalIn(error: unknown): FieldError | undefined {
    if (!(error instanceof ApiError)) return undefined;
    if (error.kind === 'NameExistsError') return { message: messageOf(error), member: undefined };
    const [detail, ...others] = error.details;
    if (!detail?.member || others.length > 0) return undefined;
    return { message: messageOf(error), member: detail.member };
}

/** Whether a request failed because the user is no longer signed in. */
export const hasSessionEnded = (error: unknown) => error instanceof ApiError && error.kind === 'AuthenticationRequired';

/** Returns the message to show for an error. */
export function messageOf(error: unknown): string {
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
    // The message of the service is written for programs.
    if (hasSessionEnded(error)) return 'Your session has ended. Sign in and try again.';
    const more = error.details.map(({ message }) => message).filter((detail) => !error.message.includes(detail));
    return more.length > 0 ? more.join(' ') : error.message;
}
