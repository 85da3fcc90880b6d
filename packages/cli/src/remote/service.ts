import { setTimeout as delay } from 'node:timers/promises';
import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import { credentialsOf, type StoredCredentials } from './credentials.ts';

/** A busy service may take its time over thousands of flags; one that says nothing for this long is gone. */
const PATIENCE_MS = 120_000;

export interface ServiceResponse {
    status: number;
    headers: Headers;
    /** Parsed when it is JSON, else the text. */
    body: unknown;
}

interface Refusal {
    message?: string;
    details?: { message?: string; description?: string; path?: string }[];
    error?: { message?: string };
}

/** The service works on as many expensive requests as it does at a time: so often they are sent again. */
const MAX_BUSY_RETRIES = 5;
const MAX_RETRY_AFTER_SECONDS = 10;

/** A refused request, for commands that can explain it. */
export class ServiceRefusal extends CommandError {
    readonly status: number;
    readonly details: readonly { message?: string; path?: string }[];

    constructor(message: string, { status, body }: ServiceResponse) {
        super(message);
        this.status = status;
        this.details = (body as Refusal | undefined)?.details ?? [];
    }
}

/** Client for the configured service, authenticated as the signed-in user. */
export const serviceOf = async ({ environment, version }: CliContext): Promise<ServiceClient> =>
    new ServiceClient(await credentialsOf(environment), version);

/** Another server with the same API can be used instead. */
export class ServiceClient {
    readonly url: string;
    readonly #token: string;
    readonly #userAgent: string;

    constructor({ url, token }: StoredCredentials, version: string) {
        this.url = url;
        this.#token = token;
        this.#userAgent = `halyard-cli/${version}`;
    }

    // Callers say what they expect of the answer; the service has checked it against its schema.
    async get<T>(path: string): Promise<T> {
        return (await this.demand('GET', path)).body as T;
    }

    /** Answers undefined instead of failing where there is no such thing. */
    async find<T>(path: string): Promise<T | undefined> {
        const answer = await this.ask('GET', path);
        return answer.status === 404 ? undefined : (this.#accepted('GET', path, answer).body as T);
    }

    async send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
        return (await this.demand(method, path, { body })).body as T;
    }

    /** One request that must be accepted, with all of its answer. */
    async demand(method: string, path: string, options?: AskOptions): Promise<ServiceResponse> {
        return this.#accepted(method, path, await this.ask(method, path, options));
    }

    #accepted(method: string, path: string, answer: ServiceResponse): ServiceResponse {
        if (answer.status < 300) return answer;
        throw new ServiceRefusal(this.#refusal(method, path, answer), answer);
    }

    /** One request, whatever its answer. It is sent again while the service says that it is busy, and when to come back. */
    async ask(method: string, path: string, options: AskOptions = {}): Promise<ServiceResponse> {
        for (let retries = 0; ; retries++) {
            const answer = await this.#askOnce(method, path, options);
            const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
            const isBusy = answer.status === 429 && seconds <= MAX_RETRY_AFTER_SECONDS;
            if (!isBusy || retries === MAX_BUSY_RETRIES) return answer;
            await delay(seconds * 1_000);
        }
    }

    async #askOnce(
        method: string,
        path: string,
        { body, token = this.#token, headers = {} }: AskOptions,
    ): Promise<ServiceResponse> {
        const response = await fetch(this.url + path, {
            method,
            // A redirect is reported to the user, and the token is not sent to the new address.
            redirect: 'manual',
            signal: AbortSignal.timeout(PATIENCE_MS),
            headers: {
                authorization: token,
                accept: 'application/json',
                'user-agent': this.#userAgent,
                ...(body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        }).catch((error: Error) => {
            throw new CommandError(
                `${this.url} does not answer: ${reasonOf(error)}. Is the address right, and does the service run?`,
            );
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, body: parsed(text, response.headers) };
    }

    #refusal(method: string, path: string, { status, headers, body }: ServiceResponse): string {
        const said = (typeof body === 'object' && body !== null ? body : {}) as Refusal;
        const details = (said.details ?? []).flatMap(({ message, description }) => message ?? description ?? []);
        const others = details.filter((detail) => !said.message?.includes(detail));
        const words = [said.message ?? said.error?.message, ...others.slice(0, 5)].filter(Boolean).join(' ');
        if (status === 401) {
            return `${this.url} does not know this token. Make one under Profile, Personal API tokens, and run \`halyard login ${this.url}\`.`;
        }
        if (status >= 300 && status < 400) {
            return `${this.url} sends on to ${headers.get('location') ?? 'another address'}. Use that address, if you trust it.`;
        }
        if (words !== '') return plain(words);
        if (status === 404)
            return `${this.url} has nothing at ${path}. Is it the address of a Halyard, with its base path?`;
        return `${method} ${path} was answered with status ${status} by ${this.url}.`;
    }
}

interface AskOptions {
    body?: unknown;
    token?: string;
    headers?: Record<string, string>;
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
    if (error.name === 'TimeoutError') return `nothing within ${PATIENCE_MS / 1000} s`;
    const cause = (error.cause ?? error) as NodeJS.ErrnoException;
    return cause.code === 'ECONNREFUSED' ? 'nothing listens there' : cause.code || cause.message;
}
