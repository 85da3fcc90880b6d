import type { TSchema } from 'typebox';
import { CHANGE_ID } from '../../core/text/change-id.ts';
import { rawOptionsOf } from '../bodies/raw-body.ts';
import { mayBeProposed, PROPOSED, permissionsOf, REHEARSED, type Route, statusesOf } from './route.ts';
import { ROUTE_TAGS } from './route-tags.ts';
import { ErrorBody } from './schemas.ts';

type Json = Record<string, unknown>;

export interface OpenApiDocument extends Json {
    paths: Record<string, Json>;
    components: { schemas: Json; responses: Json; parameters: Json; securitySchemes: Json };
}

/** The committed form: a line for each operation and each schema, so that a change is readable and the file is small. */
export function openApiText({ paths, components, ...rest }: OpenApiDocument): string {
    const lines = (members: object, indentation: string, write: (value: unknown) => string = JSON.stringify): string =>
        `{\n${Object.entries(members)
            .map(([name, value]) => `${indentation}    ${JSON.stringify(name)}: ${write(value)}`)
            .join(',\n')}\n${indentation}}`;
    const nested = (members: object) => lines(members, '    ', (value) => lines(value as object, '        '));
    return `${lines({ ...rest, paths, components }, '', (value) =>
        value === paths || value === components ? nested(value as object) : JSON.stringify(value),
    )}\n`;
}

/** Route schemas are JSON Schema, so the document is generated from the route table. */
export function openApiDocument(
    routes: readonly Route[],
    info: { version: string; basePath: string },
): OpenApiDocument {
    const schemas: Json = {};
    const responses: Json = {};
    const paths: Record<string, Json> = {};
    for (const route of routes) {
        const path = route.path.replace(/:(\w+)/g, '{$1}');
        paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, { schemas, responses }) };
    }
    return {
        openapi: '3.1.0',
        info: {
            title: 'Halyard',
            version: info.version,
            description: 'Feature flags: administration, and delivery to SDKs.',
            license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: info.basePath || '/' }],
        tags: [...new Set(routes.map((route) => route.tag))]
            .sort()
            .map((name) => ({ name, description: ROUTE_TAGS[name] })),
        paths,
        components: {
            schemas: sorted(schemas),
            responses: sorted(responses),
            parameters: CHANGE_PARAMETERS,
            securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
        },
    };
}

const sorted = (members: Json) => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The named parts of the document, which are filled while operations are described. */
interface Components {
    schemas: Json;
    responses: Json;
}

function operation(route: Route, { schemas, responses }: Components): Json {
    const { responds } = route;
    const limit = route.expensive ? EXPENSIVE : undefined;
    const description = [route.description, callersOf(route), limit].filter(Boolean).join('\n\n');
    return {
        operationId: route.operationId,
        summary: route.summary,
        description,
        tags: [route.tag],
        ...(route.deprecated && { deprecated: true }),
        security: route.access === 'public' ? [] : [{ token: [] }],
        parameters: [
            ...parameters('path', route.params, schemas),
            ...parameters('query', route.query, schemas),
            ...(mayBeProposed(route) ? CHANGE_PARAMETER_REFERENCES : []),
        ],
        ...(route.body && { requestBody: { required: true, content: bodyOf(route, schemas) } }),
        responses: Object.fromEntries(
            statusesOf(route)
                .filter((status) => !isByPreference(status, route))
                .map((status) => [status, response(status, route, { schemas, responses })]),
        ),
        ...(responds.contentType && { 'x-content-type': responds.contentType }),
    };
}

const CALLERS = {
    public: 'Needs no credentials.',
    authenticated: 'For every signed-in user and every token of the admin API.',
    client: 'Requires a backend token.',
    frontend: 'Requires a frontend token.',
    sdk: 'Requires a backend or a frontend token.',
    directory: 'Requires the token of the directory.',
};

function callersOf({ access }: Route): string {
    const permissions = permissionsOf(access);
    if (permissions.length === 0) return CALLERS[access as keyof typeof CALLERS];
    return `Requires the permission ${permissions.join(' or ')}.`;
}

const EXPENSIVE =
    'The number of expensive requests in progress is limited per caller and per node: 429 with `Retry-After`.';

/** The headers that every route with a change accepts: `prefer-header.ts`. */
const CHANGE_PARAMETERS = {
    propose: {
        name: 'propose',
        in: 'query',
        required: false,
        description:
            'True: a change that needs approval is added to the change request of the caller instead of being refused',
        schema: { type: 'boolean' },
    },
    prefer: {
        name: 'Prefer',
        in: 'header',
        required: false,
        description:
            'change-request: same as propose=true; change-request=new: in a change request of its own; change-request=41: in this change request; what-if: nothing is changed, and the response (200) has the format of /api/admin/what-if. A proposed change is answered with 202 and the change request; several with {"changeRequests": [...]}',
        schema: { type: 'string' },
    },
    changeReason: {
        name: 'Change-Reason',
        in: 'header',
        required: false,
        description: 'Reason, stored in the events of the change',
        schema: { type: 'string', maxLength: 500 },
    },
    changeId: {
        name: 'Change-Id',
        in: 'header',
        required: false,
        description:
            'A new random id of this request. If the response is lost, /api/admin/change-receipts/{changeId}/settle returns whether the change was applied',
        schema: { type: 'string', pattern: CHANGE_ID },
    },
};

