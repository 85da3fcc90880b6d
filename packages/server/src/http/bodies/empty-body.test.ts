import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';

test.each([
    ['POST', '/api/admin/projects/default/features', ADMIN_TOKEN, 400],
    ['POST', '/api/client/metrics', CLIENT_TOKEN, 202],
    ['DELETE', '/api/admin/projects/unknown', ADMIN_TOKEN, 404],
    ['GET', '/api/client/features', CLIENT_TOKEN, 200],
    ['GET', '/api/admin/projects', ADMIN_TOKEN, 200],
])(
    '%s %s with the content type JSON and an empty body gets a response, with and without content-length',
    async (...request) => {
        const [method, path, token, status] = request;
        const app = await testApp();
        const { hostname, port } = new URL(app.url);
        const statusWith = async (header: string) => {
            const socket = connect(Number(port), hostname);
            socket.write(
                `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${token}\r\n` +
                    `content-type: application/json\r\n${header}connection: close\r\n\r\n`,
            );
            const [chunk] = (await once(socket, 'data')) as [Buffer];
            socket.destroy();
            return Number(chunk.toString().split(' ')[1]);
        };

        expect(await statusWith('content-length: 0\r\n')).toBe(status);
        expect(await statusWith('')).toBe(status);
    },
);
