import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi.ts';

/** Serves the document at `/docs/openapi.json` and a page to browse it at `/docs/openapi`. */
export async function serveDocumentation(
    server: FastifyInstance,
    document: OpenApiDocument,
    basePath: string,
): Promise<void> {
    server.get(`${basePath}/docs/openapi.json`, () => document);
    await server.register(swagger, { mode: 'static', specification: { document: document as never } });
    await server.register(swaggerUi, { routePrefix: `${basePath}/docs/openapi`, staticCSP: true });
}
