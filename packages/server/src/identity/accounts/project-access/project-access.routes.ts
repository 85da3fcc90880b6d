import type { Services } from '../../../app/services.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getRole } from '../roles/role.queries.ts';
import { RoleParams } from '../roles/role.schemas.ts';
import { addProjectAccess, setProjectAccess, setRolesInProject } from './project-access.commands.ts';
import { countHolders, readProjectAccess } from './project-access.queries.ts';
import {
    NewProjectAccess,
    ProjectAccess,
    ProjectAccessUpdate,
    ProjectGroupParams,
    ProjectUserParams,
    RolesInProject,
    RoleUsage,
} from './project-access.schemas.ts';

const route = routeWithTag('Project access');
const mayRead = ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'] as const;
const mayWrite = ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'] as const;

export const projectAccessRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/projects/:projectId/access', {
        operationId: 'getProjectAccess',
        summary: 'List the roles of users and groups in a project',
        access: mayRead,
        scope: inProject,
        responds: { status: 200, body: ProjectAccess },
        errors: [],
        handler: ({ actor, params }) => readProjectAccess(db, actor, params.projectId),
    }),
    route('POST /api/admin/projects/:projectId/access', {
        operationId: 'addAccessToProject',
        summary: 'Add roles of users and groups in a project',
        access: mayWrite,
        scope: inProject,
        body: NewProjectAccess,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, addProjectAccess, { ...params, ...body }),
    }),
    route('PUT /api/admin/projects/:projectId/access', {
        operationId: 'setProjectAccess',
        summary: 'Replace the roles of all users and groups in a project',
        access: mayWrite,
        scope: inProject,
        body: ProjectAccessUpdate,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, setProjectAccess, { ...params, ...body }),
    }),
    route('PUT /api/admin/projects/:projectId/users/:userId/roles', {
        operationId: 'setRolesForUser',
        summary: 'Set the roles of a user in a project',
        access: mayWrite,
        scope: inProject,
        params: ProjectUserParams,
        body: RolesInProject,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params: { projectId, userId }, body }) =>
            write(actor, setRolesInProject, { projectId, holder: 'user', id: userId, ...body }),
    }),
    route('DELETE /api/admin/projects/:projectId/users/:userId/roles', {
        operationId: 'removeUserAccess',
        summary: 'Remove all roles of a user in a project',
        access: mayWrite,
        scope: inProject,
        params: ProjectUserParams,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params: { projectId, userId } }) =>
            write(actor, setRolesInProject, { projectId, holder: 'user', id: userId, roles: [] }),
    }),
    route('PUT /api/admin/projects/:projectId/groups/:groupId/roles', {
        operationId: 'setRolesForGroup',
        summary: 'Set the roles of a group in a project',
        access: mayWrite,
        scope: inProject,
        params: ProjectGroupParams,
        body: RolesInProject,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params: { projectId, groupId }, body }) =>
            write(actor, setRolesInProject, { projectId, holder: 'group', id: groupId, ...body }),
    }),
    route('DELETE /api/admin/projects/:projectId/groups/:groupId/roles', {
        operationId: 'removeGroupAccess',
        summary: 'Remove all roles of a group in a project',
        access: mayWrite,
        scope: inProject,
        params: ProjectGroupParams,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params: { projectId, groupId } }) =>
            write(actor, setRolesInProject, { projectId, holder: 'group', id: groupId, roles: [] }),
    }),
    route('GET /api/admin/projects/roles/:roleId/access', {
        operationId: 'getRoleProjectAccess',
        summary: 'List the projects in which a role is in use',
        access: ['ADMIN', 'READ_ROLE'],
        params: RoleParams,
        responds: { status: 200, body: RoleUsage },
        handler: async ({ actor, params }) => {
            const role = await getRole(db, params.roleId);
            const projects = await countHolders(db, role.id);
            return { version: 1, projects: projects.filter(({ project }) => mayKnowOf(actor, project)) };
        },
    }),
];
