import type { FastifyInstance } from 'fastify';

export interface CorsOptions {
    /** The allowed origins; `*` or an empty list: every origin. */
    origins: () => readonly string[];
    maxAgeSeconds: number;
    /** Methods allowed for other origins; unset or empty: all. */
    methods?: readonly string[];
    headers?: readonly string[];
    /** The response headers that other origins may read. */
    exposedHeaders?: readonly string[];
}

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'];
const EXPOSED_HEADERS = ['ETag'];

/** Returns the CORS headers of responses and errors; Vary is part of `varyOf`. */
export function corsHeaders(
    origin: string | undefined,
    { origins, exposedHeaders = EXPOSED_HEADERS }: CorsOptions,
): Record<string, string> {
    const allowed = origins();
    const anyone = allowed.length === 0 || allowed.includes('*');
    if (!anyone && (origin === undefined || !allowed.includes(origin))) return {};
    return {
        'access-control-allow-origin': anyone ? '*' : origin!,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': exposedHeaders.join(),
    };
}

/** Handles preflight requests, which contain no credentials. */
export function respondToPreflights(server: FastifyInstance, paths: Iterable<string>, options: CorsOptions): void {
    for (const url of new Set(paths)) {
        server.options(url, async (request, reply) => {
            const { methods, headers: allowed } = options;
            const { headers } = request;
            reply.header('vary', 'origin').headers(corsHeaders(headers.origin, options));
            reply.header('access-control-allow-methods', (methods?.length ? methods : METHODS).join());
            const allowedHeaders = allowed?.length ? allowed.join() : headers['access-control-request-headers'];
            if (allowedHeaders !== undefined) reply.header('access-control-allow-headers', allowedHeaders);
            reply.header('access-control-max-age', String(options.maxAgeSeconds));
            return reply.status(204).send();
        });
    }
}
