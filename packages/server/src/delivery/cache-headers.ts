import type { DeliveryServices } from './delivery-services.ts';

/** The value of Vary: the headers that may contain the token, and other headers that the response depends on. */
export const varyByToken = ({ tokenHeader }: DeliveryServices['config'], ...others: string[]): string =>
    ['authorization', ...(tokenHeader ? [tokenHeader] : []), ...others].join(', ');

/**
 * The value of Cache-Control of all flags of a token. RFC 9111 (section 3.5) allows shared caches to store a response to a request with
 * Authorization only with a directive such as `s-maxage`. Other caches always revalidate.
 */
export const cacheControlOfFlags = ({ sharedCacheSeconds }: DeliveryServices['config']): string =>
    sharedCacheSeconds > 0 ? `max-age=0, s-maxage=${sharedCacheSeconds}, must-revalidate` : 'no-cache';
