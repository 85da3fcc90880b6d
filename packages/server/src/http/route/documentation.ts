import Fastify, { type FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi.ts';

/**
 * Serves the document at `/docs/openapi.json` and a page to browse it at `/docs/openapi`. Both are rarely used, and preparing
 * them takes a sixth of the start time, so the first request prepares them.
 */
export function serveDocumentation(
    server: FastifyInstance,
    makeDocument: () => OpenApiDocument,
    basePath: string,
): void {
    let cached: OpenApiDocument | undefined;
    const document = () => {
        cached ??= makeDocument();
        return cached;
    };
    let browser: Promise<FastifyInstance> | undefined;
    const prefix = `${basePath}/docs/openapi`;

    server.get(`${prefix}.json`, document);
    for (const path of [prefix, `${prefix}/*`]) {
        server.get(path, async (request, reply) => {
            browser ??= documentBrowser(document(), prefix);
            const { routing } = await browser;
            reply.hijack();
            routing(request.raw, reply.raw);
        });
    }
    server.addHook('onClose', async () => (await browser)?.close());
}

/** Uses a separate framework instance, because an instance that already listens accepts no further plugins. */
async function documentBrowser(document: OpenApiDocument, routePrefix: string): Promise<FastifyInstance> {
    const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')]);
    const browser = Fastify();
    browser.addHook('onSend', async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'));
    await browser.register(swagger.default, { mode: 'static', specification: { document: document as never } });
    await browser.register(swaggerUi.default, { routePrefix, staticCSP: true });
    await browser.ready();
    return browser;
}
