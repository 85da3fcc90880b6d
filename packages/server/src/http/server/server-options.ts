import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { WebPage } from '../pipeline/web-page.ts';
import type { AccessOptions } from '../route/access.ts';
import type { Route } from '../route/route.ts';
import type { EventStreams } from '../streams/event-streams.ts';
import type { CorsOptions } from './cors.ts';
import type { InternalClient } from './internal-client.ts';
import type { ListenerOptions } from './listener.ts';
import type { ObservedResponse } from './metrics.ts';

export interface ServerOptions extends AccessOptions, ListenerOptions {
    logger: Pick<Logger, 'child'>;
    logRequests: boolean;
    disableCompression: boolean;
    /** The client address, according to trusted proxies. */
    addressOf: (request: IncomingMessage) => string;
    eventStreams: EventStreams;
    /** The maximum number of expensive requests in progress; unset if no route is expensive. */
    maxExpensiveRequests?: number;
    cors: CorsOptions;
    /** Rejects clients regardless of the route; unset: all clients are accepted. */
    isIpAllowed?: ((address: string) => boolean) | undefined;
    /** Returns the redirect target of a request; undefined: no redirect. */
    redirect?: ((request: IncomingMessage) => string | undefined) | undefined;
    /** The header that carries tokens, if not the usual one. */
    tokenHeader?: string | undefined;
    /** Calls routes without a socket. */
    internalClient?: InternalClient;
    /** Content for browsers; the first page that fits the path is served. */
    pages?: readonly WebPage[];
    /** Runs the handler of a request, so that tracing can measure it. */
    traced?: <T>(
        request: { route: Route; headers: IncomingMessage['headers']; status: () => number },
        work: () => Promise<T>,
    ) => Promise<T>;
    /** Called with every response, for metrics and for schema checks in tests. */
    onResponse?: (answer: ObservedResponse) => void;
}

/** The settings of the HTTP server itself. */
export const listeningOf = ({
    basePath,
    logRequests,
    keepAliveSeconds,
    requestSeconds,
    disableCompression,
}: Pick<ServerOptions, 'basePath' | 'logRequests' | 'keepAliveSeconds' | 'requestSeconds' | 'disableCompression'>) => ({
    basePath,
    logRequests,
    keepAliveSeconds,
    requestSeconds,
    disableCompression,
});
