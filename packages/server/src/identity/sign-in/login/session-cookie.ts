import type { Config } from '../../../config/config.ts';

const SESSION_COOKIE = 'halyard-session';

type Headers = Record<string, string | string[] | undefined>;

/** The session cookie. An empty value with 0 seconds deletes it. */
export const sessionCookie = (config: Config, headers: Headers, value: string, seconds: number): string =>
    cookieOf(config, headers, { name: SESSION_COOKIE, value, path: config.basePath || '/', seconds });

/** The cookie is not readable by scripts, and browsers do not send it with cross-site requests that change data. */
export function cookieOf(
    config: Config,
    headers: Headers,
    { name, value, path, seconds }: { name: string; value: string; path: string; seconds: number },
): string {
    const secure = isHttps(config, headers) ? '; Secure' : '';
    return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The service itself uses HTTP. The proxy or the configuration determines whether the browser uses HTTPS. */
const isHttps = ({ secureHeaders, publicUrl }: Config, headers: Headers) =>
    secureHeaders || publicUrl.startsWith('https:') || headers['x-forwarded-proto'] === 'https';

export const sessionSecretIn = (cookies: string | string[] | undefined) => secretIn(cookies, SESSION_COOKIE);

export const secretIn = (cookies: string | string[] | undefined, name: string): string | undefined =>
    new RegExp(`(?:^|; ?)${name}=([\\w-]+)`).exec(String(cookies ?? ''))?.[1];
