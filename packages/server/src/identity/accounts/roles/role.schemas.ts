import { type Static, Type } from 'typebox';
import { Body, Ignored, Nullable, Version } from '../../../http/route/schemas.ts';

const MAX_ID = 2 ** 31 - 1;

export const Role = Type.Object(
    {
        id: Type.Integer(),
        type: Type.String({ description: 'root, project, or custom types: root-custom, custom' }),
        name: Type.String(),
        description: Type.Optional(Type.String()),
        project: Type.Optional(Nullable(Type.String())),
    },
    { $id: 'role' },
);
export type Role = Static<typeof Role>;

export const PermissionOnWire = Type.Object(
    {
        id: Type.Integer({ description: 'Id in this version of the service. Names are stable; ids may change.' }),
        name: Type.String(),
        displayName: Type.String(),
        type: Type.String({ description: 'root, project or environment' }),
        environment: Type.Optional(Nullable(Type.String())),
    },
    { $id: 'permission' },
);
export type PermissionOnWire = Static<typeof PermissionOnWire>;

export const RoleWithPermissions = Type.Object(
    { ...Role.properties, permissions: Type.Array(PermissionOnWire) },
    { $id: 'roleWithPermissions' },
);
export type RoleWithPermissions = Static<typeof RoleWithPermissions>;

export const Roles = Type.Object({ version: Version, roles: Type.Array(Role) }, { $id: 'roles' });

export const ChangedRole = Type.Object({ version: Version, roles: RoleWithPermissions }, { $id: 'changedRole' });

export const Permissions = Type.Object(
    {
        version: Version,
        permissions: Type.Object({
            root: Type.Array(PermissionOnWire),
            project: Type.Array(PermissionOnWire),
            environments: Type.Array(Type.Object({ name: Type.String(), permissions: Type.Array(PermissionOnWire) })),
        }),
    },
    { $id: 'permissions' },
);

const permission = Body({
    name: Type.Optional(Type.String({ maxLength: 100 })),
    id: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ID })),
    environment: Type.Optional(Nullable(Type.String({ maxLength: 100, description: 'Default: all environments' }))),
    displayName: Ignored(),
    type: Ignored(),
});

const newRole = {
    name: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
    }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    permissions: Type.Optional(Type.Array(permission, { maxItems: 2_000 })),
};

export const NewRole = Body(
    {
        ...newRole,
        type: Type.Optional(
            Type.Enum(['root-custom', 'custom'], {
                default: 'custom',
                description: 'Role type: for the instance or for projects',
            }),
        ),
        id: Ignored(),
        project: Ignored(),
    },
    { $id: 'newRole' },
);
export type NewRole = Static<typeof NewRole>;

export const RoleUpdate = Body(
    { ...newRole, type: Ignored(), id: Ignored(), project: Ignored() },
    { $id: 'roleUpdate', description: 'The type of a role cannot be changed' },
);
export type RoleUpdate = Static<typeof RoleUpdate>;

export const RoleParams = Type.Object({ roleId: Type.Integer({ minimum: 1, maximum: MAX_ID }) });
