import type { Exchange } from '../pipeline/exchange.ts';

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

/** Responds to a preflight request, which contains no credentials. */
export function respondToPreflight({ headers, reply }: Exchange, options: CorsOptions): string {
    const { methods, headers: allowed } = options;
    reply.header('vary', 'origin');
    reply.addAll(corsHeaders(headers.origin, options));
    reply.header('access-control-allow-methods', (methods?.length ? methods : METHODS).join());
    const allowedHeaders = allowed?.length ? allowed.join() : headers['access-control-request-headers'];
    if (allowedHeaders !== undefined) reply.header('access-control-allow-headers', allowedHeaders);
    reply.header('access-control-max-age', String(options.maxAgeSeconds));
    reply.status(204);
    return '';
}
