import { type Static, Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listOf, listResponse, Meta, SCHEMA, SCIM } from './scim-protocol.ts';

const route = routeWithTag('SCIM');

const Supported = Type.Object({ supported: Type.Boolean() });

const ServiceProviderConfig = Type.Object(
    {
        schemas: Type.Array(Type.String()),
        patch: Supported,
        bulk: Type.Object({
            supported: Type.Boolean(),
            maxOperations: Type.Integer(),
            maxPayloadSize: Type.Integer(),
        }),
        filter: Type.Object({ supported: Type.Boolean(), maxResults: Type.Integer() }),
        changePassword: Supported,
        sort: Supported,
        etag: Supported,
        authenticationSchemes: Type.Array(
            Type.Object({ type: Type.String(), name: Type.String(), description: Type.String() }),
        ),
        meta: Meta,
    },
    { $id: 'scimServiceProviderConfig' },
);

const ResourceType = Type.Object({
    schemas: Type.Array(Type.String()),
    id: Type.String(),
    name: Type.String(),
    endpoint: Type.String(),
    schema: Type.String(),
    meta: Meta,
});

const Attribute = Type.Object({
    name: Type.String(),
    type: Type.String(),
    multiValued: Type.Boolean(),
    required: Type.Boolean(),
    caseExact: Type.Boolean(),
    mutability: Type.String(),
    returned: Type.String(),
    uniqueness: Type.String(),
});

const Schema = Type.Object({
    schemas: Type.Array(Type.String()),
    id: Type.String(),
    name: Type.String(),
    attributes: Type.Array(Attribute),
    meta: Meta,
});

const attribute = (name: string, more: Partial<Static<typeof Attribute>> = {}): Static<typeof Attribute> => ({
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
});

const ATTRIBUTES = {
    User: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('displayName'),
        attribute('name', { type: 'complex' }),
        attribute('emails', { type: 'complex', multiValued: true }),
        attribute('active', { type: 'boolean' }),
    ],
    Group: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('members', { type: 'complex', multiValued: true }),
    ],
};

const RESOURCES = [
    { name: 'User', endpoint: '/Users', schema: SCHEMA.user },
    { name: 'Group', endpoint: '/Groups', schema: SCHEMA.group },
] as const;

const FIRST_PAGE = { startIndex: 1, count: RESOURCES.length };

/** Discovery of the supported SCIM features, resource types and schemas. */
export const scimDiscoveryRoutes = ({ publicUrl }: Services): Route[] => {
    const meta = (resourceType: string, path: string) => ({
        resourceType,
        location: `${publicUrl()}/scim/v2/${path}`,
    });

    return [
        route('GET /scim/v2/ServiceProviderConfig', {
            ...SCIM,
            operationId: 'getScimServiceProviderConfig',
            summary: 'Read the supported features of SCIM',
            responds: { status: 200, body: ServiceProviderConfig },
            handler: () => ({
                schemas: [SCHEMA.serviceProviderConfig],
                patch: { supported: true },
                bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
                filter: { supported: true, maxResults: 200 },
                changePassword: { supported: false },
                sort: { supported: false },
                etag: { supported: false },
                authenticationSchemes: [
                    {
                        type: 'oauthbearertoken',
                        name: 'Bearer token',
                        description: 'The token from the settings of SCIM in the Authorization header',
                    },
                ],
                meta: meta('ServiceProviderConfig', 'ServiceProviderConfig'),
            }),
        }),
        route('GET /scim/v2/ResourceTypes', {
            ...SCIM,
            operationId: 'listScimResourceTypes',
            summary: 'List the resource types',
            responds: { status: 200, body: listOf(ResourceType, 'scimResourceTypes') },
            handler: () =>
                listResponse(
                    RESOURCES.map((resource) => ({
                        schemas: [SCHEMA.resourceType],
                        id: resource.name,
                        ...resource,
                        meta: meta('ResourceType', `ResourceTypes/${resource.name}`),
                    })),
                    RESOURCES.length,
                    FIRST_PAGE,
                ),
        }),
        route('GET /scim/v2/Schemas', {
            ...SCIM,
            operationId: 'listScimSchemas',
            summary: 'List the schemas of users and groups',
            responds: { status: 200, body: listOf(Schema, 'scimSchemas') },
            handler: () =>
                listResponse(
                    RESOURCES.map(({ name, schema }) => ({
                        schemas: [SCHEMA.schema],
                        id: schema,
                        name,
                        attributes: ATTRIBUTES[name],
                        meta: meta('Schema', `Schemas/${schema}`),
                    })),
                    RESOURCES.length,
                    FIRST_PAGE,
                ),
        }),
    ];
};
