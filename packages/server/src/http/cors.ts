import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface CorsOptions {
    /** The origins whose pages may call; `*` or none at all: every origin. */
    origins: () => readonly string[];
    maxAgeSeconds: number;
}

const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';

/** Lets pages of other sites read the answer. Comes before all checks: pages may read refusals too. */
export function allowOrigins(request: FastifyRequest, reply: FastifyReply, { origins }: CorsOptions): void {
    const allowed = origins();
    const { origin } = request.headers;
    const anyone = allowed.length === 0 || allowed.includes('*');
    reply.header('vary', 'Origin');
    if (!anyone && (origin === undefined || !allowed.includes(origin))) return;
    reply.header('access-control-allow-origin', anyone ? '*' : origin);
    reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'ETag');
}

/** Browsers ask first whether they may; they do so without credentials. */
export function answerPreflights(server: FastifyInstance, paths: Iterable<string>, options: CorsOptions): void {
    for (const url of new Set(paths)) {
        server.options(url, async (request, reply) => {
            allowOrigins(request, reply, options);
            reply.header('access-control-allow-methods', METHODS);
            const asked = request.headers['access-control-request-headers'];
            if (asked !== undefined) reply.header('access-control-allow-headers', asked);
            reply.header('access-control-max-age', String(options.maxAgeSeconds));
            return reply.status(204).send();
        });
    }
}
