import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
    path: string;
    method: string;
    headers: IncomingHttpHeaders;
    body: string;
}

export interface Answer {
    status?: number;
    headers?: Record<string, string>;
    body?: string;
    /** Never respond. */
    silent?: boolean;
}

/** A server on this machine that stores received requests. Responds with 200 by default. */
export async function receiver() {
    const received: Received[] = [];
    const replies: Answer[] = [];
    const waiting: ((request: Received) => void)[] = [];
    const server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        const { url = '', method = '', headers } = request;
        const incoming = { path: url, method, headers, body: Buffer.concat(parts).toString() };
        received.push(incoming);
        const { status = 200, headers: replyHeaders = {}, body = '', silent } = replies.shift() ?? {};
        if (!silent) response.writeHead(status, replyHeaders).end(body);
        waiting.shift()?.(incoming);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
        new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
        });
    onTestFinished(close);
    return {
        port,
        url: `http://127.0.0.1:${port}/hook`,
        received,
        close,
        /** The responses to the next requests, in order. */
        willRespond: (...next: Answer[]) => replies.push(...next),
        /** The next received request. */
        next: () => new Promise<Received>((resolve) => waiting.push(resolve)),
    };
}
