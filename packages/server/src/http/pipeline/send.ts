import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ByteChunks } from '../bodies/payload.ts';
import type { Bytes } from '../route/route.ts';
import type { Exchange } from './exchange.ts';

/** Sends a response that is in memory. */
export function sendBytes({ response, reply }: Exchange, body: Buffer | string | ByteChunks): void {
    reply.complete();
    if (reply.code !== 304 && reply.code !== 204) {
        const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
        reply.header('content-length', String(length));
    }
    response.writeHead(reply.code, reply.headers);
    if (body instanceof ByteChunks) {
        // Together, as one buffer would be; `end` uncorks.
        response.cork();
        for (const chunk of body.chunks) response.write(chunk);
        response.end();
    } else response.end(body);
}

/** Sends a response, possibly while it is created. */
export async function send(exchange: Exchange, body: Bytes): Promise<void> {
    const { request, response, reply } = exchange;
    const isEmpty = !(body instanceof Readable) && body.length === 0;
    if (!isEmpty && reply.get('content-type') === undefined) {
        reply.header(
            'content-type',
            typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream',
        );
    }
    if (!(body instanceof Readable)) {
        sendBytes(exchange, body);
        return;
    }
    if (request.method === 'HEAD') {
        body.destroy();
        reply.complete();
        response.writeHead(reply.code, reply.headers).end();
        return;
    }
    await sendStream(exchange, body);
}

/** The status is sent with the first bytes, so an error before them still gets its own status. */
async function sendStream({ response, reply }: Exchange, stream: Readable): Promise<void> {
    const stop = () => stream.destroy();
    response.once('close', stop);
    try {
        for await (const chunk of stream) {
            if (!response.headersSent) writeHead();
            if (!response.write(chunk)) await readyForMore(response);
        }
    } catch (error) {
        // The client has disconnected.
        if (response.destroyed) return;
        throw error;
    } finally {
        response.off('close', stop);
    }
    if (!response.headersSent) writeHead();
    response.end();

    function writeHead() {
        reply.complete();
        response.writeHead(reply.code, reply.headers);
    }
}

const readyForMore = (response: ServerResponse) =>
    new Promise<void>((resolve) => {
        const done = () => {
            response.off('drain', done).off('close', done);
            resolve();
        };
        if (response.destroyed) resolve();
        else response.on('drain', done).on('close', done);
    });
