import type { Logger } from 'pino';

/** The pattern, not the URL: paths can contain secrets. */
export function logRequest(
    log: Pick<Logger, 'info'>,
    { method, route, status, seconds }: { method: string; route: string | undefined; status: number; seconds: number },
): void {
    log.info({ method, route, status, ms: Math.round(seconds * 1000) }, 'request');
}
