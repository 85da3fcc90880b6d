import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { load, type Request, UnexpectedResponse } from './load.ts';

/** Serves the responses in order and counts the requests. */
async function startServer(statusOf: (index: number) => number, delayMs = 0) {
    let requests = 0;
    const server = createServer((_, response) => {
        response.statusCode = statusOf(requests++);
        setTimeout(() => response.end('an answer'), delayMs);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
        server.close();
        server.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => requests };
}

const request = (index: number): Request => ({ method: 'GET', path: `/${index}`, headers: {} });

test('the requested number of requests is sent', async () => {
    const { url, asked } = await startServer((index) => (index % 2 ? 304 : 200));
    expect(await load(url, { count: 25, connections: 4, request })).toMatchObject({ requests: 25 });
    expect(asked()).toBe(25);
});

test('no request starts after the time is over, except the first of each connection', async () => {
    const { url } = await startServer(() => 200, 50);
    expect(await load(url, { count: 1_000, connections: 3, request, milliseconds: 1 })).toMatchObject({ requests: 3 });
});

test('a server that rejects requests is not measured', async () => {
    const { url, asked } = await startServer((index) => (index === 5 ? 429 : 200));
    await expect(load(url, { count: 1_000, connections: 1, request })).rejects.toThrow(UnexpectedResponse);
    expect(asked()).toBe(6);
});
