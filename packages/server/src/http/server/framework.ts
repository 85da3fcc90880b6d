import type { IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { addRoute } from '../route/add-route.ts';
import { areDeclaredAlike, type Route } from '../route/route.ts';
import { answerPreflights } from './cors.ts';
import { addChecks, answerNotFound, settings, takeJsonAs } from './framework-settings.ts';
import { appOf, optionsOf } from './request-app.ts';
import { logResponse } from './request-log.ts';
import type { ServerOptions } from './server-options.ts';

interface Framework extends Pick<ServerOptions, 'basePath' | 'disableCompression'> {
    routes: readonly Route[];
    server: Promise<FastifyInstance>;
}

/** A process normally has one; tests start many. */
const MAX_FRAMEWORKS = 8;
let frameworks: Framework[] = [];

/**
 * The framework instance with all routes and their checks. Creating it dominates the start time, and it holds no state of an app,
 * so apps of one process with equal route declarations share one.
 */
export function frameworkFor(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const { basePath, disableCompression } = options;
    const known = frameworks.find(
        (other) =>
            other.basePath === basePath &&
            other.disableCompression === disableCompression &&
            areDeclaredAlike(other.routes, routes),
    );
    const framework = known ?? {
        ...{ basePath, disableCompression, routes },
        server: createFramework(routes, options),
    };
    // Most recently used first, so that unused ones are dropped.
    frameworks = [framework, ...frameworks.filter((other) => other !== known)].slice(0, MAX_FRAMEWORKS);
    return framework.server;
}

async function createFramework(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const server = fastify(settings(options));
    await addChecks(server, options);
    await server.register(rateLimit, {
        global: false,
        keyGenerator: (request) => `${appOf(request).id} ${optionsOf(request).addressOf(request.raw)}`,
    });
    server.setNotFoundHandler(async (request, reply) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') return answerNotFound(request);
        handedOn.add(request.raw);
        reply.hijack();
        appOf(request).pages(request.raw, reply.raw);
        return reply;
    });
    server.addHook('onResponse', async (request, reply) => {
        if (!handedOn.has(request.raw)) logResponse(request, reply);
    });
    await server.register(
        (scoped, _options, done) => {
            const numbered = routes.map((route, number) => ({ route, number }));
            for (const [mediaType, own] of Map.groupBy(numbered, ({ route }) => route.mediaType)) {
                if (mediaType === undefined) for (const each of own) addRoute(scoped, each);
                else {
                    scoped.register((inner, _inner, ready) => {
                        takeJsonAs(inner, mediaType);
                        for (const each of own) addRoute(inner, each);
                        ready();
                    });
                }
            }
            const forPages = routes.filter((route) => route.forOtherSites).map(({ path }) => path);
            answerPreflights(scoped, forPages, (request) => optionsOf(request).cors);
            done();
        },
        { prefix: options.basePath },
    );
    await server.ready();
    return server;
}

/** Requests that match no route and are passed on to the pages. */
const handedOn = new WeakSet<IncomingMessage>();
