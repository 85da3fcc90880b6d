import type { Route } from '../route/route.ts';

export interface RouteMatch {
    route: Route;
    params: Record<string, string>;
}

/** The accepted forms of the rest of a path. */
class Branch {
    readonly byName = new Map<string, Branch>();
    /** Any segment: a parameter. */
    any: Branch | undefined;
    readonly routes = new Map<string, { route: Route; names: readonly string[] }>();
}

/** The segments of a URL, as sent: repeated slashes count as one, and one at the end does not count. */
export function segmentsOf(url: string): string[] {
    const path = url.split(/[?#]/, 1)[0]!.replace(/^https?:\/\/[^/]*/i, '');
    return path.split('/').filter((segment) => segment !== '');
}

/** Returns decoded segments; undefined if an escape sequence is invalid. */
export function decoded(segments: readonly string[]): string[] | undefined {
    try {
        return segments.map((segment) => (segment.includes('%') ? decodeURIComponent(segment) : segment));
    } catch {
        return undefined;
    }
}

/** Finds the route of a request by its method and path. Fixed segments take precedence over parameters. */
export class Router {
    readonly #root = new Branch();

    constructor(routes: readonly Route[], basePath: string) {
        for (const route of routes) {
            let branch = this.#root;
            const names: string[] = [];
            for (const segment of segmentsOf(basePath + route.path)) {
                if (segment.startsWith(':')) {
                    names.push(segment.slice(1));
                    branch.any ??= new Branch();
                    branch = branch.any;
                } else {
                    const next = branch.byName.get(segment) ?? new Branch();
                    branch.byName.set(segment, next);
                    branch = next;
                }
            }
            for (const method of methodsOf(route)) branch.routes.set(method, { route, names });
        }
    }

    find(method: string, segments: readonly string[]): RouteMatch | undefined {
        const values: string[] = [];
        const found = search(this.#root, { method, segments, values }, 0);
        return found && { route: found.route, params: paramsOf(found.names, values) };
    }
}

function search(
    branch: Branch,
    wanted: { method: string; segments: readonly string[]; values: string[] },
    index: number,
): ReturnType<Branch['routes']['get']> {
    const segment = wanted.segments[index];
    if (segment === undefined) return branch.routes.get(wanted.method);
    const fixed = branch.byName.get(segment);
    const found = fixed && search(fixed, wanted, index + 1);
    if (found || !branch.any) return found;
    wanted.values.push(segment);
    const other = search(branch.any, wanted, index + 1);
    if (!other) wanted.values.pop();
    return other;
}

const paramsOf = (names: readonly string[], values: readonly string[]) =>
    Object.fromEntries(names.map((name, index) => [name, values[index]!]));

/** A stream never ends, so HEAD is not possible. Other sites ask before they call a route. */
function methodsOf({ method, responds, forOtherSites }: Route): string[] {
    const methods: string[] = [method];
    if (method === 'GET' && responds.contentType !== 'text/event-stream') methods.push('HEAD');
    if (forOtherSites) methods.push('OPTIONS');
    return methods;
}
