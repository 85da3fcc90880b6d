import type { Context, Evaluation } from '@halyard/engine';
import type { SdkActor } from '../../core/access/actor.ts';
import { type Route, type RouteReply, type RouteRequest, routeWithTag } from '../../http/route/route.ts';
import { CACHING_OF_EVALUATIONS, contextResponse } from '../context-response.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { PreparedResponses } from '../prepared-responses.ts';
import { CONTEXT_BODY_LIMIT, contextFromBody, contextFromQuery } from '../sdk-context.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { ContextBody, ContextQuery, contextIn, FrontendFlags, toggleOf } from './frontend.schemas.ts';

const route = routeWithTag('Frontend API');

/** A variant of the frontend API: its path, and the flags it returns. */
interface FrontendVariant {
    path: `/${string}`;
    /** Returns the JSON of a flag, or undefined to omit the flag. */
    toggle: (outcome: Evaluation) => string | undefined;
    operationId: string;
    summary: string;
}

export const frontendRoutes = (services: DeliveryServices): Route[] =>
    evaluationRoutes(services, {
        path: '/api/frontend',
        // Browser clients receive only the flags that are enabled for them.
        toggle: (outcome) => (outcome.enabled ? toggleOf(outcome) : undefined),
        operationId: 'getFrontendFeatures',
        summary: 'List the flags that are on for the context',
    });

/** The frontend API with disabled flags: browser clients receive all flags that their token may see. Only for edges (decision 90). */
export const allFlagsRoutes = (services: DeliveryServices): Route[] =>
    evaluationRoutes(services, {
        path: '/api/frontend/all',
        toggle: toggleOf,
        operationId: 'getAllFrontendFeatures',
        summary: 'List all flags and whether they are on for the context',
    });

function evaluationRoutes(
    { snapshots, trafficSamples, onEvaluated, config, acceptsBareContext = false }: DeliveryServices,
    variant: FrontendVariant,
): Route[] {
    const responses = new PreparedResponses(variant.toggle);
    const send = contextResponse({
        tagPrefix: 'W/',
        disableCompression: config.disableCompression,
    });

    async function respond(actor: SdkActor, context: Context, headers: Headers, reply: RouteReply) {
        trafficSamples.see(actor, context);
        onEvaluated?.({ actor, context });
        const compiled = await snapshots.of(actor.environment).compiled(visibleProjects(actor));
        return send({ responses, compiled, context, headers, opening: '{"toggles":', ending: () => '}' }, reply);
    }

    return [
        route(`GET ${variant.path}`, {
            operationId: variant.operationId,
            summary: `${variant.summary} in the query`,
            access: 'frontend',
            hot: true,
            caching: CACHING_OF_EVALUATIONS,
            forOtherSites: true,
            query: ContextQuery,
            responds: { status: 200, body: FrontendFlags, contentType: 'application/json', also: [304] },
            handler: ({ actor, query, headers, ip }, reply) =>
                respond(actor, contextFromQuery(query, { ip, environment: actor.environment }), headers, reply),
        }),
        route(`POST ${variant.path}`, {
            operationId: `${variant.operationId}ByPost`,
            summary: `${variant.summary} in the body`,
            access: 'frontend',
            hot: true,
            caching: CACHING_OF_EVALUATIONS,
            forOtherSites: true,
            bodyLimit: CONTEXT_BODY_LIMIT,
            body: ContextBody,
            responds: { status: 200, body: FrontendFlags, contentType: 'application/json', also: [304] },
            handler: ({ actor, body, headers, ip }, reply) =>
                respond(
                    actor,
                    contextFromBody(contextIn(body, acceptsBareContext), { ip, environment: actor.environment }),
                    headers,
                    reply,
                ),
        }),
    ];
}

type Headers = RouteRequest<unknown, unknown, unknown, unknown>['headers'];
