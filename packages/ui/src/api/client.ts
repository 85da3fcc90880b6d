import createClient from 'openapi-fetch';
import type { paths } from './schema.generated.ts';

/** Where the service lives: the server writes its base path into the page. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** An answer of the API that is no success. Its message is written for people. */
export class ApiError extends Error {
    readonly status: number;
    readonly details: readonly string[];

    constructor(status: number, message: string, details: readonly string[] = []) {
        super(message);
        this.status = status;
        this.details = details;
    }
}

export const api = createClient<paths>({ baseUrl: location.origin + basePath });

let onSignedOut = () => {};

/** Called when the service no longer knows who is asking. */
export function whenSignedOut(react: () => void): void {
    onSignedOut = react;
}

interface Answered<T> {
    data?: T;
    error?: unknown;
    response: Response;
}

/** The answer's content, or an error that says what went wrong. */
export async function answer<T>(request: Promise<Answered<T>>): Promise<T> {
    const { data, error, response } = await request.catch((cause: unknown) => {
        throw new ApiError(0, 'The service cannot be reached. Check the connection and try again.', [String(cause)]);
    });
    if (response.ok) {
        // Success without content has the type of no content.
        return data as T;
    }
    if (response.status === 401) onSignedOut();
    throw toApiError(response.status, error);
}

function toApiError(status: number, body: unknown): ApiError {
    if (typeof body !== 'object' || body === null) return new ApiError(status, `The service answered ${status}.`);
    const { message, details } = body as { message?: unknown; details?: unknown };
    const texts = Array.isArray(details)
        ? details.flatMap((detail: unknown) =>
              typeof detail === 'object' && detail !== null && 'message' in detail ? [String(detail.message)] : [],
          )
        : [];
    return new ApiError(status, typeof message === 'string' ? message : `The service answered ${status}.`, texts);
}

/** The sentence to show for any failure. */
export function messageOf(error: unknown): string {
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
    const more = error.details.filter((detail) => !error.message.includes(detail));
    return more.length > 0 ? more.join(' ') : error.message;
}
