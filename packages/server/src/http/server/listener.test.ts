import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { Listener } from './listener.ts';

const LINGER_MS = 20;

/** Blocks the event loop, as a slow disk does. */
const block = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test('a request that arrives while a stopping node is blocked gets its response', async () => {
    const started = Promise.resolve();
    const listener = new Listener({ keepAliveSeconds: 60, requestSeconds: 60, started, lingerMs: LINGER_MS });
    const server = listener.server((_request, response) => {
        if (listener.isClosing()) response.setHeader('connection', 'close');
        response.end('done');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(request);
    const [first] = await once(socket, 'data');

    const drained = listener.drain(server);
    socket.write(request);
    block(5 * LINGER_MS);
    const rest = (await socket.toArray()).join('');
    await drained;

    expect(first).toContain('Connection: keep-alive');
    expect(rest).toMatch(/^HTTP\/1\.1 200 .*connection: close.*done$/is);
});
