import type { RequestListener } from 'node:http';
import type { Route } from '../route/route.ts';
import { type FastPathOptions, HotRoute } from './hot-route.ts';

/**
 * The fast path for frequent requests of SDKs, whose responses are in memory: the framework would cost several times as much as
 * the response. Routes marked `hot` are handled here with the same checks, validation and handler. Rejected callers and unusual
 * URLs or bodies are left to the framework.
 */
export function fastPath(routes: readonly Route[], options: FastPathOptions, other: RequestListener): RequestListener {
    const byMethod = new Map<string | undefined, Map<string, HotRoute>>();
    for (const [method, ofMethod] of Map.groupBy(
        routes.filter(({ hot }) => hot),
        ({ method }) => method,
    )) {
        byMethod.set(
            method,
            new Map(ofMethod.map((route) => [options.basePath + route.path, new HotRoute(route, options)])),
        );
    }
    return (request, response) => {
        const { url = '', method } = request;
        const mark = url.indexOf('?');
        const route = byMethod.get(method)?.get(mark < 0 ? url : url.slice(0, mark));
        const query = mark < 0 ? '' : url.slice(mark + 1);
        if (!route?.take(request, response, query)) other(request, response);
    };
}
