import { Type } from 'typebox';
import type { AdminActor, DirectoryActor } from '../../../core/access/actor.ts';

export const MEDIA_TYPE = 'application/scim+json';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
export const SCHEMA = {
    user: `${CORE}:User`,
    group: `${CORE}:Group`,
    serviceProviderConfig: `${CORE}:ServiceProviderConfig`,
    resourceType: `${CORE}:ResourceType`,
    schema: `${CORE}:Schema`,
    list: `${MESSAGES}:ListResponse`,
    error: `${MESSAGES}:Error`,
};

/** Common options of all SCIM routes. */
export const SCIM = {
    access: 'directory',
    mediaType: MEDIA_TYPE,
    errorMembers: scimError,
} as const;

const SCIM_TYPES: Record<string, string> = { ValidationError: 'invalidValue', NameExistsError: 'uniqueness' };

function scimError({ status, name, message }: { status: number; name: string; message: string }) {
    const scimType = SCIM_TYPES[name];
    return { schemas: [SCHEMA.error], status: String(status), detail: message, ...(scimType && { scimType }) };
}

/** Changes from the directory are recorded in the audit log under its name. */
export const toAdminActor = ({ id, name }: DirectoryActor): AdminActor => ({
    kind: 'admin',
    id,
    name,
    grants: [],
    hiddenProjects: [],
});

export const ScimParams = Type.Object({ scimId: Type.String({ minLength: 1, maxLength: 100 }) });

const MAX_COUNT = 200;
const MAX_INTEGER = 2 ** 31 - 1;

export const ScimQuery = Type.Object({
    filter: Type.Optional(Type.String({ maxLength: 1_000, description: 'E.g. userName eq "ed@example.com"' })),
    startIndex: Type.Optional(
        Type.Integer({
            minimum: -MAX_INTEGER,
            maximum: MAX_INTEGER,
            description: 'Index of the first result, starting at 1',
        }),
    ),
    count: Type.Optional(
        Type.Integer({
            minimum: -MAX_INTEGER,
            maximum: MAX_INTEGER,
            description: `Maximum number of results, up to ${MAX_COUNT}`,
        }),
    ),
    excludedAttributes: Type.Optional(Type.String({ maxLength: 1_000, description: 'E.g. members' })),
});

export interface ScimPage {
    startIndex: number;
    count: number;
}

/** SCIM accepts any integer and defines how values outside of the range are corrected. */
export const scimPage = ({ startIndex = 1, count = 100 }: { startIndex?: number; count?: number }): ScimPage => ({
    startIndex: Math.max(startIndex, 1),
    count: Math.min(Math.max(count, 0), MAX_COUNT),
});

export function listResponse<T>(resources: T[], total: number, { startIndex }: ScimPage) {
    return {
        schemas: [SCHEMA.list],
        totalResults: total,
        startIndex,
        itemsPerPage: resources.length,
        Resources: resources,
    };
}

export const listOf = <T extends Parameters<typeof Type.Array>[0]>(resource: T, $id: string) =>
    Type.Object(
        {
            schemas: Type.Array(Type.String()),
            totalResults: Type.Integer(),
            startIndex: Type.Integer(),
            itemsPerPage: Type.Integer(),
            Resources: Type.Array(resource),
        },
        { $id },
    );

export const Meta = Type.Object({
    resourceType: Type.String(),
    created: Type.Optional(Type.String({ format: 'date-time' })),
    location: Type.String(),
});
