import { type Static, Type } from 'typebox';
import { NewGroup } from '../../accounts/groups/group.schemas.ts';
import { listOf, Meta } from './scim-protocol.ts';
import { externalId } from './scim-user.schemas.ts';

export const ScimGroup = Type.Object(
    {
        schemas: Type.Array(Type.String()),
        id: Type.String(),
        externalId: Type.Optional(Type.String()),
        displayName: Type.String(),
        members: Type.Optional(Type.Array(Type.Object({ value: Type.String(), display: Type.String() }))),
        meta: Meta,
    },
    { $id: 'scimGroup' },
);
export type ScimGroup = Static<typeof ScimGroup>;

export const ScimGroups = listOf(ScimGroup, 'scimGroups');

export const displayName = NewGroup.properties.name;

export const scimMembers = Type.Array(
    Type.Object({ value: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: true }),
    { maxItems: 5_000 },
);

/** Directories send more attributes than Halyard stores. */
export const ScimGroupInput = Type.Object(
    { displayName, externalId, members: Type.Optional(scimMembers) },
    { $id: 'scimGroupInput', additionalProperties: true },
);
export type ScimGroupInput = Static<typeof ScimGroupInput>;
