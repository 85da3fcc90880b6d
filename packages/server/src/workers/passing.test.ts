import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { PassingOn } from './forward-request.ts';
import { OwnerSocket } from './owner-socket.ts';

/** A worker that forwards everything to an owner, which also listens on its own port. */
async function startBoth(answer: (request: IncomingMessage, caller: string | undefined) => string) {
    const door = new OwnerSocket();
    const owner = createServer(async (asked, response) => {
        const body = (await asked.toArray()).join('');
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.end(`${answer(asked, door.callerOf(asked))} ${body}`);
    });
    const address = await door.open(owner, 511);
    const passing = new PassingOn({ door: address, addressOf: () => '9.9.9.9', isClosing: () => false });
    const worker = createServer((asked, response) => passing.pass(asked, response));
    onTestFinished(() => door.close());
    return { owner: await listening(owner), worker: await listening(worker) };
}

async function listening(server: Server): Promise<number> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return (server.address() as AddressInfo).port;
}

async function ask(port: number, { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {}) {
    const sent = request({
        port,
        host: '127.0.0.1',
        method: body === undefined ? 'GET' : 'POST',
        path: '/x?y=1',
        headers,
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { headers: response.headers, text: (await response.toArray()).join('') };
}

test('a request and its response are forwarded unchanged', async () => {
    const { worker } = await startBoth(({ method, url, headers }) => `${method} ${url} ${headers['x-own']}`);

    const { text, headers } = await ask(worker, { body: 'hello', headers: { 'x-own': 'kept' } });

    expect(text).toBe('POST /x?y=1 kept hello');
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

test('only the client address sent by a worker is trusted', async () => {
    const { owner, worker } = await startBoth(({ headers }, caller) => `${caller} ${headers['x-halyard-caller']}`);
    const forged = { 'x-halyard-caller': '6.6.6.6', 'X-Halyard-Caller': '6.6.6.6' };

    expect((await ask(worker, { headers: forged })).text).toBe('9.9.9.9 undefined ');
    expect((await ask(owner, { headers: forged })).text).toMatch(/^undefined /);
});
