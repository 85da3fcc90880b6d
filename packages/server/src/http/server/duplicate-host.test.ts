import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';
import { testEdge } from '../../../test/support/test-edge.ts';

/** Sends bytes and returns the response until the server closes the connection. */
async function exchange(url: string, bytes: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(bytes);
    return text(socket);
}

const request = (method: string, path: string, headers: readonly string[]) =>
    `${[`${method} ${path} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`;

const TWO_HOSTS = ['Host: one.example', 'hOST: two.example'];
const statusesIn = (response: string) =>
    [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe('a request with two Host headers', () => {
    test.each([
        ['a route of the pipeline', 'GET', '/api/admin/projects/default/features', ADMIN_TOKEN],
        ['a route of the fast path', 'GET', '/api/client/features', CLIENT_TOKEN],
        ['a list of the fast path', 'GET', '/api/admin/projects', ADMIN_TOKEN],
        ['a page', 'GET', '/', ADMIN_TOKEN],
        ['an unknown path', 'GET', '/unknown', ADMIN_TOKEN],
    ])('is rejected by %s', async (_, method, path, token) => {
        const app = await testApp({ until: 'file' });

        const response = await exchange(app.url, request(method, path, [...TWO_HOSTS, `Authorization: ${token}`]));

        expect(statusesIn(response)).toEqual([400]);
        expect(response).toContain('more than one Host header');
        expect(response).toMatch(/^connection: close/im);
    });

    test('is rejected even if both have the same value', async () => {
        const app = await testApp({ until: 'file' });

        expect(statusesIn(await exchange(app.url, request('GET', '/health', ['Host: a', 'Host: a'])))).toEqual([400]);
    });

    test('ends the connection: requests that are pipelined behind it are not executed', async () => {
        const app = await testApp();
        const body = JSON.stringify({ name: 'smuggled' });
        const create = request('POST', '/api/admin/projects/default/features', [
            'Host: one.example',
            `Authorization: ${ADMIN_TOKEN}`,
            'Content-Type: application/json',
            `Content-Length: ${body.length}`,
        ]);

        const response = await exchange(
            app.url,
            request('GET', '/health', ['Host: one.example']) + request('GET', '/health', TWO_HOSTS) + create + body,
        );

        expect(statusesIn(response)).toEqual([200, 400]);
        expect(await app.get('/api/admin/projects/default/features/smuggled')).toMatchObject({ status: 404 });
    });

    test('is rejected by an edge', async () => {
        const app = await testApp();
        const edge = await testEdge(app.url);

        const response = await exchange(
            edge.url,
            request('GET', '/api/client/features', [...TWO_HOSTS, `Authorization: ${CLIENT_TOKEN}`]),
        );

        expect(statusesIn(response)).toEqual([400]);
    });
});
