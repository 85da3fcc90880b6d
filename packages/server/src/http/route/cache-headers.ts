import type { IncomingHttpHeaders } from 'node:http';
import { isForSdks } from './access.ts';
import type { Route } from './route.ts';

/** The headers that may contain a token: see `requestToken`. */
const TOKEN_HEADERS = ['authorization', 'x-api-key'];

/** The value of Vary of all responses of a route: every request header on which they depend. */
export function varyOf(route: Route, { tokenHeader }: { tokenHeader?: string | undefined }): string {
    const credentials = isForSdks(route.access) ? [...TOKEN_HEADERS, ...(tokenHeader ? [tokenHeader] : [])] : [];
    const origin = route.forOtherSites ? ['origin'] : [];
    return [...new Set([...credentials, ...origin, ...(route.caching?.varies ?? [])])].join(', ');
}

/**
 * The value of Cache-Control of a successful response. RFC 9111 (section 3.5) limits what shared caches do with responses to
 * requests with Authorization only: with a token in another header, or without one, a cache may serve them to anybody.
 */
export const cacheControlOf = ({ caching }: Route, { authorization }: IncomingHttpHeaders): string | undefined =>
    caching && (authorization ? caching.control : 'private, no-cache');

/** The value of Vary of responses for a user or a token of the admin API. */
export const VARY_BY_CALLER = [...TOKEN_HEADERS, 'cookie', 'accept-encoding'].join(', ');
