import type { Config } from '../../../config.ts';

export const SESSION_COOKIE = 'halyard-session';

type Headers = Record<string, string | string[] | undefined>;

/** The cookie of a session; with no value, one that ends at once. */
export const sessionCookie = (config: Config, headers: Headers, value: string, seconds: number): string =>
    cookieOf(config, headers, { name: SESSION_COOKIE, value, path: config.basePath || '/', seconds });

/** Out of reach for scripts and, as far as browsers allow, for other sites. */
export function cookieOf(
    config: Config,
    headers: Headers,
    { name, value, path, seconds }: { name: string; value: string; path: string; seconds: number },
): string {
    const secure = isHttps(config, headers) ? '; Secure' : '';
    return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The service itself speaks http; a proxy before it, or the operator, says what the browser speaks. */
const isHttps = ({ secureHeaders, publicUrl }: Config, headers: Headers) =>
    secureHeaders || publicUrl.startsWith('https:') || headers['x-forwarded-proto'] === 'https';

export const sessionSecretIn = (cookies: string | string[] | undefined) => secretIn(cookies, SESSION_COOKIE);

export const secretIn = (cookies: string | string[] | undefined, name: string): string | undefined =>
    new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(String(cookies ?? ''))?.[1];
