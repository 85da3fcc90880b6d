import { Type } from 'typebox';
import { HalyardError } from '../../../core/errors/errors.ts';
import type { RouteReply } from '../../../http/route/route.ts';

export const ReturnTo = Type.Object({
    returnTo: Type.Optional(
        Type.String({
            maxLength: 2_000,
            description: 'The page to return to: a path below the base path of the service',
        }),
    ),
});

/** Returns the requested path if it belongs to this service, otherwise the home page, so that a sign-in is not an open redirect. */
export function ownPath(requested: string | undefined, basePath: string): string {
    const home = `${basePath}/`;
    // Browsers treat backslashes as slashes, and ignore tabs and line breaks.
    if (!requested || !/^\/(?!\/)/.test(requested) || /[\\\p{Cc}]/u.test(requested)) return home;
    const url = URL.parse(basePath + requested, 'http://own.invalid');
    const isOwn =
        url?.origin === 'http://own.invalid' && /^\/(?!\/)/.test(url.pathname) && url.pathname.startsWith(home);
    // A returning browser is already signed in.
    if (!isOwn || url.pathname === `${basePath}/login`) return home;
    return url.pathname + url.search + url.hash;
}

/** Redirects the browser to `where`. Errors that a user can resolve are shown on the sign-in page. */
export async function redirect(reply: RouteReply, basePath: string, where: () => Promise<string>): Promise<void> {
    try {
        reply.header('location', await where());
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
        reply.header('location', `${basePath}/login?${new URLSearchParams({ error: error.message })}`);
    }
    reply.header('cache-control', 'no-store');
}
