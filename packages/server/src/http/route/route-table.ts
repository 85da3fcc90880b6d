import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import type { Route } from './route.ts';

export interface RouteMatch {
    route: Route;
    params: Record<string, string | undefined>;
}

type Router = ReturnType<typeof findMyWay>;

/** Node's limit for URL and headers: the routes handle everything up to it. */
const ADDRESS_LIMIT = 16 * 1024;

/** How paths are compared, by this router and by the one of the framework. */
export const ROUTER_OPTIONS = {
    maxParamLength: ADDRESS_LIMIT,
    ignoreDuplicateSlashes: true,
    ignoreTrailingSlash: true,
};

/** The routers of this process, by their methods and paths: all apps have the same ones. */
const routers = new Map<string, Router>();

const matches = new WeakMap<IncomingMessage, RouteMatch>();

/** The route of a request; undefined for other paths. */
export const matchOf = ({ raw }: FastifyRequest): RouteMatch | undefined => matches.get(raw);
export const routeOf = (request: FastifyRequest): Route | undefined => matchOf(request)?.route;

/**
 * Returns the function that finds the route of a request. The framework needs 0.1 ms to register a route, which would be most of the
 * start of an app.
 */
export function routeFinder(
    routes: readonly Route[],
    basePath: string,
): (request: IncomingMessage) => Route | undefined {
    const addresses = routes.map(({ method, path }) => `${method} ${basePath}${path}`).join('\n');
    const router = routers.get(addresses) ?? routerOf(routes, basePath);
    routers.set(addresses, router);
    return (request) => {
        // The query is parsed by the framework.
        const path = request.url!.split('?', 1)[0]!;
        const match = router.find(request.method as Route['method'], path);
        if (!match) return undefined;
        const route = routes[match.store.index]!;
        matches.set(request, { route, params: match.params });
        return route;
    };
}

function routerOf(routes: readonly Route[], basePath: string): Router {
    const router = findMyWay(ROUTER_OPTIONS);
    for (const [index, route] of routes.entries())
        router.on(methodsOf(route), basePath + route.path, () => {}, { index });
    return router;
}

/** A stream never ends, so HEAD is not possible. */
const methodsOf = ({ method, responds }: Route): ('HEAD' | Route['method'])[] =>
    method === 'GET' && responds.contentType !== 'text/event-stream' ? ['GET', 'HEAD'] : [method];
