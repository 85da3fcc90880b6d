import type { Config } from '../../config.ts';

export const SESSION_COOKIE = 'halyard-session';

/** Out of reach for scripts and, as far as browsers allow, for other sites; with no value, one that ends at once. */
export function sessionCookie(config: Config, value: string, seconds: number): string {
    const secure = config.secureHeaders || config.publicUrl.startsWith('https:') ? '; Secure' : '';
    return `${SESSION_COOKIE}=${value}; Path=${config.basePath || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export const sessionSecretIn = (cookies: string | string[] | undefined): string | undefined =>
    new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]+)`).exec(String(cookies ?? ''))?.[1];
