import type { IncomingHttpHeaders } from 'node:http';

const SPACE = 32;

/** Returns the token in `Authorization`, bare or after `Bearer `, or in `X-API-Key`, which OpenFeature SDKs may use. */
export function requestToken({ authorization, 'x-api-key': apiKey }: IncomingHttpHeaders): string | undefined {
    const header = authorization || apiKey;
    if (!header || typeof header !== 'string') return undefined;
    // Most SDKs send the bare token.
    return (header.charCodeAt(6) === SPACE ? header.replace(/^bearer /i, '') : header).trim();
}
