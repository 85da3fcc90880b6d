import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoadResponse } from './load.ts';
import { serveBench } from './server-process.ts';

/** A bare `node:http` server that sends prepared bytes for every request: the minimum cost of HTTP in Node. */
let prepared: { status: number; headers: string[]; body: Buffer } = { status: 200, headers: [], body: Buffer.alloc(0) };

const server = createServer((request, response) => {
    if (request.method === 'GET') {
        response.writeHead(prepared.status, prepared.headers);
        response.end(prepared.body);
        return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
        response.writeHead(prepared.status, prepared.headers);
        response.end(prepared.body);
    });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    serveBench(
        { url: `http://127.0.0.1:${port}` },
        {
            handle: (message) => {
                const { status, headers, body } = message as LoadResponse;
                prepared = { status, headers, body: Buffer.from(body, 'base64') };
            },
        },
    );
});
