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

/** More than there are kinds of apps in a process, which has one; for tests that start many. */
const MAX_FRAMEWORKS = 8;
let frameworks: Framework[] = [];

/**
 * The routes, and in front of each the checks in the order a caller should learn of them. To make it is most of a start, and it
 * holds nothing of the app that answers: apps of one process whose routes are declared alike have one together.
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
    // The one that was used last comes first, so that those that nobody asks for any more make room.
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

/** Those that none of the routes is for, and that pages may be. */
const handedOn = new WeakSet<IncomingMessage>();
