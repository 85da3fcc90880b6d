import { type Static, Type } from 'typebox';
import { Body, DateTime, Nullable, Version } from '../../../http/route/schemas.ts';
import { Group } from '../groups/group.schemas.ts';
import { Role } from '../roles/role.schemas.ts';
import { roleId } from '../users/user.schemas.ts';

const assignedRoles = {
    addedAt: DateTime(),
    roleId: Type.Integer({ description: 'One of the roles' }),
    roles: Type.Array(Type.Integer()),
};

export const ProjectAccess = Type.Object(
    {
        groups: Type.Array(Type.Object({ ...Group.properties, ...assignedRoles })),
        users: Type.Array(
            Type.Object({
                id: Type.Integer(),
                isAPI: Type.Boolean({ deprecated: true }),
                name: Type.Optional(Type.String()),
                username: Type.Optional(Type.String()),
                email: Nullable(Type.String()),
                imageUrl: Nullable(Type.String()),
                ...assignedRoles,
            }),
        ),
        roles: Type.Array(Role, { description: 'Roles that users and groups can have in a project' }),
    },
    { $id: 'projectAccess' },
);
export type ProjectAccess = Static<typeof ProjectAccess>;

const ids = Type.Array(roleId, { maxItems: 5_000 });
const roles = Type.Array(roleId, { minItems: 1, maxItems: 100 });

export const NewProjectAccess = Body(
    { roles, groups: ids, users: ids },
    { $id: 'newProjectAccess', description: 'Every user and group is given every role' },
);
export type NewProjectAccess = Static<typeof NewProjectAccess>;

export const ProjectAccessUpdate = Body(
    {
        roles: Type.Array(Body({ id: roleId, groups: Type.Optional(ids), users: Type.Optional(ids) }), {
            maxItems: 100,
        }),
    },
    { $id: 'projectAccessUpdate', description: 'Roles of users and groups; all other roles are removed' },
);
export type ProjectAccessUpdate = Static<typeof ProjectAccessUpdate>;

export const RolesInProject = Body({ roles }, { $id: 'rolesInProject' });

export const ProjectUserParams = Type.Object({ projectId: Type.String(), userId: roleId });
export const ProjectGroupParams = Type.Object({ projectId: Type.String(), groupId: roleId });

export const RoleUsage = Type.Object(
    {
        version: Version,
        projects: Type.Array(
            Type.Object({
                project: Type.String(),
                role: Type.Integer(),
                userCount: Type.Integer(),
                groupCount: Type.Integer(),
                serviceAccountCount: Type.Integer(),
            }),
        ),
    },
    { $id: 'roleUsage' },
);