const CHANGE_PARAMETER_REFERENCES = Object.keys(CHANGE_PARAMETERS).map((name) => ({
    $ref: `#/components/parameters/${name}`,
}));

function bodyOf(route: Route, schemas: Json): Json {
    const raw = rawOptionsOf(route.body);
    if (raw) {
        const schema = { type: 'string', format: 'binary', maxLength: raw.limit };
        const described = raw.description === undefined ? schema : { ...schema, description: raw.description };
        return Object.fromEntries(raw.types.map((type) => [type, { schema: described }]));
    }
    const schema = hoist(route.body, schemas);
    return route.takesForm ? { 'application/x-www-form-urlencoded': { schema } } : json(route, schema);
}

const json = ({ mediaType = 'application/json' }: Route, schema: unknown) => ({ [mediaType]: { schema } });

function parameters(where: 'path' | 'query', schema: TSchema | undefined, schemas: Json): Json[] {
    const { properties = {}, required = [] } = (schema ?? {}) as {
        properties?: Record<string, Json>;
        required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        ...(property['description'] === undefined ? {} : { description: property['description'] }),
        schema: hoist(property, schemas),
    }));
}

const isOwn = (status: number, { responds }: Route) =>
    status === responds.status || (responds.also ?? []).includes(status);

/**
 * Responses to the header Prefer are described with it: generated clients would otherwise treat every response as one of two types,
 * or expect none.
 */
const isByPreference = (status: number, route: Route) =>
    !isOwn(status, route) && (status === PROPOSED || status === REHEARSED);

function response(status: number, route: Route, { schemas, responses }: Components): Json {
    const { responds } = route;
    const description = DESCRIPTIONS[status] ?? 'Success';
    if (!isOwn(status, route)) {
        const name = `${route.mediaType === undefined ? '' : route.tag.toLowerCase()}${NAMES[status] ?? `error${status}`}`;
        responses[name] ??= { description, content: json(route, hoist(ErrorBody, schemas)) };
        return { $ref: `#/components/responses/${name}` };
    }
    if (status === 304 || !responds.body) return { description };
    if (responds.contentType)
        return { description, content: { [responds.contentType]: { schema: hoist(responds.body, schemas) } } };
    const csv = responds.alsoCsv && { 'text/csv': { schema: { type: 'string' } } };
    return { description, content: { ...json(route, hoist(responds.body, schemas)), ...csv } };
}

/** Returns the response itself, which may be one of the shared ones. */
export function resolvedResponse<R extends object>(
    response: R,
    { components }: { components: { responses: object } },
): R {
    const name = ('$ref' in response ? String(response.$ref) : '').split('/').at(-1)!;
    return (components.responses as Record<string, R>)[name] ?? response;
}

const DESCRIPTIONS: Record<number, string> = {
    201: 'Created',
    202: 'Accepted',
    204: 'Success without content',
    304: 'Not changed since the revision of the caller',
    400: 'The request is invalid; the message contains the reason',
    401: 'Authorization is missing or invalid',
    403: 'The credentials are valid but lack the required permission',
    404: 'The object does not exist or is not visible to the caller',
    409: 'The request conflicts with the current state',
    412: 'The condition of the request, such as If-Match, is not met',
    413: 'The request body is too large',
    415: 'The content type is not supported',
    422: 'This sign-in method is disabled',
    429: 'Too many requests, or too many expensive requests in progress; Retry-After contains the time to wait',
    503: 'Temporarily unavailable: maintenance mode, or the database is unavailable, read-only, full or slow; Retry-After contains the time to wait',
};

/** Names of the shared responses. */
const NAMES: Record<number, string> = {
    400: 'Invalid',
    401: 'Unauthenticated',
    403: 'Forbidden',
    404: 'NotFound',
    409: 'Conflict',
    412: 'ConditionNotMet',
    413: 'TooLarge',
    415: 'UnsupportedType',
    422: 'Disabled',
    429: 'TooMany',
    503: 'Unavailable',
};

/** Moves named schemas to the components and refers to them. */
function hoist(schema: unknown, schemas: Json): unknown {
    if (Array.isArray(schema)) return schema.map((item) => hoist(item, schemas));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $id, ...rest } = schema as Json;
    const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoist(value, schemas)]));
    // A discriminator selects by the names of schemas, which inline schemas do not have.
    if (isInline(plain['oneOf'])) delete plain['discriminator'];
    if (typeof $id !== 'string') return plain;
    schemas[$id] = plain;
    return { $ref: `#/components/schemas/${$id}` };
}

const isInline = (choices: unknown) => Array.isArray(choices) && choices.some((each) => !('$ref' in (each as object)));
