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
    /** Never answer. */
    silent?: boolean;
}

/** A server on this machine that keeps what it is sent. Answers 200 unless told otherwise. */
export async function receiver() {
    const received: Received[] = [];
    const answers: Answer[] = [];
    const waiting: ((request: Received) => void)[] = [];
    const server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        const { url = '', method = '', headers } = request;
        const seen = { path: url, method, headers, body: Buffer.concat(parts).toString() };
        received.push(seen);
        const { status = 200, headers: answered = {}, body = '', silent } = answers.shift() ?? {};
        if (!silent) response.writeHead(status, answered).end(body);
        waiting.shift()?.(seen);
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
        /** How to answer the next requests, in order. */
        willAnswer: (...next: Answer[]) => answers.push(...next),
        /** The next request that comes. */
        next: () => new Promise<Received>((resolve) => waiting.push(resolve)),
    };
}
