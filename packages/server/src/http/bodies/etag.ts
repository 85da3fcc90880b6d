import type { RouteReply } from '../route/route.ts';

/** Whether the `If-None-Match` header of a caller names this ETag. Proxies that compress make strong ones weak. */
export function isKnown(header: string | string[] | undefined, etag: string): boolean {
    // What nearly all callers send needs no thought.
    if (header === undefined || header === etag) return header !== undefined;
    if (typeof header !== 'string' || header.length <= etag.length - WEAK.length) return false;
    const wanted = withoutWeak(etag);
    return header.split(',').some((part) => withoutWeak(part.trim()) === wanted);
}

const WEAK = 'W/';

const withoutWeak = (etag: string) => (etag.startsWith(WEAK) ? etag.slice(WEAK.length) : etag);

/** Whether the caller has this answer already; tells them so, or what to call it. Nobody else may keep it. */
export function respondNotModified(
    tag: string,
    headers: Record<string, string | string[] | undefined>,
    reply: RouteReply,
): boolean {
    const etag = `W/"${tag}"`;
    reply.header('etag', etag);
    reply.header('cache-control', 'private, no-cache');
    reply.header('vary', 'authorization, cookie, accept-encoding');
    if (!isKnown(headers['if-none-match'], etag)) return false;
    reply.status(304);
    return true;
}
