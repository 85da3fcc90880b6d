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

/** Always a page of this service: a sign-in must not redirect anywhere else. */
export function ownPath(asked: string | undefined, basePath: string): string {
    const home = `${basePath}/`;
    // Browsers read backslashes as slashes, and skip tabs and line ends.
    if (!asked || !/^\/(?!\/)/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return home;
    const url = URL.parse(basePath + asked, 'http://own.invalid');
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
