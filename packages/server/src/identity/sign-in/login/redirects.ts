import { Type } from 'typebox';
import { HalyardError } from '../../../core/errors/errors.ts';
import type { RouteReply } from '../../../http/route/route.ts';

export const ReturnTo = Type.Object({
    returnTo: Type.Optional(
        Type.String({ maxLength: 2_000, description: 'The page to come back to: a path below that of the service' }),
    ),
});

/** A page of this service, whatever was asked for: a sign-in must not lead anywhere else. */
export function ownPath(asked: string | undefined, basePath: string): string {
    const home = `${basePath}/`;
    // Browsers read backslashes as slashes, and skip tabs and line ends.
    if (!asked || !/^\/(?!\/)/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return home;
    const url = URL.parse(basePath + asked, 'http://own.invalid');
    const isOwn =
        url?.origin === 'http://own.invalid' && /^\/(?!\/)/.test(url.pathname) && url.pathname.startsWith(home);
    // Whoever comes back is signed in already.
    if (!isOwn || url.pathname === `${basePath}/login`) return home;
    return url.pathname + url.search + url.hash;
}

/** Sends the browser where `where` says. What a person can do something about is told on the page for signing in. */
export async function redirect(reply: RouteReply, basePath: string, where: () => Promise<string>): Promise<void> {
    try {
        reply.header('location', await where());
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
        reply.header('location', `${basePath}/login?${new URLSearchParams({ error: error.message })}`);
    }
    reply.header('cache-control', 'no-store');
}
