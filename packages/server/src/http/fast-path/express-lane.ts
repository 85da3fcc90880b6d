import type { RequestListener } from 'node:http';
import type { Route } from '../route/route.ts';
import { type ExpressLaneOptions, HotRoute } from './hot-route.ts';

/**
 * Frequent requests of SDKs and browser clients are answered from memory; passing through the framework would cost several times
 * as much as the response. Routes marked `hot` are handled here with the same checks, validation and handler. Requests that are
 * unusual before that point (rejected callers, unusual URLs or bodies) are left to the framework.
 */
export function expressLane(
    routes: readonly Route[],
    options: ExpressLaneOptions,
    other: RequestListener,
): RequestListener {
    const lanes = { GET: new Lane('GET', routes, options, other), POST: new Lane('POST', routes, options, other) };
    return (request, response) => {
        const { url = '', method } = request;
        const mark = url.indexOf('?');
        const lane = method === 'GET' ? lanes.GET : method === 'POST' ? lanes.POST : undefined;
        const found = lane?.find(mark < 0 ? url : url.slice(0, mark));
        const query = mark < 0 ? '' : url.slice(mark + 1);
        if (!found?.route.take(request, response, { params: found.params, query })) other(request, response);
    };
}

interface RouteMatch {
    route: HotRoute;
    params: object;
}

const NOTHING = Object.freeze({});
const PARAMETER = /:(\w+)/;

/** The hot routes of one method. */
class Lane {
    readonly #fixed = new Map<string, RouteMatch>();
    readonly #patterns: Pattern[] = [];

    constructor(
        method: Route['method'],
        routes: readonly Route[],
        options: ExpressLaneOptions,
        other: RequestListener,
    ) {
        const own = routes.filter((route) => route.method === method);
        for (const route of own.filter(({ hot }) => hot)) {
            const hotRoute = new HotRoute(route, options, other);
            const path = options.basePath + route.path;
            if (PARAMETER.test(path)) this.#patterns.push(new Pattern(path, hotRoute, own, options.basePath));
            else this.#fixed.set(path, { route: hotRoute, params: NOTHING });
        }
    }

    find(path: string): RouteMatch | undefined {
        const fixed = this.#fixed.get(path);
        if (fixed) return fixed;
        for (const pattern of this.#patterns) {
            const params = pattern.match(path);
            if (params) return { route: pattern.route, params };
        }
        return undefined;
    }
}

/** A path with one parameter. */
class Pattern {
    readonly route: HotRoute;
    readonly #before: string;
    readonly #name: string;
    readonly #after: string;
    /** Literal segments that other routes have in place of the parameter: these take precedence. */
    readonly #words: ReadonlySet<string>;

    constructor(path: string, route: HotRoute, all: readonly Route[], basePath: string) {
        const [before = '', name = '', after = ''] = path.split(PARAMETER);
        this.route = route;
        this.#before = before;
        this.#name = name;
        this.#after = after;
        const rests = all
            .map((other) => basePath + other.path)
            .filter((other) => other.startsWith(before))
            .map((other) => other.slice(before.length).split('/')[0]!);
        this.#words = new Set(rests.filter((word) => !word.startsWith(':')));
    }

    /** Only literal names; encoded names are left to the framework. */
    match(path: string): object | undefined {
        const length = path.length - this.#before.length - this.#after.length;
        if (length <= 0 || !path.startsWith(this.#before) || !path.endsWith(this.#after)) return undefined;
        const value = path.slice(this.#before.length, this.#before.length + length);
        if (value.includes('/') || value.includes('%') || this.#words.has(value)) return undefined;
        return { [this.#name]: value };
    }
}
