import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RequestAborted } from '../../core/concurrency/yielding.ts';
import {
    type EventStream,
    EventStreams,
    type EventStreamsOptions,
    eventMessage,
    type StreamAccess,
} from './event-streams.ts';

/** Starts a server that opens a stream for every request, and connects one client. */
async function connected(options: EventStreamsOptions, access: Partial<StreamAccess> = {}) {
    const streams = new EventStreams(options);
    const opened: EventStream[] = [];
    const server = createServer(
        (_request, response) =>
            void opened.push(
                streams.open(response, { holder: { key: 'a' }, access: { isAllowed: () => true, ...access } }),
            ),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
        void streams.close();
        server.close();
        server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const response = await connectTo(port);
    return { streams, stream: opened[0]!, response, port };
}

async function connectTo(port: number): Promise<IncomingMessage> {
    const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return response;
}

test('a client that does not read is disconnected instead of being buffered without limit', async () => {
    const { streams, stream, response } = await connected({ limit: 1, backlogLimit: 10_000 });
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    response.pause();

    const message = eventMessage({ data: 'x'.repeat(1_000_000) });
    // More than any operating system buffers for a connection.
    for (let sent = 0; sent < 30; sent++) {
        stream.send(message);
        await new Promise(setImmediate);
    }

    await closed;
    expect(streams.hasRoomFor({ key: 'a' })).toBe(true);
});

test('a client that still reads the first message is not disconnected because of later ones', async () => {
    const { stream, response } = await connected({ limit: 1, backlogLimit: 10_000 });
    const first = eventMessage({ data: 'x'.repeat(30_000_000) });
    const second = eventMessage({ data: 'y' });
    response.pause();
    stream.send(first);
    await new Promise(setImmediate);
    stream.send(second);

    let received = 0;
    response.on('data', (bytes: Buffer) => {
        received += bytes.length;
        if (received === first.length + second.length) response.destroy();
    });
    response.resume();
    await once(response, 'close');

    expect(received).toBe(first.length + second.length);
});

test('keep-alives are sent, so that clients do not consider the connection dead', async () => {
    const { response } = await connected({ limit: 1, keepAliveMs: 5 });

    const [bytes] = (await once(response, 'data')) as [Buffer];

    expect(bytes.toString()).toBe(':\n\n');
});

test('keep-alives are sent also while the database is unavailable', async () => {
    const recheck = () => new Promise<boolean>(() => undefined);
    const { response } = await connected({ limit: 1, keepAliveMs: 5 }, { recheck });

    let received = '';
    for await (const bytes of response) {
        received += String(bytes);
        // One may have been sent before the check started.
        if (received.length >= 6) break;
    }

    expect(received).toContain(':\n\n:\n\n');
});

test('a client that reads nothing for a while is disconnected, even if little is buffered', async () => {
    const { streams, stream, response } = await connected({ limit: 1, keepAliveMs: 5, backlogLimit: 100_000_000 });
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    response.pause();

    // More than any operating system buffers for a connection, and less than the backlog limit.
    stream.send(eventMessage({ data: 'x'.repeat(30_000_000) }));

    await closed;
    expect(streams.hasRoomFor({ key: 'a' })).toBe(true);
});

test('clients that lost access are disconnected at the next check', async () => {
    let allowed = true;
    const { streams, response } = await connected({ limit: 1 }, { recheck: async () => allowed });
    response.resume();

    await streams.recheckAll();
    expect(response.complete).toBe(false);
    allowed = false;
    const ended = once(response, 'end');
    await streams.recheckAll();

    await ended;
    expect(response.complete).toBe(true);
});

test('clients that lost access receive nothing more, and their stream ends', async () => {
    let allowed = true;
    const { stream, response } = await connected({ limit: 1 }, { isAllowed: () => allowed });
    const received: Buffer[] = [];
    response.on('data', (bytes: Buffer) => received.push(bytes));

    stream.send(eventMessage({ data: 'first' }));
    allowed = false;
    stream.send(eventMessage({ data: 'second' }));

    await once(response, 'end');
    expect(String(Buffer.concat(received))).toBe('data: first\n\n');
});

test('access is checked once for streams with the same credentials', async () => {
    let checks = 0;
    const access = { credential: 'session', recheck: async () => ++checks < 2 };
    const { streams, port, response } = await connected({ limit: 10 }, access);
    const others = [await connectTo(port), await connectTo(port)];

    await streams.recheckAll();
    expect(checks).toBe(1);
    await streams.recheckAll();

    for (const each of [response, ...others]) await once(each.resume(), 'end');
    expect(checks).toBe(2);
});

test('other requests are processed between keep-alives', async () => {
    let longest = 0;
    let ticks = 0;
    // Each takes longer than a time slice, as a thousand streams together would.
    const isAllowed = () => {
        const start = performance.now();
        while (performance.now() - start < 5);
        ticks++;
        return true;
    };
    const { port } = await connected({ limit: 40, keepAliveMs: 20 }, { isAllowed });
    for (let i = 0; i < 9; i++) await connectTo(port);

    ticks = 0;
    while (ticks < 40) {
        const before = ticks;
        await new Promise(setImmediate);
        longest = Math.max(longest, ticks - before);
    }
    expect(longest).toBeLessThanOrEqual(2);
});

test('streams stay open while access cannot be checked', async () => {
    const { streams, stream, response } = await connected(
        { limit: 1 },
        {
            recheck: async () => {
                throw new Error('The database is unavailable.');
            },
        },
    );

    await streams.recheckAll();
    stream.send(eventMessage({ data: 'still here' }));

    expect(String((await once(response, 'data'))[0])).toContain('still here');
});

test('a client that disconnects before its stream begins does not count against the limit', async () => {
    const streams = new EventStreams({ limit: 1 });
    const opening = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
        response.once('close', () => {
            expect(() => streams.open(response, { holder: { key: 'a' }, access: { isAllowed: () => true } })).toThrow(
                RequestAborted,
            );
            opening.resolve();
        });
        request.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
        void streams.close();
        server.close();
    });

    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on('error', () => undefined);
    await opening.promise;

    expect(streams.hasRoomFor({ key: 'a' })).toBe(true);
});

test('a message contains its event name and id if they are passed', () => {
    expect(eventMessage({ event: 'updated', id: '7', data: '{}' }).toString()).toBe(
        'event: updated\nid: 7\ndata: {}\n\n',
    );
    expect(eventMessage({ data: '{}' }).toString()).toBe('data: {}\n\n');
});
