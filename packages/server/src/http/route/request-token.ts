import type { IncomingHttpHeaders } from 'node:http';

const SPACE = 32;

/** Returns the token in `Authorization`, bare, after `Bearer ` or as the user of basic authentication, or in `X-API-Key`, which OpenFeature SDKs may use. */
export function requestToken({ authorization, 'x-api-key': apiKey }: IncomingHttpHeaders): string | undefined {
    const header = authorization || apiKey;
    if (!header || typeof header !== 'string') return undefined;
    if (/^basic /i.test(header)) return basicUser(header);
    // Most SDKs send the bare token.
    return (header.charCodeAt(6) === SPACE ? header.replace(/^bearer /i, '') : header).trim();
}

/** Libraries of other products send a key as the user, without a password. Unlike users, tokens contain colons. */
function basicUser(header: string): string | undefined {
    const credentials = Buffer.from(header.slice('basic '.length), 'base64').toString();
    const end = credentials.lastIndexOf(':');
    return end > 0 ? credentials.slice(0, end) : undefined;
}
