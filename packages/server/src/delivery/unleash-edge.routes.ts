import { evaluate } from '@halyard/engine';
import type { SdkActor } from '../core/access/actor.ts';
import { notFound } from '../core/errors/errors.ts';
import { type Route, routeWithTag } from '../http/route/route.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { ContextBody, ContextQuery, contextIn, FrontendFlag, toggleOf } from './frontend/frontend.schemas.ts';
import { CONTEXT_BODY_LIMIT, contextFromBody, contextFromQuery } from './sdk-context.ts';
import { isVisible, visibleProjects } from './sdk-scope.ts';

interface UnleashEdgeOptions {
    delivery: DeliveryServices;
    /** The routes that serve the flags that are off, too; empty: they are not served. */
    allFlags: readonly Route[];
}

/** The SDK endpoints of the service, and those that only Unleash Edge has. */
export function withUnleashEdgeRoutes(routes: readonly Route[], { delivery, allFlags }: UnleashEdgeOptions): Route[] {
    const atFrontend = [
        ...routes.filter(({ path }) => path.startsWith('/api/frontend')),
        ...singleFlagRoutes(delivery),
        ...(allFlags.length > 0 ? [...allFlags, ...reportRoutesAt(routes, '/api/frontend/all')] : []),
    ];
    return [
        ...routes.filter((route) => !atFrontend.includes(route)),
        ...routes.filter(({ method, path }) => method === 'GET' && path === '/api/client/features').map(asPost),
        ...atFrontend,
        // Frontends of Unleash Proxy use this path.
        ...atFrontend.map((route) => moved(route, { from: '/api/frontend', to: '/api/proxy' })),
    ];
}

/** Frontend SDKs send their reports to a path below the one from which they read flags. */
const reportRoutesAt = (routes: readonly Route[], to: string): Route[] =>
    routes
        .filter(({ path }) => path.startsWith('/api/frontend/client/'))
        .map((route) => moved(route, { from: '/api/frontend', to }));

const moved = (route: Route, { from, to }: { from: string; to: string }): Route => ({
    ...route,
    path: route.path.replace(from, to),
    operationId: `${route.operationId}At${to.split('/').at(-1)}`,
});

function asPost({ hot: _, ...route }: Route): Route {
    return { ...route, method: 'POST', operationId: `${route.operationId}ByPost` };
}

const route = routeWithTag('Frontend API');

function singleFlagRoutes({ snapshots, onEvaluated }: DeliveryServices): Route[] {
    async function respond(actor: SdkActor, name: string, context: ReturnType<typeof contextFromQuery>) {
        const snapshot = snapshots.of(actor.environment);
        const projects = visibleProjects(actor);
        const flag = snapshot.flags.get(name);
        if (!flag || !isVisible(flag.project, projects)) throw notFound(`flag ${name} that this token may see`);
        onEvaluated?.({ actor, context, flag: name });
        const { flags } = await snapshot.compiled(projects);
        return toggleOf(evaluate(flags, name, context));
    }

    const responds = { status: 200, body: FrontendFlag, contentType: 'application/json' };
    return [
        route('GET /api/frontend/features/:featureName', {
            operationId: 'getFrontendFeature',
            summary: 'Evaluate one flag for the context in the query',
            access: 'frontend',
            forOtherSites: true,
            query: ContextQuery,
            responds,
            handler: ({ actor, params, query, ip }, reply) => {
                reply.header('content-type', 'application/json; charset=utf-8');
                const { environment } = actor;
                return respond(actor, params.featureName, contextFromQuery(query, { ip, environment }));
            },
        }),
        route('POST /api/frontend/features/:featureName', {
            operationId: 'getFrontendFeatureByPost',
            summary: 'Evaluate one flag for the context in the body',
            access: 'frontend',
            forOtherSites: true,
            bodyLimit: CONTEXT_BODY_LIMIT,
            body: ContextBody,
            responds,
            handler: ({ actor, params, body, ip }, reply) => {
                reply.header('content-type', 'application/json; charset=utf-8');
                const { environment } = actor;
                const context = contextFromBody(contextIn(body, true), { ip, environment });
                return respond(actor, params.featureName, context);
            },
        }),
    ];
}
