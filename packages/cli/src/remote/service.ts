import { randomUUID } from 'node:crypto';
import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import { credentialsOf, type StoredCredentials } from './credentials.ts';
import { isConnectionLost, type LostChangeOutcome, LostResponse, wasNeverSent } from './lost-response.ts';

/** A busy service may need long for thousands of flags; a service that does not respond for this long is considered down. */
const TIMEOUT_MS = 120_000;

export interface ServiceResponse {
    status: number;
    headers: Headers;
    /** Parsed if it is JSON, otherwise the text. */
    body: unknown;
}

interface Refusal {
    message?: string;
    details?: { message?: string; description?: string; path?: string }[];
    error?: { message?: string };
}

/** Servers limit the number of requests; rejected ones are sent again this often, if the server asks to wait for no longer than this. */
const MAX_BUSY_RETRIES = 5;
const MAX_RETRY_AFTER_SECONDS = 300;
/** Shorter waits are not reported. */
const REPORTED_WAIT_SECONDS = 2;

/**
 * Reads are sent again this often if the connection ends before the response: a server may close an idle connection at the moment at which
 * it is reused, and so all connections that were idle. Each attempt removes one of them, and few requests run at once.
 */
const MAX_READ_RETRIES = 4;

/** The waits between attempts to look up a change whose response was lost. */
const SETTLE_RETRIES_MS = [500, 1_000, 2_000, 0];

/** A rejected request, for commands that can explain it. */
export class ServiceRefusal extends CommandError {
    readonly status: number;
    readonly details: readonly { message?: string; path?: string }[];

    constructor(message: string, { status, body }: ServiceResponse) {
        super(message);
        this.status = status;
        this.details = (body as Refusal | undefined)?.details ?? [];
    }
}

/** Creates a client for the configured service, authenticated as the logged-in user. */
export const serviceOf = async (context: CliContext): Promise<ServiceClient> =>
    new ServiceClient(await credentialsOf(context.environment), context);

type ClientContext = Pick<CliContext, 'version' | 'output' | 'wait' | 'clock'>;

/** An HTTP client for Halyard, or for another server with the same API. */
export class ServiceClient {
    readonly url: string;
    readonly #token: string;
    readonly #context: ClientContext;

    constructor({ url, token }: StoredCredentials, context: ClientContext) {
        this.url = url;
        this.#token = token;
        this.#context = context;
    }

    // Callers declare the expected type; the service has checked the response against its schema.
    async get<T>(path: string): Promise<T> {
        return (await this.requestOk('GET', path)).body as T;
    }

    /** Returns undefined for status 404. */
    async find<T>(path: string): Promise<T | undefined> {
        const response = await this.request('GET', path);
        return response.status === 404 ? undefined : (this.requireSuccess('GET', path, response).body as T);
    }

    async send<T>(method: WriteMethod, path: string, body?: unknown): Promise<T> {
        return (await this.requestOk(method, path, { body })).body as T;
    }

    /** Sends a change that is in the audit log afterwards, so that the service knows whether it was applied. */
    async change<T>(method: WriteMethod, path: string, body?: unknown): Promise<T> {
        return (await this.requestOk(method, path, { body, effect: 'event' })).body as T;
    }

    /** Sends a POST request that changes nothing. */
    async query<T>(path: string, body: unknown): Promise<T> {
        return (await this.requestOk('POST', path, { body, effect: 'none' })).body as T;
    }

    /** Sends a request; fails unless the response is successful. */
    async requestOk(method: string, path: string, options?: RequestOptions): Promise<ServiceResponse> {
        return this.requireSuccess(method, path, await this.request(method, path, options));
    }

    /** Fails with the message of the service unless the response is successful. */
    requireSuccess(method: string, path: string, response: ServiceResponse): ServiceResponse {
        if (response.status < 300) return response;
        throw new ServiceRefusal(this.#refusal(method, path, response), response);
    }

    /** Sends a request and returns any response. While the server is busy (429), waits as long as it asks, and sends the request again. */
    async request(method: string, path: string, options: RequestOptions = {}): Promise<ServiceResponse> {
        const { output, wait, clock } = this.#context;
        const effect = options.effect ?? (method === 'GET' || isRehearsal(options) ? 'none' : 'other');
        const changeId = effect === 'none' || !path.startsWith('/api/admin/') ? undefined : randomUUID();
        for (let retries = 0; ; retries++) {
            const response = await this.#exchange(method, path, { ...options, effect, changeId });
            const seconds = secondsUntil(response.headers.get('retry-after'), clock());
            const isBusy = response.status === 429 && seconds <= MAX_RETRY_AFTER_SECONDS;
            if (!isBusy || retries === MAX_BUSY_RETRIES) return response;
            if (seconds >= REPORTED_WAIT_SECONDS)
                output.reportWait(`waiting ${seconds} s, because ${this.url} limits requests`);
            await wait(seconds * 1_000);
        }
    }

    /** Sends a request. A read whose response is lost is repeated; for a write, the error says whether the change was applied. */
    async #exchange(
        method: string,
        path: string,
        { effect, changeId, ...options }: RequestOptions & { changeId: string | undefined },
    ): Promise<ServiceResponse> {
        if (effect === 'none') return this.#read(method, path, options);
        const headers = { ...options.headers, ...(changeId !== undefined && { 'change-id': changeId }) };
        try {
            return await this.#requestOnce(method, path, { ...options, headers });
        } catch (error) {
            const failure = error as Error;
            if (wasNeverSent(failure)) throw this.#unreachable(failure);
            const outcome = changeId === undefined ? 'unknown' : await this.#outcomeOf(changeId);
            // Requests without an event leave no trace that the service could look up.
            const known = outcome === 'not-applied' && effect !== 'event' ? 'unknown' : outcome;
            throw new LostResponse(known, { url: this.url, reason: reasonOf(failure), changeId });
        }
    }

