import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SYSTEM_ACTOR } from '../src/core/access/actor.ts';
import { collectingLog } from './support/log-collector.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, type TestApp, testApp } from './support/test-app.ts';

let app: TestApp;
const logged: { err?: { message: string } }[] = [];
beforeAll(async () => {
    const log = collectingLog({ level: 'error', stream: { write: (line) => void logged.push(JSON.parse(line)) } });
    app = await testApp({ until: 'file', log });
});

const errorShape = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: expect.stringMatching(/\S/),
    message: expect.stringMatching(/\S/),
    details: [expect.objectContaining({ message: expect.stringMatching(/\S/) })],
};

/** Sends raw bytes. */
function socketWith(text: string): Socket {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
}

async function answerTo(text: string): Promise<{ status: number; body: string }> {
    let response = '';
    for await (const bytes of socketWith(text)) response += String(bytes);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body };
}

const CLOSE = 'Host: localhost\r\nConnection: close\r\n';

test.each([
    ['not HTTP', '\x16\x03\x01\x02', 400],
    ['of no known method', `FOO / HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    [
        'of two lengths',
        `POST / HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
    ],
    ['of too long headers', `GET / HTTP/1.1\r\n${CLOSE}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['of a method that wants a body', `QUERY / HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['of a method nobody serves', `TRACE /health HTTP/1.1\r\n${CLOSE}\r\n`, 404],
])('a request %s gets an error in the common format', async (_what, request, status) => {
    const response = await answerTo(request);

    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject(errorShape);
});

test('a caller that disconnects during a request is not logged as a server error', async () => {
    const head = `POST /api/admin/tags HTTP/1.1\r\n${CLOSE}Authorization: ${ADMIN_TOKEN}\r\nContent-Type: application/json\r\n`;
    const socket = socketWith(`${head}Content-Length: 100\r\n\r\n{"type":`);
    await new Promise((resolve) => socket.once('connect', resolve));
    // When another request has its response, the first one has arrived.
    await app.get('/api/admin/tags');
    socket.resetAndDestroy();
    await app.get('/api/admin/tags');

    expect(logged.map(({ err }) => err?.message)).toEqual([]);
});

describe('streams', () => {
    test.each([
        ['/api/client/streaming', CLIENT_TOKEN],
        ['/api/admin/live', ADMIN_TOKEN],
    ])('a HEAD request for %s is not kept open', async (path, token) => {
        const response = await answerTo(`HEAD ${path} HTTP/1.1\r\n${CLOSE}Authorization: ${token}\r\n\r\n`);

        expect(response).toEqual({ status: 404, body: '' });
    });
});

test('a request during shutdown gets its response, and its connection is closed afterwards', async () => {
    const ending = await testApp();
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const long = ending.services.write(SYSTEM_ACTOR, () => end, undefined);
    const socket = connect(Number(new URL(ending.url).port), '127.0.0.1');
    const body = '{"type":"simple","value":"last"}';
    const head = `Host: localhost\r\nAuthorization: ${ADMIN_TOKEN}\r\n`;
    socket.write(
        `POST /api/admin/tags HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    // When this request has its response, the previous one has arrived and waits for the long one.
    await ending.get('/api/admin/tag-types');
    const closed = ending.close();
    socket.write(`GET /api/admin/tag-types HTTP/1.1\r\n${head}\r\n`);
    await new Promise(setImmediate);
    finish();
    let responses = '';
    for await (const bytes of socket) responses += String(bytes);
    await Promise.all([long, closed]);

    expect(responses.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
    expect(responses).toMatch(/connection: close/i);
});
