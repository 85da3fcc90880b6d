import type { Config } from '../../config.ts';

export const SESSION_COOKIE = 'halyard-session';

type Headers = Record<string, string | string[] | undefined>;

/** Out of reach for scripts and, as far as browsers allow, for other sites; with no value, one that ends at once. */
export function sessionCookie(config: Config, headers: Headers, value: string, seconds: number): string {
    const secure = isHttps(config, headers) ? '; Secure' : '';
    return `${SESSION_COOKIE}=${value}; Path=${config.basePath || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The service itself speaks http; a proxy before it, or the operator, says what the browser speaks. */
const isHttps = ({ secureHeaders, publicUrl }: Config, headers: Headers) =>
    secureHeaders || publicUrl.startsWith('https:') || headers['x-forwarded-proto'] === 'https';

export const sessionSecretIn = (cookies: string | string[] | undefined): string | undefined =>
    new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]+)`).exec(String(cookies ?? ''))?.[1];