    async #read(method: string, path: string, options: Omit<RequestOptions, 'effect'>): Promise<ServiceResponse> {
        for (let retries = 0; ; retries++) {
            // A connection that is not reused afterwards cannot be closed while the next request is sent.
            const headers = { ...options.headers, ...(retries > 0 && { connection: 'close' }) };
            try {
                return await this.#requestOnce(method, path, { ...options, headers });
            } catch (error) {
                const failure = error as Error;
                if (!isConnectionLost(failure) || retries === MAX_READ_RETRIES) throw this.#unreachable(failure);
            }
        }
    }

    async #outcomeOf(changeId: string): Promise<LostChangeOutcome> {
        const path = `/api/admin/change-receipts/${changeId}/settle`;
        for (const waitMs of SETTLE_RETRIES_MS) {
            const response = await this.#requestOnce('POST', path, {}).catch(() => undefined);
            const { outcome } = (response?.body ?? {}) as { outcome?: LostChangeOutcome };
            if (response?.status === 200 && outcome !== undefined) return outcome;
            // An older service, or a token that is no longer valid.
            if (response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 429)
                break;
            await this.#context.wait(waitMs);
        }
        return 'unknown';
    }

    #unreachable(error: Error): CommandError {
        return new CommandError(
            `${this.url} cannot be reached: ${reasonOf(error)}. Check the URL and that the service is running.`,
        );
    }

    async #requestOnce(
        method: string,
        path: string,
        { body, token = this.#token, headers = {} }: Omit<RequestOptions, 'effect'>,
    ): Promise<ServiceResponse> {
        const response = await fetch(this.url + path, {
            method,
            // A redirect is reported to the user, and the token is not sent to the new address.
            redirect: 'manual',
            signal: AbortSignal.timeout(TIMEOUT_MS),
            headers: {
                ...(token !== '' && { authorization: token }),
                accept: 'application/json',
                'user-agent': `halyard-cli/${this.#context.version}`,
                ...(body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const bypassed = response.headers.get('halyard-bypassed-approval');
        if (bypassed !== null) {
            this.#context.output.note(
                `Changes in ${plain(bypassed)} require approval. This token may bypass it: the change was made, and the audit log records the bypass.`,
            );
        }
        const text = await response.text();
        return { status: response.status, headers: response.headers, body: parsed(text, response.headers) };
    }

    #refusal(method: string, path: string, { status, headers, body }: ServiceResponse): string {
        const error = (typeof body === 'object' && body !== null ? body : {}) as Refusal;
        const details = (error.details ?? []).flatMap((detail) => detail.message ?? detail.description ?? []);
        const others = details.filter((detail) => !error.message?.includes(detail));
        const message = [error.message ?? error.error?.message, ...others.slice(0, 5)].filter(Boolean).join(' ');
        if (status === 401 && this.#token !== '') {
            return `${this.url} rejects this token. Create one under Profile, Personal API tokens, and run \`halyard login ${this.url}\`.`;
        }
        if (status >= 300 && status < 400) {
            return `${this.url} redirects to ${headers.get('location') ?? 'another address'}. Use that URL if you trust it.`;
        }
        if (message !== '') return plain(message);
        if (status === 429) {
            const seconds = headers.get('retry-after');
            return `${this.url} limits the number of requests${seconds === null ? '' : ` and asks to wait ${plain(seconds)} s`}. Run the command again later.`;
        }
        if (status === 404)
            return `${this.url} has no endpoint ${path}. Check that the URL is a Halyard service and includes its base path.`;
        return `${method} ${path} failed: ${this.url} responded with status ${status}.`;
    }
}

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RequestOptions {
    body?: unknown;
    /** `event`: recorded in the audit log; `none`: changes nothing. The default depends on the method. */
    effect?: 'event' | 'none' | 'other';
    token?: string;
    headers?: Record<string, string>;
}

/** The service shows the effect of these requests and changes nothing. */
const isRehearsal = ({ headers }: RequestOptions): boolean => headers?.['prefer'] === 'what-if';

/** Servers send a number of seconds or a date. */
function secondsUntil(retryAfter: string | null, now: Date): number {
    if (retryAfter === null || /^\d+$/.test(retryAfter)) return Number(retryAfter ?? Number.NaN);
    return Math.max(Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1_000), 0);
}

function parsed(text: string, headers: Headers): unknown {
    if (!headers.get('content-type')?.includes('json') || text === '') return text;
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

function reasonOf(error: Error): string {
    if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`;
    const cause = (error.cause ?? error) as NodeJS.ErrnoException;
    return cause.code === 'ECONNREFUSED' ? 'connection refused' : cause.code || cause.message;
}
