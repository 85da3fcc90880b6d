import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mapYielding, yieldToEventLoop } from './yielding.ts';

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

test('work that starts later gets the same share of time as work that is already running', async () => {
    let time = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    onTestFinished(() => void vi.restoreAllMocks());
    const done = { first: 0, second: 0 };
    /** Each item takes one millisecond: several items fit into a slice. */
    const work = (name: keyof typeof done) => {
        time++;
        return ++done[name];
    };
    const items = (count: number) => Array.from({ length: count });
    const first = mapYielding(items(1_000), () => work('first'));
    await setImmediate();

    await mapYielding(items(100), () => work('second'));

    expect(done.first).toBeGreaterThan(50);
    expect(done.first).toBeLessThan(200);
    await first;
});
