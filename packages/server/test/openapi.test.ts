import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '../src/core/json/canonical-json.ts';
import { type OpenApiDocument, openApiDocument, openApiText, resolvedResponse } from '../src/http/route/openapi.ts';
import { isOfAdministration, mayBeProposed, PROPOSED, REHEARSED, statusesOf } from '../src/http/route/route.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

interface Operation {
    operationId: string;
    description: string;
    parameters: { name: string; in: string; required: boolean; schema: unknown }[];
    requestBody?: { content: Record<string, { schema: unknown }> };
    responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

let app: TestApp;
let document: OpenApiDocument;
let operations: { path: string; method: string; operation: Operation }[];

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'packages/server/package.json'), 'utf8'));
    document = openApiDocument(app.routes, { version, basePath: '' });
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
    );
});

/** All objects in a document, with their paths. */
function* objectsIn(value: unknown, address = '#'): Generator<[string, Record<string, unknown>]> {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) yield [address, value as Record<string, unknown>];
    for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${address}/${key}`);
}

test('the committed document matches the routes', () => {
    const committed = readFileSync(path.join(ROOT, 'openapi.json'), 'utf8');

    const isCurrent = committed === openApiText(document);

    expect(isCurrent, 'openapi.json is not up to date. Write it anew with `npm run openapi`, and commit it.').toBe(
        true,
    );
});

test('every route is in the document, with all its statuses but those that a caller prefers', () => {
    const inDocument = operations.map(({ operation }) => [
        operation.operationId,
        Object.keys(operation.responses).map(Number),
    ]);

    expect(Object.fromEntries(inDocument)).toEqual(
        Object.fromEntries(
            app.routes.map((route) => {
                const own = [route.responds.status, ...(route.responds.also ?? [])];
                const preferred = mayBeProposed(route) ? [PROPOSED, REHEARSED] : [];
                return [
                    route.operationId,
                    statusesOf(route).filter((status) => own.includes(status) || !preferred.includes(status)),
                ];
            }),
        ),
    );
});

test('the document is valid OpenAPI 3.1 with all required members', () => {
    expect(document).toMatchObject({
        openapi: '3.1.0',
        info: { title: expect.any(String), version: expect.any(String) },
    });
    expect(operations.length).toBeGreaterThan(50);
    for (const { path, operation } of operations) {
        expect(path).toMatch(/^\/[^:?]*$/);
        for (const response of Object.values(operation.responses))
            expect(resolvedResponse(response, document).description).toMatch(/\S/);
    }
});

test('strict tools accept the document: paths are distinct without the names of parameters, and discriminators name schemas', () => {
    const templates = Map.groupBy(Object.keys(document.paths), (path) => path.replace(/\{\w+\}/g, '{}'));
    const inline = [...objectsIn(document)].filter(
        ([, { discriminator, oneOf }]) =>
            discriminator !== undefined && Array.isArray(oneOf) && oneOf.some((each) => !('$ref' in each)),
    );

    expect([...templates.values()].filter((paths) => paths.length > 1)).toEqual([]);
    expect(inline.map(([address]) => address)).toEqual([]);
});

test('every tag and every operation is described', () => {
    expect(
        (document['tags'] as { description: string }[]).filter(({ description }) => !/\.$/.test(description)),
    ).toEqual([]);
    expect(operations.filter(({ operation }) => !operation.description).map(({ path }) => path)).toEqual([]);
});

test('every reference resolves', () => {
    const { schemas, parameters, responses } = document.components;
    const definitions = [
        ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
        ...Object.keys(parameters).map((name) => `#/components/parameters/${name}`),
        ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ];
    const dangling = [...objectsIn(document)]
        .filter(([, { $ref }]) => typeof $ref === 'string')
        .filter(([, { $ref }]) => !definitions.includes(String($ref)))
        .map(([address]) => address);

    expect(dangling).toEqual([]);
});

test('exactly the parameters in a path are declared and required', () => {
    for (const { path, method, operation } of operations) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const declared = operation.parameters.filter((parameter) => parameter.in === 'path');

        expect(declared.map(({ name }) => name).toSorted(), `${method} ${path}`).toEqual(inPath.toSorted());
        expect(declared.every(({ required }) => required)).toBe(true);
    }
});

test('no two shapes share a name', () => {
    const shapes = new Map<string, Set<string>>();
    const routeSchemas = app.routes.flatMap(({ params, query, body, responds }) => [
        params,
        query,
        body,
        responds.body,
    ]);
    for (const schema of routeSchemas) {
        for (const [, { $id, ...shape }] of objectsIn(schema)) {
            if (typeof $id !== 'string') continue;
            shapes.set($id, (shapes.get($id) ?? new Set()).add(canonicalJson(shape)));
        }
    }

    expect([...shapes].filter(([, different]) => different.size > 1).map(([name]) => name)).toEqual([]);
    expect([...shapes.keys()].filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});

test('strings, lists and maps in admin requests have limits', () => {
    const unbounded = app.routes
        .filter(({ path }) => isOfAdministration(path))
        .flatMap(({ method, path, body }) =>
            [...objectsIn(body)]
                .filter(([, schema]) => isUnbounded(schema))
                .map(([address]) => `${method} ${path} ${address}`),
        );

    expect(unbounded).toEqual([]);
});

function isUnbounded(schema: Record<string, unknown>): boolean {
    const types = [schema['type']].flat();
    const isOneOfFew = 'enum' in schema || 'const' in schema;
    if (types.includes('string') && !isOneOfFew)
        return !('maxLength' in schema || 'format' in schema || isShort(schema));
    if (types.includes('array')) return !('maxItems' in schema);
    if (!types.includes('object')) return false;
    const isMap = 'patternProperties' in schema || typeof schema['additionalProperties'] === 'object';
    return isMap && !('maxProperties' in schema);
}

/** A pattern without repetition limits the length, too. */
const isShort = ({ pattern }: Record<string, unknown>) => typeof pattern === 'string' && !/[*+]|,\}/.test(pattern);

test('the document and a page to browse it are served', async () => {
    const served = await testApp({ environment: { ENABLE_OAS: 'true' } });

    const { status, body } = await served.send('GET', '/docs/openapi.json', { token: null });
    const page = await served.send('GET', '/docs/openapi/', { token: null });

    expect(status).toBe(200);
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
});
