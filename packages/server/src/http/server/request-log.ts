import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { isOfAdministration, type Route } from '../route/route.ts';

/** For the admin API, users and tools are counted separately. */
export const originOf = (route: Route | undefined, { authorization }: IncomingMessage['headers']) =>
    route && isOfAdministration(route.path) ? { hasToken: authorization !== undefined } : undefined;

/** The pattern, not the URL: paths can contain secrets. */
export function logRequest(
    log: Pick<Logger, 'info'>,
    { method, route, status, seconds }: { method: string; route: string | undefined; status: number; seconds: number },
): void {
    log.info({ method, route, status, ms: Math.round(seconds * 1000) }, 'request');
}
