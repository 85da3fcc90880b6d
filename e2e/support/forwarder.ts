import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface ForwarderOptions {
    /** Added to every request. */
    headers?: Record<string, string>;
    /** Whether a request is neither forwarded nor answered. */
    isHeld?: (path: string) => boolean;
    /** Called with every complete body. */
    onBody?: (path: string, body: string) => void;
}

/** An HTTP proxy in front of one server. It ends with the test. */
export async function startForwarder(
    target: string,
    { headers = {}, isHeld = () => false, onBody }: ForwarderOptions,
): Promise<{ url: string; held: Promise<void> }> {
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const server = createServer((incoming, reply) => {
        const { method, url = '' } = incoming;
        if (isHeld(url)) return hold();
        const options = { method, headers: { ...incoming.headers, ...headers } };
        const outgoing = request(target + url, options, (response) => {
            reply.writeHead(response.statusCode!, response.headers);
            response.pipe(reply);
        });
        outgoing.on('error', () => reply.destroy());
        incoming.pipe(outgoing);
        if (onBody) void text(incoming).then((body) => onBody(url, body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}
