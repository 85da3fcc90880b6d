import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { isOfAdministration, type Route } from '../route/route.ts';
import { routeOf } from '../route/route-table.ts';
import type { ServerOptions } from './server-options.ts';

/** Reports every response of the framework to the metrics and to the log. */
export function logResponse(
    request: FastifyRequest,
    reply: FastifyReply,
    { onResponse, logRequests, basePath }: ServerOptions,
): void {
    const route = routeOf(request);
    const observed = { status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    onResponse?.({ route, ...observed, ...originOf(route, request.headers) });
    if (!logRequests) return;
    const pattern = route ? basePath + route.path : request.routeOptions.url;
    logRequest(request.log, { ...observed, method: request.method, route: pattern });
}

/** For the admin API, users and tools are counted separately. */
export const originOf = (route: Route | undefined, { authorization }: IncomingMessage['headers']) =>
    route && isOfAdministration(route.path) ? { hasToken: authorization !== undefined } : undefined;

/** The pattern, not the URL: paths can contain secrets. */
export function logRequest(
    log: FastifyBaseLogger,
    { method, route, status, seconds }: { method: string; route: string | undefined; status: number; seconds: number },
): void {
    log.info({ method, route, status, ms: Math.round(seconds * 1000) }, 'request');
}
