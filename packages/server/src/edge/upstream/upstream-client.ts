import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https, { type AgentOptions } from 'node:https';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

export interface UpstreamResponse {
    status: number;
    headers: IncomingHttpHeaders;
    body: Buffer;
}

export interface UpstreamOptions {
    /** Without a trailing slash. */
    url: string;
    /** The identification of the edge, and the configured custom headers. */
    headers: Record<string, string>;
    /** The header that carries tokens. */
    tokenHeader: string;
    /** Timeout until the response begins. */
    requestMs: number;
    /** Timeout between two parts of a response. */
    socketMs: number;
    keepAliveMs: number;
    tls: Pick<AgentOptions, 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'rejectUnauthorized'>;
}

export interface UpstreamRequest {
    token?: string | undefined;
    headers?: Record<string, string>;
    body?: unknown;
}

/** Upstream is unreachable, or did not respond in time. The message contains no secret. */
export class UpstreamUnavailable extends Error {}

/** Maximum number of concurrent requests: an edge may have thousands of tokens. */
const MAX_CONCURRENT = 32;
/** The maximum response size. */
const MAX_BODY = 256 * 1024 * 1024;
const decoders = {
    gzip: promisify(zlib.gunzip),
    br: promisify(zlib.brotliDecompress),
} as const;

/** The client for the configured upstream. It may be in a private network, because only the operator chooses it. */
export class UpstreamClient {
    readonly #options: UpstreamOptions;
    readonly #agent: http.Agent;
    readonly #request: typeof http.request;
    readonly #streams = new Set<IncomingMessage>();
    readonly #queue: (() => void)[] = [];
    #active = 0;

    constructor(options: UpstreamOptions) {
        this.#options = options;
        const isTls = options.url.startsWith('https:');
        const agentOptions = { keepAlive: true, timeout: options.keepAliveMs };
        this.#agent = isTls ? new https.Agent({ ...agentOptions, ...options.tls }) : new http.Agent(agentOptions);
        this.#request = isTls ? https.request : http.request;
    }

    /** The path as upstream sees it: under its base path. */
    pathOf(path: string): string {
        return new URL(`${this.#options.url}${path}`).pathname;
    }

    async request(method: 'GET' | 'POST', path: string, request: UpstreamRequest = {}): Promise<UpstreamResponse> {
        const response = await this.#open(method, path, {
            ...request,
            headers: { 'accept-encoding': 'br, gzip', ...request.headers },
        });
        response.setTimeout(this.#options.socketMs, () => response.destroy(new UpstreamUnavailable('stopped sending')));
        try {
            const encoding = response.headers['content-encoding'];
            const raw = await bytesOf(response);
            const isEncoded = encoding === 'gzip' || encoding === 'br';
            const body =
                isEncoded && raw.length > 0 ? await decoders[encoding](raw, { maxOutputLength: MAX_BODY }) : raw;
            return { status: response.statusCode!, headers: response.headers, body };
        } catch (error) {
            throw toUpstreamUnavailable(error);
        }
    }

    /** Opens a streaming response; the caller must read or destroy it. */
    async stream(path: string, request: UpstreamRequest, silenceMs: number): Promise<IncomingMessage> {
        const response = await this.#open('GET', path, {
            ...request,
            headers: { accept: 'text/event-stream', 'cache-control': 'no-cache', ...request.headers },
        });
        response.setTimeout(silenceMs, () => response.destroy(new UpstreamUnavailable('the stream is silent')));
        this.#streams.add(response);
        response.once('close', () => this.#streams.delete(response));
        return response;
    }

    close(): void {
        for (const stream of this.#streams) stream.destroy();
        this.#agent.destroy();
    }

    /** Waits for a free slot; the timeout starts afterwards. */
    async #open(method: string, path: string, request: UpstreamRequest): Promise<IncomingMessage> {
        if (this.#active >= MAX_CONCURRENT) await new Promise<void>((resolve) => this.#queue.push(resolve));
        else this.#active++;
        try {
            return await this.#begin(method, path, request);
        } finally {
            const next = this.#queue.shift();
            if (next) next();
            else this.#active--;
        }
    }

    async #begin(
        method: string,
        path: string,
        { token, headers = {}, body }: UpstreamRequest,
    ): Promise<IncomingMessage> {
        const { url, headers: defaultHeaders, tokenHeader, requestMs } = this.#options;
        const content = body === undefined ? undefined : JSON.stringify(body);
        const all: OutgoingHttpHeaders = {
            ...defaultHeaders,
            ...headers,
            ...(token !== undefined && { [tokenHeader]: token }),
            ...(content !== undefined && {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(content),
            }),
        };
        const request = this.#request(`${url}${path}`, { method, headers: all, agent: this.#agent });
        const timer = setTimeout(() => request.destroy(new UpstreamUnavailable('no response in time')), requestMs);
        request.end(content);
        try {
            const [response] = (await once(request, 'response')) as [IncomingMessage];
            // The reader receives the error; later errors are ignored.
            request.on('error', () => undefined);
            return response;
        } catch (error) {
            throw toUpstreamUnavailable(error);
        } finally {
            clearTimeout(timer);
        }
    }
}

/** Parses a JSON body. Any other body, such as the page of a captive portal, does not come from upstream. */
export function jsonOf(body: Buffer): unknown {
    try {
        return JSON.parse(body.toString());
    } catch {
        throw new UpstreamUnavailable('the response is not JSON');
    }
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > MAX_BODY) throw new UpstreamUnavailable('the response is too long');
        chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
}

function toUpstreamUnavailable(error: unknown): UpstreamUnavailable {
    if (error instanceof UpstreamUnavailable) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    // When several addresses were tried, only the code contains the reason.
    return new UpstreamUnavailable(code ?? message);
}
