import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body?: string;
}

/** A response as received, to be sent again by another server. */
export interface LoadResponse {
    status: number;
    /** Alternating names and values. */
    headers: string[];
    /** Encoded in base64. */
    body: string;
}

export interface LoadOptions {
    requests: number;
    seconds: number;
    p50: number;
    p99: number;
}

/** A server that rejects requests quickly must not look fast. */
export class UnexpectedResponse extends Error {
    readonly status: number;

    constructor(status: number, { method, path }: Request) {
        super(`${method} ${path} was answered with ${status}.`);
        this.status = status;
    }
}

/**
 * Sends `count` requests over some connections, each of which waits for its response before the next. No request starts after
 * `milliseconds`, except the first of each connection.
 */
export async function load(
    url: string,
    {
        count,
        connections,
        request,
        milliseconds = Number.POSITIVE_INFINITY,
    }: { count: number; connections: number; request: (index: number) => Request; milliseconds?: number },
): Promise<LoadOptions> {
    const { port } = new URL(url);
    const times: number[] = [];
    let next = 0;
    const started = performance.now();
    await Promise.all(
        Array.from({ length: connections }, async () => {
            const socket = connect(Number(port), '127.0.0.1');
            socket.setNoDelay(true);
            await once(socket, 'connect');
            try {
                for (let isFirst = true; next < count; isFirst = false) {
                    const sent = performance.now();
                    if (!isFirst && sent - started > milliseconds) break;
                    const outgoing = request(next++);
                    const response = await exchange(socket, bytesOf(outgoing));
                    times.push(performance.now() - sent);
                    const status = statusOf(response);
                    if (status >= 400) throw new UnexpectedResponse(status, outgoing);
                }
            } catch (error) {
                // Stops the other connections.
                next = count;
                throw error;
            } finally {
                socket.destroy();
            }
        }),
    );
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    return { requests: times.length, seconds, p50: at(0.5), p99: at(0.99) };
}

const bytesOf = ({ method, path, headers, body }: Request) =>
    Buffer.from(
        `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('')}${body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body ?? ''}`,
    );

const statusOf = (response: Buffer) => Number(response.toString('latin1', 9, 12));

/** Sends one request and resolves when its complete response has arrived. */
function exchange(socket: Socket, bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        let received = 0;
        let expected: number | 'chunked' | undefined;
        const onData = (chunk: Buffer) => {
            chunks.push(chunk);
            received += chunk.length;
            expected ??= lengthOf(Buffer.concat(chunks));
            if (expected === undefined) return;
            if (expected === 'chunked' ? !isLastOf(chunks) : received < expected) return;
            socket.off('data', onData);
            socket.off('close', onClose);
            resolve(Buffer.concat(chunks));
        };
        const onClose = () => reject(new Error('The server closed the connection.'));
        socket.on('data', onData);
        socket.on('close', onClose);
        socket.write(bytes);
    });
}

/** The length of a response including its head; undefined while the head is incomplete. */
function lengthOf(bytes: Buffer): number | 'chunked' | undefined {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = bytes.toString('latin1', 0, end);
    if (/\r\ntransfer-encoding: chunked/i.test(head)) return 'chunked';
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    return end + 4 + Number(length ?? 0);
}

/** An empty chunk ends a chunked response. */
function isLastOf(chunks: readonly Buffer[]): boolean {
    const last = chunks.at(-1)!;
    const tail = last.length >= LAST_CHUNK.length ? last : Buffer.concat(chunks.slice(-3));
    return tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

function withoutChunks(body: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let at = 0; ; ) {
        const end = body.indexOf('\r\n', at);
        const length = Number.parseInt(body.toString('latin1', at, end), 16);
        if (!(length > 0)) return Buffer.concat(parts);
        parts.push(body.subarray(end + 2, end + 2 + length));
        at = end + 2 + length + 2;
    }
}

/** Returns one parsed response. */
export async function capture(url: string, request: Request): Promise<LoadResponse> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    const bytes = await exchange(socket, bytesOf(request));
    socket.destroy();
    const end = bytes.indexOf('\r\n\r\n');
    const [, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const headers = lines
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
        // Node adds these automatically.
        .filter(([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name.toLowerCase()));
    const isChunked = lines.some((line) => /^transfer-encoding: chunked/i.test(line));
    const body = bytes.subarray(end + 4);
    return {
        status: statusOf(bytes),
        headers: headers.flat(),
        body: (isChunked ? withoutChunks(body) : body).toString('base64'),
    };
}
