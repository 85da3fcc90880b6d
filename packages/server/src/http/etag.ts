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
