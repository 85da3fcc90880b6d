import { createInterface } from 'node:readline';
import { type CliContext, CommandError } from '../program/command.ts';
import { isRecord } from '../program/is-record.ts';
import { type ServiceClient, serviceOf } from './service.ts';

const ACCESS = ['read', 'propose', 'change'];
/** The limit of the service is lower; larger messages are rejected locally. */
const MAX_LINE = 1024 * 1024;
/** The maximum number of concurrent requests of the agent; further messages wait. */
const MAX_PENDING = 16;
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const [PARSE_ERROR, REQUEST_FAILED] = [-32700, -32000];

interface Message {
    id?: string | number;
    method?: string;
    params?: { name?: unknown; requestId?: unknown; _meta?: Record<string, unknown> };
}

interface RpcResponse {
    result?: { protocolVersion?: string };
    error?: { code: number; message: string };
}

/** Forwards messages between an agent, one per line, and the service, which decides about permissions. */
export async function mcp({ access }: { access: string | undefined }, context: CliContext): Promise<void> {
    if (access !== undefined && !ACCESS.includes(access)) {
        throw new CommandError(`--access must be one of ${ACCESS.join(', ')}.`);
    }
    const { output } = context;
    const write = (message: object) => output.printJson(message);
    const path = access === undefined ? '/mcp' : `/mcp?access=${access}`;
    const bridge = new Bridge(await serviceOf(context), path, write);
    for await (const line of createInterface({ input: output.input })) await bridge.accept(line);
    await bridge.end();
}

class Bridge {
    readonly #service: ServiceClient;
    readonly #path: string;
    readonly #write: (message: object) => void;
    readonly #pending = new Set<Promise<void>>();
    /** The ids of requests that the agent still waits for. */
    readonly #awaited = new Set<string | number>();
    /** The negotiated protocol. */
    #version: string | undefined;

    constructor(service: ServiceClient, path: string, write: (message: object) => void) {
        this.#service = service;
        this.#path = path;
        this.#write = write;
    }

    /** Accepts a message; resolves when another one can be accepted. */
    async accept(line: string): Promise<void> {
        if (line.trim() === '') return;
        const message = line.length > MAX_LINE ? undefined : parsed(line);
        if (message === undefined) {
            this.#reject(null, PARSE_ERROR, `Each line must be a JSON message of at most ${MAX_LINE} characters.`);
            return;
        }
        const work = this.#forward(message).finally(() => this.#pending.delete(work));
        this.#pending.add(work);
        if (this.#pending.size >= MAX_PENDING) await Promise.race(this.#pending);
    }

    async end(): Promise<void> {
        await Promise.all(this.#pending);
    }

    async #forward(message: Message): Promise<void> {
        const { id, method, params } = message;
        // The service has no session, so it could not identify the request. Its response is dropped instead.
        if (method === 'notifications/cancelled') {
            this.#awaited.delete(params?.requestId as string);
            return;
        }
        if (id !== undefined) this.#awaited.add(id);
        const response = await this.#request(message);
        if (id === undefined || !this.#awaited.delete(id)) return;
        if (method === 'initialize') this.#version = response.result?.protocolVersion;
        const { result, error } = response;
        this.#write({ jsonrpc: '2.0', id, ...(error ? { error } : { result }) });
    }

    async #request(message: Message): Promise<RpcResponse> {
        try {
            const { status, body } = await this.#service.request('POST', this.#path, {
                body: message,
                effect: message.method === 'tools/call' ? 'other' : 'none',
                headers: { accept: 'application/json, text/event-stream', ...this.#headersOf(message) },
            });
            const isRpcResponse = typeof body === 'object' && body !== null && ('result' in body || 'error' in body);
            if (isRpcResponse) return body as RpcResponse;
            if (status === 202) return {};
            const problem =
                status === 404 ? 'has no /mcp: is it a recent version of Halyard' : `responded with status ${status}`;
            return { error: { code: REQUEST_FAILED, message: `${this.#service.url} ${problem}.` } };
        } catch (error) {
            if (!(error instanceof CommandError)) throw error;
            return { error: { code: REQUEST_FAILED, message: error.message } };
        }
    }

    /** Returns the HTTP headers that repeat parts of the message. */
    #headersOf({ method = '', params }: Message): Record<string, string> {
        const own = params?._meta?.[VERSION];
        if (typeof own !== 'string') {
            return this.#version === undefined ? {} : { 'mcp-protocol-version': this.#version };
        }
        const name = params?.name;
        return {
            'mcp-protocol-version': asHeader(own),
            'mcp-method': asHeader(method),
            ...(method === 'tools/call' && typeof name === 'string' && { 'mcp-name': asHeader(name) }),
        };
    }

    #reject(id: null, code: number, message: string): void {
        this.#write({ jsonrpc: '2.0', id, error: { code, message } });
    }
}

/** Encodes values that are invalid in a header as Base64. */
const asHeader = (text: string) =>
    /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;

function parsed(line: string): Message | undefined {
    try {
        const message: unknown = JSON.parse(line);
        return isRecord(message) ? message : undefined;
    } catch {
        return undefined;
    }
}
