import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import {
    type FastifyBaseLogger,
    type FastifyInstance,
    type FastifyReply,
    type FastifyRequest,
    LogController,
} from 'fastify';
import { notFound, unsupportedContentType } from '../../core/errors/errors.ts';
import { compressLongAnswers } from '../bodies/compression.ts';
import { parseLargeJsonBody } from '../bodies/json-body.ts';
import { identify, unauthenticated } from '../route/access.ts';
import { compileSerializer, compileValidator } from '../route/compile.ts';
import { answering, optionsOf } from './request-app.ts';
import { sendError } from './send-error.ts';
import { BODY_LIMIT, type ServerOptions } from './server-options.ts';

/** Node's limit for URL and headers: the routes handle everything up to it. */
const ADDRESS_LIMIT = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** For the framework instances of routes and of pages. */
export const settings = (options: ServerOptions) => ({
    loggerInstance: options.logger,
    childLoggerFactory: (...[own, bindings, childOptions, request]: ChildLogger): FastifyBaseLogger =>
        (answering.get(request)?.options.logger ?? own).child(bindings, childOptions),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // No timeout: a process may start while all others are busy.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: ADDRESS_LIMIT, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    // Errors before the route is known, such as a malformed URL.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendError(error, request, reply),
    // Requests during shutdown are still answered; then their connection is closed.
    return503OnClosing: false,
});

type ChildLogger = [
    logger: FastifyBaseLogger,
    bindings: Parameters<FastifyBaseLogger['child']>[0],
    options: Parameters<FastifyBaseLogger['child']>[1],
    request: IncomingMessage,
];

/** The hooks for every request and response. */
export async function addChecks(server: FastifyInstance, { disableCompression }: ServerOptions): Promise<void> {
    server.setValidatorCompiler(compileValidator);
    server.setSerializerCompiler(compileSerializer);
    server.removeAllContentTypeParsers();
    takeJsonAs(server, 'application/json');
    server.addContentTypeParser(
        FORM,
        { parseAs: 'string' },
        async ({ routeOptions }: FastifyRequest, text: string | Buffer) => {
            if (!routeOptions.config.route?.takesForm) throw unsupportedContentType(FORM);
            return Object.fromEntries(new URLSearchParams(String(text)));
        },
    );
    // Node has already ended such a request (see `listen`); reading its body would never finish.
    server.addHook('preParsing', async (_request, _reply, payload) =>
        payload.readableEnded ? Readable.from([]) : payload,
    );
    server.decorateRequest('actor', undefined);
    server.addHook('onSend', async (_request, reply) => {
        reply.header('x-content-type-options', 'nosniff');
        // Responses for one caller must not be cached for another; cacheable routes set the header themselves.
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    if (!disableCompression) compressLongAnswers(server);
    await server.register(cookie);
    server.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export async function answerNotFound(request: FastifyRequest): Promise<never> {
    const options = optionsOf(request);
    // Unauthenticated clients cannot find out which paths exist.
    if (request.url.startsWith(`${options.basePath}/api/`) && !(await identify(request, options))) {
        throw unauthenticated(options.basePath);
    }
    throw notFound(`such path: ${request.method} ${request.url.split('?')[0]}`);
}

export function takeJsonAs(server: FastifyInstance, contentType: string): void {
    server.addContentTypeParser(
        contentType,
        { parseAs: 'string' },
        async (_request: FastifyRequest, text: string | Buffer) =>
            text.length === 0 ? undefined : parseLargeJsonBody(String(text)),
    );
}
