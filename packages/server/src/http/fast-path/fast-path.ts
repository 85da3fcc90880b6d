import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '../route/route.ts';
import { type FastPathOptions, HotRoute } from './hot-route.ts';

/**
 * The fast path for frequent requests of SDKs, whose responses are in memory: the steps of the pipeline would cost more than the
 * response. Routes marked `hot` are handled here with the same checks, validation, handler and errors. Returns a function that
 * handles a request, or leaves it untouched and returns false: rejected callers and unusual URLs or bodies take the pipeline.
 */
export function fastPath(
    routes: readonly Route[],
    options: FastPathOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
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
        return route?.take(request, response, mark < 0 ? '' : url.slice(mark + 1)) ?? false;
    };
}
