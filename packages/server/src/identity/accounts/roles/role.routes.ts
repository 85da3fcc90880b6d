import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { createRole, deleteRole, freeRoleName, updateRole } from './role.commands.ts';
import { getRoleWithPermissions, listPermissions, listRoles } from './role.queries.ts';
import {
    ChangedRole,
    NewRole,
    Permissions,
    RoleParams,
    Roles,
    RoleUpdate,
    RoleWithPermissions,
} from './role.schemas.ts';

const route = routeWithTag('Roles');

export const roleRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/roles', {
        operationId: 'getRoles',
        summary: 'List all roles',
        access: ['ADMIN', 'READ_ROLE'],
        responds: { status: 200, body: Roles },
        handler: async () => ({ version: 1, roles: await listRoles(db) }),
    }),
    route('GET /api/admin/roles/:roleId', {
        operationId: 'getRoleById',
        summary: 'Read one role with its permissions',
        access: ['ADMIN', 'READ_ROLE'],
        params: RoleParams,
        responds: { status: 200, body: RoleWithPermissions },
        handler: ({ params }) => getRoleWithPermissions(db, params.roleId),
    }),
    route('POST /api/admin/roles', {
        operationId: 'createRole',
        summary: 'Create a role',
        access: 'ADMIN',
        body: NewRole,
        responds: { status: 200, body: ChangedRole },
        errors: [409],
        handler: async ({ actor, body }) => ({ version: 1, roles: await write(actor, createRole, body) }),
    }),
    route('POST /api/admin/roles/validate', {
        operationId: 'validateRole',
        summary: 'Validate the name of a role',
        access: 'ADMIN',
        body: NewRole,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [409],
        handler: async ({ body }) => {
            await freeRoleName(db, body.name);
        },
    }),
    route('PUT /api/admin/roles/:roleId', {
        operationId: 'updateRole',
        summary: 'Change a custom role',
        access: 'ADMIN',
        params: RoleParams,
        body: RoleUpdate,
        responds: { status: 200, body: ChangedRole },
        errors: [404, 409],
        handler: async ({ actor, params, body }) => ({
            version: 1,
            roles: await write(actor, updateRole, { ...body, ...params }),
        }),
    }),
    route('DELETE /api/admin/roles/:roleId', {
        operationId: 'deleteRole',
        summary: 'Delete a custom role that is not in use',
        access: 'ADMIN',
        params: RoleParams,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteRole, params),
    }),
    route('GET /api/admin/permissions', {
        operationId: 'getPermissions',
        summary: 'List the permissions that roles can have',
        access: 'authenticated',
        responds: { status: 200, body: Permissions },
        handler: async () => ({ version: 2, permissions: await listPermissions(db) }),
    }),
];
