import type { IncomingHttpHeaders } from 'node:http';
import { CODES, errorOf, idOf, type Message, RpcError, readMessage, resultOf } from './json-rpc.ts';
import {
    HANDSHAKE_VERSIONS,
    type ProtocolMode,
    protocolModeOf,
    SERVER_INFO,
    STATELESS_VERSIONS,
} from './protocol-versions.ts';

/** The result of a tool in the format of the protocol. */
export interface ToolResult {
    content: { type: 'text'; text: string }[];
    structuredContent?: object;
    isError?: boolean;
}

/** The tools and instructions of a server, independent of the protocol version. */
export interface ToolServer {
    version: string;
    /** For the model: the purpose of the server, and how to use it. */
    instructions: string;
    /** In the format of the protocol, in a stable order. */
    listTools(): object[];
    /** Returns undefined if the tool does not exist. */
    callTool(name: string, input: unknown): Promise<ToolResult> | undefined;
}

export interface McpResponse {
    status: number;
    /** Undefined for notifications, which get no response. */
    body?: unknown;
}

/** Maximum number of messages in one request. */
const MAX_BATCH = 20;
/** Permissions can change at any time, so clients reload the list of tools soon. */
const TOOLS_TTL_MS = 60_000;

/** Handles one request with one message, or several messages from clients of the first versions. */
export async function respondTo(body: unknown, headers: IncomingHttpHeaders, offer: ToolServer): Promise<McpResponse> {
    if (!Array.isArray(body)) return respondToMessage(body, headers, offer);
    if (body.length === 0 || body.length > MAX_BATCH) return refusal(null, `A batch has 1 to ${MAX_BATCH} messages.`);
    const bodies: unknown[] = [];
    for (const each of body) {
        const response = await respondToMessage(each, headers, offer, 'handshake');
        if (response.body !== undefined) bodies.push(response.body);
    }
    return bodies.length === 0 ? { status: 202 } : { status: 200, body: bodies };
}

const refusal = (id: ReturnType<typeof idOf>, why: string): McpResponse => ({
    status: 400,
    body: errorOf(id, new RpcError(CODES.invalidRequest, why)),
});

async function respondToMessage(
    value: unknown,
    headers: IncomingHttpHeaders,
    offer: ToolServer,
    only?: ProtocolMode,
): Promise<McpResponse> {
    try {
        const message = readMessage(value);
        if (message === undefined) return { status: 202 };
        const era = protocolModeOf(message, headers);
        if (only !== undefined && era !== only)
            return refusal(idOf(value), 'Messages of this version come one by one.');
        if (message.id === undefined) return { status: 202 };
        const result = await (era === 'stateless' ? stateless(message, offer) : handshake(message, offer));
        return { status: 200, body: resultOf(message.id, result) };
    } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        return { status: error.status, body: errorOf(idOf(value), error) };
    }
}

const serverInfo = ({ version }: ToolServer) => ({ name: 'halyard', title: 'Halyard', version });
const CAPABILITIES = { tools: {} };

async function handshake({ method, params }: Message, offer: ToolServer): Promise<object> {
    switch (method) {
        case 'initialize': {
            const supported = HANDSHAKE_VERSIONS.find((version) => version === params['protocolVersion']);
            return {
                protocolVersion: supported ?? HANDSHAKE_VERSIONS[0],
                capabilities: CAPABILITIES,
                serverInfo: serverInfo(offer),
                instructions: offer.instructions,
            };
        }
        case 'ping':
            return {};
        case 'tools/list':
            return { tools: offer.listTools() };
        case 'tools/call':
            return call(params, offer);
        // Clients of these versions request all lists, regardless of the capabilities, and show an error as a failure.
        case 'prompts/list':
            return { prompts: [] };
        case 'resources/list':
            return { resources: [] };
        case 'resources/templates/list':
            return { resourceTemplates: [] };
        default:
            throw unknownMethod(method, 200);
    }
}

async function stateless({ method, params }: Message, offer: ToolServer): Promise<object> {
    const complete = (result: object) => ({
        ...result,
        resultType: 'complete',
        _meta: { [SERVER_INFO]: serverInfo(offer) },
    });
    const caching = { ttlMs: TOOLS_TTL_MS, cacheScope: 'private' };
    switch (method) {
        case 'server/discover':
            return complete({
                supportedVersions: STATELESS_VERSIONS,
                capabilities: CAPABILITIES,
                instructions: offer.instructions,
                ...caching,
            });
        case 'tools/list':
            return complete({ tools: offer.listTools(), ...caching });
        case 'tools/call':
            return complete(await call(params, offer));
        default:
            throw unknownMethod(method, 404);
    }
}

const unknownMethod = (method: string, status: number) =>
    new RpcError(CODES.methodNotFound, `There is no method ${method.slice(0, 100)} here.`, { status });

function call({ name, arguments: input = {} }: Record<string, unknown>, offer: ToolServer): Promise<ToolResult> {
    const response = typeof name === 'string' ? offer.callTool(name, input) : undefined;
    if (!response) throw new RpcError(CODES.invalidParams, 'There is no such tool. tools/list returns all tools.');
    return response;
}
