import { HalyardError } from '../../core/errors.ts';
import type { RouteReply } from '../../http/route.ts';

/** A path of this service, whatever was asked for: a sign-in must not lead anywhere else. */
export function ownPath(asked: string | undefined, basePath: string): string {
    const home = `${basePath}/`;
    // Browsers read backslashes as slashes, and skip tabs and line ends.
    if (!asked?.startsWith(home) || /^\/\/|[\\\p{Cc}]/u.test(asked)) return home;
    const url = URL.parse(asked, 'http://own.invalid');
    return url?.origin === 'http://own.invalid' && url.pathname.startsWith(home)
        ? url.pathname + url.search + url.hash
        : home;
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
