import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { yieldToEventLoop } from './yielding.ts';

/** Both ends of a connection. */
async function connection(): Promise<[near: Socket, far: Socket]> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [far] = (await once(server, 'connection')) as [Socket];
    onTestFinished(() => {
        near.destroy();
        server.close();
    });
    return [near, far];
}

test('a request that arrives during long work is served before the work continues', async () => {
    const [request, client] = await connection();
    const [other, otherClient] = await connection();
    const order: string[] = [];
    other.on('data', () => order.push('another request'));
    const isDone = new Promise<void>((resolve) => {
        request.on('data', async () => {
            order.push('the first part');
            // The request has arrived when this part ends.
            otherClient.write('?');
            await yieldToEventLoop();
            order.push('the next part');
            resolve();
        });
    });

    client.write('?');
    await isDone;

    expect(order).toEqual(['the first part', 'another request', 'the next part']);
});
