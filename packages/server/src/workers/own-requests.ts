import type { IncomingMessage } from 'node:http';
import { requestToken } from '../http/route/request-token.ts';
import type { Route } from '../http/route/route.ts';
import { PERSONAL_PREFIX } from '../identity/accounts/personal-tokens/personal-token-table.ts';
import { SCIM_PREFIX } from '../identity/sign-in/scim/stored-scim.ts';

interface RouteFilterOptions {
    routes: readonly Route[];
    basePath: string;
    /** Whether SDKs need no token. */
    everyoneIsLetIn: boolean;
}

/**
 * Decides which requests a worker can answer from memory: requests to SDK routes from callers that it can authenticate. Unusual
 * URLs are left to the owner process, which has all routes.
 */
export function createIsOwn({
    routes,
    basePath,
    everyoneIsLetIn,
}: RouteFilterOptions): (request: IncomingMessage) => boolean {
    const patterns = new Map<string, RegExp>();
    const forMethod = (method: string, own: readonly Route[]) =>
        patterns.set(method, new RegExp(`^${escaped(basePath)}(?:${own.map(patternOf).join('|')})$`));
    for (const [method, own] of Map.groupBy(routes, (route) => route.method)) forMethod(method, own);
    forMethod(
        'HEAD',
        routes.filter(({ method, responds }) => method === 'GET' && responds.contentType !== 'text/event-stream'),
    );
    forMethod(
        'OPTIONS',
        routes.filter(({ forOtherSites }) => forOtherSites),
    );

    return ({ method = '', url = '', headers }) => {
        const [path = ''] = url.split('?', 1);
        if (!patterns.get(method)?.test(path)) return false;
        const token = requestToken(headers);
        // Session cookies are checked by the owner process only.
        if (token === undefined) return everyoneIsLetIn || headers.cookie === undefined || method === 'OPTIONS';
        return !token.startsWith(PERSONAL_PREFIX) && !token.startsWith(SCIM_PREFIX);
    };
}

/** The only character in our paths that is special in a pattern. */
const escaped = (text: string) => text.replaceAll('.', '\\.');

const patternOf = ({ path }: Route): string =>
    path
        .split('/')
        .map((word) => (word.startsWith(':') ? '[^/%]+' : escaped(word)))
        .join('/');
