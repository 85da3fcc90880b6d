import { VARY_BY_CALLER } from '../route/cache-headers.ts';
import type { RouteReply } from '../route/route.ts';

/** Whether the `If-None-Match` header of a caller contains this ETag. Proxies that compress turn strong ETags into weak ones. */
export function matchesEtag(header: string | string[] | undefined, etag: string): boolean {
    // Shortcut for the common case.
    if (header === undefined || header === etag) return header !== undefined;
    if (typeof header !== 'string' || header.length <= etag.length - WEAK.length) return false;
    const expected = withoutWeak(etag);
    return header.split(',').some((part) => withoutWeak(part.trim()) === expected);
}

const WEAK = 'W/';

const withoutWeak = (etag: string) => (etag.startsWith(WEAK) ? etag.slice(WEAK.length) : etag);

export const etagOf = (tag: string) => `${WEAK}"${tag}"`;

/** Sets the ETag, and status 304 if the caller already has this response. Shared caches must not store it. */
export function respondNotModified(
    tag: string,
    headers: Record<string, string | string[] | undefined>,
    reply: RouteReply,
): boolean {
    const etag = etagOf(tag);
    reply.header('etag', etag);
    reply.header('cache-control', 'private, no-cache');
    reply.header('vary', VARY_BY_CALLER);
    if (!matchesEtag(headers['if-none-match'], etag)) return false;
    reply.status(304);
    return true;
}
