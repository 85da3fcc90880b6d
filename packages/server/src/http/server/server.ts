import type { RequestListener } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { expressLane } from '../fast-path/express-lane.ts';
import type { Route } from '../route/route.ts';
import { ExpensiveRequests } from './expensive-requests.ts';
import { frameworkFor } from './framework.ts';
import { addChecks, answerNotFound, settings } from './framework-settings.ts';
import { Listener } from './listener.ts';
import { answerUnreadable } from './malformed-request.ts';
import { answering, type RequestApp } from './request-app.ts';
import { logRequest, logResponse, originOf } from './request-log.ts';
import { BODY_LIMIT, type ServerOptions } from './server-options.ts';

/** Builds the HTTP server of an app: the listener, the routes, and the pages. */
export async function createServer(routes: readonly Route[], options: ServerOptions): Promise<FastifyInstance> {
    const listener = new Listener(options);
    const framework = await frameworkFor(routes, options);
    const server = fastify({
        ...settings(options),
        serverFactory: (pages) => {
            const expensiveRequests = new ExpensiveRequests(options.maxExpensiveRequests ?? 0);
            const app: RequestApp = { id: crypto.randomUUID(), routes, options, expensiveRequests, pages };
            const answer: RequestListener = (request, response) => {
                if (listener.isClosing) response.setHeader('connection', 'close');
                answering.set(request, app);
                framework.routing(request, response);
            };
            options.inside?.open(options.basePath, (actor) => (request, response) => {
                const asThem = { ...options, authenticate: async () => actor, isOwnHost: () => true };
                answering.set(request, { ...app, options: asThem });
                framework.routing(request, response);
            });
            const isClosing = () => listener.isClosing;
            return listener.server(withDoor(withExpressLane(answer, routes, { ...options, isClosing }), options));
        },
        clientErrorHandler: answerUnreadable,
    });
    await addChecks(server, options);
    server.setNotFoundHandler(answerNotFound);
    server.addHook('onResponse', async (request, reply) => logResponse(request, reply));
    server.addHook('preClose', async () => {
        // Streams would keep the server from closing.
        await options.eventStreams.close();
        await listener.drain(server.server);
    });
    return server;
}

/** Open connections, busy or idle, must not prevent the server from closing. */
export async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
    const force = setTimeout(() => server.server.closeAllConnections(), milliseconds);
    await server.close();
    clearTimeout(force);
}

/** Operator settings that apply to all requests, before everything else. */
function withDoor(
    answer: RequestListener,
    { isWelcome, tokenHeader, addressOf, redirect }: ServerOptions,
): RequestListener {
    if (!isWelcome && !tokenHeader && !redirect) return answer;
    return (request, response) => {
        if (isWelcome && !isWelcome(addressOf(request))) {
            response.writeHead(403, { connection: 'close' }).end();
            return;
        }
        const location = redirect?.(request);
        if (location !== undefined) {
            // The body is not read.
            response.writeHead(308, { location, connection: 'close' }).end();
            return;
        }
        const token = tokenHeader && request.headers[tokenHeader];
        if (typeof token === 'string') request.headers.authorization = token;
        answer(request, response);
    };
}

/** The fast path, in front of the framework. */
function withExpressLane(
    framework: RequestListener,
    routes: readonly Route[],
    options: ServerOptions & { isClosing: () => boolean },
): RequestListener {
    const { logger, logRequests, basePath, onAnswer } = options;
    const logOf = (exchange: { reqId?: string }) => {
        exchange.reqId ??= crypto.randomUUID();
        return logger.child({ reqId: exchange.reqId });
    };
    return expressLane(
        routes,
        {
            ...options,
            bodyLimit: BODY_LIMIT,
            onUnexpected: (exchange, error, errorId) =>
                logOf(exchange).error({ err: error, errorId }, 'unexpected error'),
            onAnswer: (exchange, answer) => {
                onAnswer?.({ ...answer, ...originOf(answer.route, exchange.request.headers) });
                if (!logRequests) return;
                const { method, path } = answer.route;
                logRequest(logOf(exchange), { ...answer, method, route: basePath + path });
            },
        },
        framework,
    );
}
