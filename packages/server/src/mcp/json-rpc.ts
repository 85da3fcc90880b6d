import { isRecord } from '../core/json/is-record.ts';
/** The error codes of the protocol. */
export const CODES = {
    parse: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    refused: -32000,
    headerMismatch: -32020,
    unsupportedVersion: -32022,
} as const;

export type Id = string | number;

/** A request, or without an id a notification, which gets no response. */
export interface Message {
    id?: Id;
    method: string;
    params: Record<string, unknown>;
}

/** An error in a message, with its HTTP status. */
export class RpcError extends Error {
    readonly code: number;
    readonly status: number;
    readonly data: object | undefined;

    constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: object } = {}) {
        super(message);
        this.code = code;
        this.status = status;
        this.data = data;
    }
}

const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isFinite(value);

/** Returns the id for the response, if the message has one. */
export const idOf = (value: unknown): Id | null => (isRecord(value) && isId(value['id']) ? value['id'] : null);

/** Parses a message. Returns undefined for a response, because this server sends no requests. */
export function readMessage(value: unknown): Message | undefined {
    const invalid = (why: string) => new RpcError(CODES.invalidRequest, `Invalid request: ${why}.`, { status: 400 });
    if (!isRecord(value) || value['jsonrpc'] !== '2.0') throw invalid('`jsonrpc` must be "2.0"');
    const { id, method, params } = value;
    if (typeof method !== 'string') {
        if (isId(id) && ('result' in value || 'error' in value)) return undefined;
        throw invalid('`method` is missing');
    }
    if (id !== undefined && !isId(id)) throw invalid('`id` must be a string or a number');
    if (params !== undefined && !isRecord(params)) throw invalid('`params` must be an object');
    return { ...(id !== undefined && { id }), method, params: params ?? {} };
}

export const resultOf = (id: Id, result: object) => ({ jsonrpc: '2.0', id, result });

export const errorOf = (id: Id | null, { code, message, data }: RpcError) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data && { data }) },
});
