import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Route } from '../../src/http/route/route.ts';
import { closeWithin, createServer } from '../../src/http/server/server.ts';
import type { ServerOptions } from '../../src/http/server/server-options.ts';
import { EventStreams } from '../../src/http/streams/event-streams.ts';

/** Serves routes without the service around them, and returns the URL. */
export async function routeServer(routes: readonly Route[], options: Partial<ServerOptions> = {}): Promise<string> {
    const server = createServer(routes, {
        basePath: '',
        logger: pino({ level: 'silent' }),
        logRequests: false,
        keepAliveSeconds: 5,
        requestSeconds: 5,
        disableCompression: false,
        started: Promise.resolve(),
        lingerMs: 0,
        authenticate: async () => undefined,
        tokens: { find: () => undefined, findByStreamKey: () => undefined },
        sdkWithoutToken: undefined,
        addressOf: ({ socket }) => socket.remoteAddress ?? '',
        eventStreams: new EventStreams({ limit: 10 }),
        cors: { origins: () => [], maxAgeSeconds: 60 },
        isOwnOrigin: () => false,
        isOwnHost: () => true,
        isInMaintenance: () => false,
        isStale: () => false,
        projectExists: async () => false,
        ...options,
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => closeWithin(server, 0));
    return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
