import type { IncomingHttpHeaders } from 'node:http';
import { isRecord } from '../core/json/is-record.ts';
import { CODES, type Message, RpcError } from './json-rpc.ts';

/** Versions with a handshake, in which client and server agree on one of these. Newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Versions in which every request carries the client information itself. */
export const STATELESS_VERSIONS = ['2026-07-28'] as const;

const META = 'io.modelcontextprotocol/';
export const SERVER_INFO = `${META}serverInfo`;
const VERSION = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;

export type ProtocolMode = 'handshake' | 'stateless';

/** Versions are dates. */
const isStateless = (version: string) => version >= STATELESS_VERSIONS[0];

/**
 * Returns the protocol generation of a message. The body determines it, and the headers, which exist for routing, must match.
 * Throws for messages of unknown versions.
 */
export function protocolModeOf(message: Message, headers: IncomingHttpHeaders): ProtocolMode {
    const { method, params } = message;
    const meta = isRecord(params['_meta']) ? params['_meta'] : undefined;
    const header = headers['mcp-protocol-version'] as string | undefined;
    if (meta && VERSION in meta) return demandStateless(message, meta, headers);
    if (header === undefined || method === 'initialize') {
        if (header !== undefined && isStateless(header)) throw versionError(`${method} is not part of ${header}`);
        return 'handshake';
    }
    if (isStateless(header)) {
        // Notifications carry only the header.
        if (message.id === undefined) return 'stateless';
        throw new RpcError(CODES.invalidParams, `Invalid params: version ${header} wants \`_meta\` with ${VERSION}.`, {
            status: 400,
            data: { envelope: { missing: [VERSION] } },
        });
    }
    if ((HANDSHAKE_VERSIONS as readonly string[]).includes(header)) return 'handshake';
    throw unsupportedVersion(header);
}

const unsupportedVersion = (requested: string) =>
    new RpcError(CODES.unsupportedVersion, `Version ${requested.slice(0, 100)} is not supported here.`, {
        status: 400,
        data: { supported: [...STATELESS_VERSIONS, ...HANDSHAKE_VERSIONS], requested },
    });

const versionError = (why: string) =>
    new RpcError(CODES.headerMismatch, `The headers and the body disagree: ${why}.`, { status: 400 });

function demandStateless(message: Message, meta: Record<string, unknown>, headers: IncomingHttpHeaders): ProtocolMode {
    const { id, method, params } = message;
    const claimed = meta[VERSION];
    const wrong = typeof claimed !== 'string' ? VERSION : isRecord(meta[CAPABILITIES]) ? undefined : CAPABILITIES;
    if (wrong !== undefined && !(id === undefined && wrong === CAPABILITIES)) {
        throw new RpcError(
            CODES.invalidParams,
            `Invalid params: \`_meta\` lacks ${wrong}, or it is of the wrong type.`,
            {
                status: 400,
                data: { envelope: { missing: [wrong] } },
            },
        );
    }
    const version = claimed as string;
    const header = headers['mcp-protocol-version'];
    if (header !== undefined && header !== version) {
        throw versionError(`MCP-Protocol-Version says ${header}, the body says ${version}`);
    }
    if (!(STATELESS_VERSIONS as readonly string[]).includes(version)) throw unsupportedVersion(version);
    if (headers['mcp-method'] !== undefined && headers['mcp-method'] !== method) {
        throw versionError(`Mcp-Method says ${String(headers['mcp-method'])}, the body says ${method}`);
    }
    if (id === undefined) return 'stateless';
    for (const name of ['mcp-protocol-version', 'mcp-method']) {
        if (headers[name] === undefined) throw versionError(`the header ${name} is missing`);
    }
    const { name } = params;
    if (method === 'tools/call' && typeof name === 'string' && decodeHeader(headers['mcp-name']) !== name) {
        throw versionError(`Mcp-Name must say which tool is called: ${name}`);
    }
    return 'stateless';
}

/** Values that do not fit into a header are Base64-encoded. */
function decodeHeader(header: string | string[] | undefined): string | undefined {
    const text = header === undefined ? undefined : String(header).trim();
    const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(text ?? '') ?? [];
    return base64 === undefined ? text : Buffer.from(base64, 'base64').toString('utf8');
}
