import createClient from 'openapi-fetch';
import { headersOf, mannerNow } from './manner.ts';
import { withPermissionsInWords } from './permission-words.ts';
import type { components, paths } from './schema.generated.ts';

/** Where the service lives: the server writes its base path into the page. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** One finding of the service. */
interface Detail {
    message: string;
    /** The member of what was sent that it is about, where it says so. */
    member?: string | undefined;
}

/** What else an answer says of a failure. */
interface Told {
    details?: readonly Detail[];
    canBeProposed?: boolean;
    kind?: string | undefined;
}

/** An answer of the API that is no success. Its message is written for people. */
export class ApiError extends Error {
    readonly status: number;
    readonly details: readonly Detail[];
    /** It needs the approval of others: asked for again as a proposal, it becomes part of one's draft. */
    readonly canBeProposed: boolean;
    /** What kind of failure the service calls it. */
    readonly kind: string | undefined;

    constructor(status: number, message: string, { details = [], canBeProposed = false, kind }: Told = {}) {
        super(message);
        this.status = status;
        this.details = details;
        this.canBeProposed = canBeProposed;
        this.kind = kind;
    }
}

/** Not a failure: the change was put into one's draft, and whatever would follow it has to wait until it is applied. */
export class Proposed {
    readonly draft: Draft;

    constructor(draft: Draft) {
        this.draft = draft;
    }
}

type Draft = components['schemas']['changeRequest'];

/** Not a failure: nothing was changed, and this is what it would have done. */
export class Tried {
    readonly effect: components['schemas']['whatIfAnswer'];

    constructor(effect: Tried['effect']) {
        this.effect = effect;
    }
}

export const api = createClient<paths>({ baseUrl: location.origin + basePath });

api.use({
    // Called before anything is waited for, so the manner is that of whoever asks.
    onRequest: ({ request }) => {
        if (request.method === 'GET') return;
        for (const [name, value] of Object.entries(headersOf(mannerNow()))) request.headers.set(name, value);
    },
});

let onSignedOut = () => {};

/** Called when the service no longer knows who is asking. */
export function whenSignedOut(react: () => void): void {
    onSignedOut = react;
}

let onDoubt = () => {};

/** Called when an answer makes it doubtful whether the service can be reached, or can keep anything. */
export function whenInDoubt(react: () => void): void {
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
            details: [{ message: String(cause) }],
        });
    });
    // The answer of every route that was only asked what it would do instead of its own.
    if (response.headers.get('preference-applied') === 'what-if') throw new Tried(data as Tried['effect']);
    const draft = response.status === 202 ? draftIn(data) : undefined;
    if (draft) throw new Proposed(draft);
    if (response.ok) {
        answeredAt = new Date();
        // Success without content has the type of no content.
        return data as T;
    }
    if (response.status === 401) onSignedOut();
    // Of the service whose database is away, and of what stands before a service that is.
    if (response.status >= 502) onDoubt();
    throw toApiError(response.status, error);
}

function toApiError(status: number, body: unknown): ApiError {
    if (typeof body !== 'object' || body === null) return new ApiError(status, `The service answered ${status}.`);
    const { message, details, name } = body as { message?: unknown; details?: unknown; name?: unknown };
    return new ApiError(
        status,
        typeof message === 'string' ? withPermissionsInWords(message) : `The service answered ${status}.`,
        {
            details: Array.isArray(details) ? details.flatMap(toDetail) : [],
            canBeProposed: 'changeRequest' in body,
            kind: typeof name === 'string' ? name : undefined,
        },
    );
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

/** What was refused because of one thing that was entered. */
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
    const more = error.details.map(({ message }) => message).filter((detail) => !error.message.includes(detail));
    return more.length > 0 ? more.join(' ') : error.message;
}
