import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A storage such as S3 or a web server, which keeps its files in memory. It ends with the test. */
export async function fileServer() {
    const files = new Map<string, string>();
    const requests: { method: string; path: string; headers: IncomingHttpHeaders }[] = [];
    let status: number | undefined;
    const server = createServer(async (request, response) => {
        const { method = '', url: path = '', headers } = request;
        const body = await text(request);
        requests.push({ method, path, headers });
        if (status !== undefined) return void response.writeHead(status).end('<Error/>');
        if (method === 'PUT') files.set(path, body);
        const content = files.get(path);
        response.writeHead(content === undefined ? 404 : 200).end(method === 'GET' ? content : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        files,
        requests,
        /** Every request fails with this status from now on. */
        failWith(code: number | undefined) {
            status = code;
        },
    };
}
