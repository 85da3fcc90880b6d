import { createInterface } from 'node:readline';
import { type CliContext, CommandError } from '../program/command.ts';
import { isRecord } from '../program/is-record.ts';
import { type ServiceClient, serviceOf } from './service.ts';

const ACCESS = ['read', 'propose', 'change'];
/** The service accepts less; larger messages are refused locally. */
const MAX_LINE = 1024 * 1024;
/** An agent that asks for more at once waits. */
const MAX_PENDING = 16;
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const [PARSE_ERROR, REFUSED] = [-32700, -32000];

interface Message {
    id?: string | number;
    method?: string;
    params?: { name?: unknown; requestId?: unknown; _meta?: Record<string, unknown> };
}

interface Answer {
    result?: { protocolVersion?: string };
    error?: { code: number; message: string };
}

/** Carries messages between an agent, one a line, and the service, which answers and decides what may be done. */
export async function mcp({ access }: { access: string | undefined }, context: CliContext): Promise<void> {
    if (access !== undefined && !ACCESS.includes(access)) {
        throw new CommandError(`--access must be one of ${ACCESS.join(', ')}.`);
    }
    const { output } = context;
    const write = (message: object) => output.tellJson(message);
    const path = access === undefined ? '/mcp' : `/mcp?access=${access}`;
    const bridge = new Bridge(await serviceOf(context), path, write);
    for await (const line of createInterface({ input: output.input })) await bridge.take(line);
    await bridge.end();
}

class Bridge {
    readonly #service: ServiceClient;
    readonly #path: string;
    readonly #write: (message: object) => void;
    readonly #underway = new Set<Promise<void>>();
    /** The ids of requests that the agent still waits for. */
    readonly #awaited = new Set<string | number>();
    /** The negotiated protocol. */
    #version: string | undefined;

    constructor(service: ServiceClient, path: string, write: (message: object) => void) {
        this.#service = service;
        this.#path = path;
        this.#write = write;
    }

    /** Returns once there is room for another. */
    async take(line: string): Promise<void> {
        if (line.trim() === '') return;
        const message = line.length > MAX_LINE ? undefined : parsed(line);
        if (message === undefined) {
            this.#refuse(null, PARSE_ERROR, `A line is a message in JSON, of ${MAX_LINE} characters at most.`);
            return;
        }
        const work = this.#carry(message).finally(() => this.#underway.delete(work));
        this.#underway.add(work);
        if (this.#underway.size >= MAX_PENDING) await Promise.race(this.#underway);
    }

    async end(): Promise<void> {
        await Promise.all(this.#underway);
    }

    async #carry(message: Message): Promise<void> {
        const { id, method, params } = message;
        // The service would not know which request is meant: there is no session. Its answer is not passed on.
        if (method === 'notifications/cancelled') {
            this.#awaited.delete(params?.requestId as string);
            return;
        }
        if (id !== undefined) this.#awaited.add(id);
        const answer = await this.#ask(message);
        if (id === undefined || !this.#awaited.delete(id)) return;
        if (method === 'initialize') this.#version = answer.result?.protocolVersion;
        const { result, error } = answer;
        this.#write({ jsonrpc: '2.0', id, ...(error ? { error } : { result }) });
    }

    async #ask(message: Message): Promise<Answer> {
        try {
            const { status, body } = await this.#service.ask('POST', this.#path, {
                body: message,
                headers: { accept: 'application/json, text/event-stream', ...this.#headersOf(message) },
            });
            const isAnswer = typeof body === 'object' && body !== null && ('result' in body || 'error' in body);
            if (isAnswer) return body as Answer;
            if (status === 202) return {};
            const what =
                status === 404 ? 'has no /mcp: is it a Halyard, and new enough' : `answered with status ${status}`;
            return { error: { code: REFUSED, message: `${this.#service.url} ${what}.` } };
        } catch (error) {
            if (!(error instanceof CommandError)) throw error;
            return { error: { code: REFUSED, message: error.message } };
        }
    }

    /** What HTTP says beside the message, and a line does not. */
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

    #refuse(id: null, code: number, message: string): void {
        this.#write({ jsonrpc: '2.0', id, error: { code, message } });
    }
}

/** What does not fit into a header travels as Base64. */
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
