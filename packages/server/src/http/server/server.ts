import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { Route } from '../route/route.ts';
import { Listener } from './listener.ts';
import type { ServerOptions } from './server-options.ts';

export interface HttpServer {
    /** The server of Node. */
    server: Server;
    listen(address: { port: number; host: string; backlog?: number }): Promise<void>;
    /** Stops accepting connections, ends all streams, and waits for the responses in progress. */
    close(): Promise<void>;
}

/** Builds the HTTP server of an app. */
export function createServer(routes: readonly Route[], options: ServerOptions): HttpServer {
    const listener = new Listener(options);
    const pipeline = new Pipeline(routes, { ...options, isClosing: listener.isClosing });
    const server = listener.server(withRequestFilter(pipeline.listener, options));
    options.internalClient?.open(options.basePath, pipeline.handle);
    return {
        server,
        listen: (address) =>
            new Promise((resolve, reject) => {
                server.once('error', reject);
                server.listen(address, () => {
                    server.off('error', reject);
                    resolve();
                });
            }),
        async close() {
            // New connections are refused from here on. Open streams would keep the server from closing.
            const drained = listener.drain(server);
            await options.eventStreams.close();
            await drained;
            server.close();
        },
    };
}

/** Open connections, busy or idle, must not prevent the server from closing. */
export async function closeWithin({ server, close }: HttpServer, milliseconds: number): Promise<void> {
    const force = setTimeout(() => server.closeAllConnections(), milliseconds);
    await close();
    clearTimeout(force);
}

/** Operator settings that apply to all requests, before everything else. */
function withRequestFilter(
    listener: RequestListener,
    { isIpAllowed, tokenHeader, addressOf, redirect }: ServerOptions,
): RequestListener {
    if (!isIpAllowed && !tokenHeader && !redirect) return listener;
    return (request, response) => {
        if (isIpAllowed && !isIpAllowed(addressOf(request))) {
            response.writeHead(403, { connection: 'close' }).end();
            return;
        }
        const location = redirect?.(request);
        if (location !== undefined) {
            // The body is not read.
            response.writeHead(308, { location, connection: 'close' }).end();
            return;
        }
        takeToken(request.headers, tokenHeader);
        listener(request, response);
    };
}

/** A token in a header of its own takes precedence, and is handled like one in `X-API-Key`: shared caches do not protect either. */
function takeToken(headers: IncomingHttpHeaders, tokenHeader = 'authorization'): void {
    const token = headers[tokenHeader];
    if (tokenHeader === 'authorization' || typeof token !== 'string') return;
    delete headers.authorization;
    headers['x-api-key'] = token;
}
