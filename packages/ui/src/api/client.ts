import createClient from 'openapi-fetch';
import { withPermissionsInWords } from './permission-labels.ts';
import type { components, paths } from './schema.generated.ts';
import { headersOf, type WriteMode } from './write-mode.ts';

/** The base path of the service, which the server writes into the page. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** One finding of the service. */
interface Detail {
    message: string;
    /** The member of what was sent that it is about, where it says so. */
    member?: string | undefined;
}

/** What else an answer says of a failure. */
interface ErrorDetails {
    lostChangeId?: string | undefined;
    details?: readonly Detail[];
    canBeProposed?: boolean;
    kind?: string | undefined;
}

/** An answer of the API that is no success. Its message is written for people. */
export class ApiError extends Error {
    readonly status: number;
    readonly details: readonly Detail[];
    /** The change needs approval: sent again as a proposal, it is added to the draft. */
    readonly canBeProposed: boolean;
    /** What kind of failure the service calls it. */
    readonly kind: string | undefined;
    /** Under which the service knows the outcome of a change whose response was lost. */
    readonly lostChangeId: string | undefined;

    constructor(status: number, message: string, told: ErrorDetails = {}) {
        const { details = [], canBeProposed = false, kind, lostChangeId } = told;
        super(message);
        this.status = status;
        this.details = details;
        this.canBeProposed = canBeProposed;
        this.kind = kind;
        this.lostChangeId = lostChangeId;
    }
}

/** Not a failure: the change was put into one's draft, and whatever would follow it has to wait until it is applied. */
export class ProposedResponse {
    readonly draft: Draft;

    constructor(draft: Draft) {
        this.draft = draft;
    }
}

type Draft = components['schemas']['changeRequest'];

/** Not a failure: nothing was changed, and this is what it would have done. */
export class RehearsedResponse {
    readonly effect: components['schemas']['whatIfAnswer'];

    constructor(effect: RehearsedResponse['effect']) {
        this.effect = effect;
    }
}

const CHANGE_ID = 'change-id';

/** A change that takes longer than this is a reason to check the connection. */
const SLOW_RESPONSE_MS = 10_000;

/** The changes that wait for their response. */
const pendingChanges = new Set<AbortController>();

/** Stops waiting for the responses of changes: their outcome is unknown. */
export function abortPendingChanges(): void {
    for (const pending of pendingChanges) pending.abort();
}

/** No response, or only part of one, came back from a request that may have changed something. */
class LostResponse extends Error {
    readonly changeId: string | undefined;

    constructor(changeId: string | undefined, cause: unknown) {
        super('The response was lost.', { cause });
        this.changeId = changeId;
    }
}

/** Reads the whole response of a change at once, so that a connection that breaks meanwhile is noticed here. */
async function send(request: Request): Promise<Response> {
    if (request.method === 'GET') return fetch(request);
    const changeId = request.headers.get(CHANGE_ID) ?? undefined;
    const pending = new AbortController();
    pendingChanges.add(pending);
    const slow = setTimeout(() => onDoubt(), SLOW_RESPONSE_MS);
    try {
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

/** `crypto.randomUUID` exists only on pages that were loaded by HTTPS. */
const newChangeId = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type ApiClient = ReturnType<typeof createClient<paths>>;

/** The client that sends changes in a mode. */
export function apiIn(mode: WriteMode): ApiClient {
    const client = createClient<paths>({ baseUrl: location.origin + basePath, fetch: send });
    client.use({
        onRequest: ({ request }) => {
            if (request.method === 'GET') return;
            request.headers.set(CHANGE_ID, newChangeId());
            for (const [name, value] of Object.entries(headersOf(mode))) request.headers.set(name, value);
        },
    });
    return client;
}

/** Sends changes to be applied. */
export const api = apiIn({});

let onSignedOut = () => {};

/** Called when the service no longer knows who is asking. */
export function whenSignedOut(react: () => void): void {
    onSignedOut = react;
}

let onDoubt = () => {};

/** Called when an answer makes it doubtful whether the service can be reached, or can keep anything. */
export function onConnectionSuspect(react: () => void): void {
    onDoubt = react;
}

let answeredAt = new Date();

/** When the service last answered: what is shown is not older. */
export const lastAnswerAt = (): Date => answeredAt;

interface Answered<T> {
    data?: T;
    error?: unknown;
    response: Response;
}

/** The answer's content, or an error that says what went wrong. */
export async function answer<T>(request: Promise<Answered<T>>): Promise<T> {
    const { data, error, response } = await request.catch((cause: unknown) => {
        onDoubt();
        throw new ApiError(0, 'The service cannot be reached. Check the connection and try again.', {
            lostChangeId: cause instanceof LostResponse ? cause.changeId : undefined,
        });
    });
    // The answer of every route that was only asked what it would do instead of its own.
    if (response.headers.get('preference-applied') === 'what-if')
        throw new RehearsedResponse(data as RehearsedResponse['effect']);
    const draft = response.status === 202 ? draftIn(data) : undefined;
    if (draft) throw new ProposedResponse(draft);
    if (response.ok) {
        answeredAt = new Date();
        // Success without content has the type of no content.
        return data as T;
    }
    if (response.status === 401) onSignedOut();
    // Of the service whose database is away, and of what stands before a service that is.
    if (response.status >= 502) onDoubt();
    throw toApiError(response, error);
}

function toApiError({ status, headers }: Response, body: unknown): ApiError {
    const lostChangeId = isOutcomeUnknown(status, body) ? (headers.get(CHANGE_ID) ?? undefined) : undefined;
    if (typeof body !== 'object' || body === null) {
        return new ApiError(status, `The service answered ${status}.`, { lostChangeId });
    }
    const { message, details, name } = body as { message?: unknown; details?: unknown; name?: unknown };
    return new ApiError(
        status,
        typeof message === 'string' ? withPermissionsInWords(message) : `The service answered ${status}.`,
        {
            details: Array.isArray(details) ? details.flatMap(toDetail) : [],
            canBeProposed: 'changeRequest' in body,
            kind: typeof name === 'string' ? name : undefined,
            lostChangeId,
        },
    );
}

/** Whether a change may have been made although its response is a failure. The service says so of its own 503s. */
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

/** The draft that a change was put into; the first, where it needed several. */
function draftIn(data: unknown): Draft | undefined {
    if (typeof data !== 'object' || data === null) return undefined;
    if ('changeRequests' in data && Array.isArray(data.changeRequests)) return draftIn(data.changeRequests[0]);
    // The answer of every route that could be proposed instead of its own.
    return 'contentHash' in data ? (data as Draft) : undefined;
}

/** A refusal that concerns one form field. */
export interface Refusal {
    message: string;
    /** As which it was sent; undefined: it is the name, and there is one already. */
    member: string | undefined;
}

/** For the field in which it stands; undefined: something else failed, or nothing. */
export function refusalIn(error: unknown): Refusal | undefined {
    if (!(error instanceof ApiError)) return undefined;
    if (error.kind === 'NameExistsError') return { message: messageOf(error), member: undefined };
    const [detail, ...others] = error.details;
    if (!detail?.member || others.length > 0) return undefined;
    return { message: messageOf(error), member: detail.member };
}

/** The sentence to show for any failure. */
export function messageOf(error: unknown): string {
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
    // The service speaks to programs here. People are asked to sign in again, and find this afterwards.
    if (error.kind === 'AuthenticationRequired') return 'Your session has ended. Sign in and try again.';
    const more = error.details.map(({ message }) => message).filter((detail) => !error.message.includes(detail));
    return more.length > 0 ? more.join(' ') : error.message;
}
