import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ADMIN_TOKEN, CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

const app: TestApp = await testApp({ until: 'file', environment: { SERVER_REQUEST_TIMEOUT: '1' } });

const head = (path: string, token: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\n`;

/** Sends the beginning, then single bytes until the connection is closed. Never closes the connection. */
async function sendSlowly(beginning: string, byte: string): Promise<string> {
    const socket: Socket = connect({
        port: Number(new URL(app.url).port),
        host: '127.0.0.1',
        allowHalfOpen: true,
    });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
    });
    socket.on('error', () => undefined);
    socket.write(beginning);
    const dripping = setInterval(() => socket.write(byte), 20);
    try {
        await new Promise((resolve) => socket.once('close', resolve));
    } finally {
        clearInterval(dripping);
        socket.destroy();
    }
    return answer;
}

// Each takes as long as the timeout, so they run concurrently.
test.concurrent.each([
    ['headers', `${head('/api/admin/tags', ADMIN_TOKEN)}X-Slow: `, 'x'],
    ['a body', `${head('/api/admin/tags', ADMIN_TOKEN)}Content-Length: 100000\r\n\r\n`, ' '],
    ['a body for the fast path', `${head('/api/client/metrics', CLIENT_TOKEN)}Content-Length: 100000\r\n\r\n`, ' '],
    ['a body in chunks', `${head('/api/admin/tags', ADMIN_TOKEN)}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
])('a client that sends %s byte by byte gets 408 after the timeout and is disconnected', async (_what, begin, byte) => {
    const answer = await sendSlowly(begin, byte);

    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"RequestTimeoutError"');
});

test.concurrent('a connection without data is closed, too', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');

    // With or without a response, depending on when Node checks.
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^(HTTP\/1.1 408 |$)/);
});
