import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import {
    archiveProject,
    changeProjectSettings,
    checkId,
    createProject,
    reviveProject,
    updateProject,
} from './project.commands.ts';
import { findProject } from './project.queries.ts';
import { CreatedProject, NewProject, ProjectId, ProjectSettings, ProjectUpdate } from './project.schemas.ts';

const route = routeWithTag('Projects');

export const projectRoutes = ({ db, write }: Services): Route[] => [
    route('POST /api/admin/projects', {
        operationId: 'createProject',
        summary: 'Create a project',
        description: 'The creator becomes the owner, except for requests with an admin token.',
        access: 'CREATE_PROJECT',
        body: NewProject,
        responds: { status: 201, body: CreatedProject },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const project = await write(actor, createProject, body);
            reply.header('location', `projects/${project.id}`);
            return project;
        },
    }),
    route('POST /api/admin/projects/validate', {
        operationId: 'validateProject',
        summary: 'Validate the id of a project',
        access: 'CREATE_PROJECT',
        body: ProjectId,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [409],
        handler: async ({ body }) => checkId(body.id, (await findProject(db, body.id)) !== undefined),
    }),
    route('PUT /api/admin/projects/:projectId', {
        operationId: 'updateProject',
        summary: 'Change a project',
        access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
        scope: inProject,
        body: ProjectUpdate,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, updateProject, { ...body, ...params }),
    }),
    route('PUT /api/admin/projects/:projectId/settings', {
        operationId: 'updateProjectEnterpriseSettings',
        summary: 'Change the visibility, flag naming pattern and flag limit of a project',
        access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
        scope: inProject,
        body: ProjectSettings,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, changeProjectSettings, { ...body, ...params }),
    }),
    route('POST /api/admin/projects/archive/:projectId', {
        operationId: 'archiveProject',
        summary: 'Archive a project whose flags are all archived',
        access: 'DELETE_PROJECT',
        scope: inProject,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, archiveProject, params),
    }),
    route('POST /api/admin/projects/revive/:projectId', {
        operationId: 'reviveProject',
        summary: 'Revive an archived project',
        access: 'DELETE_PROJECT',
        scope: inProject,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, reviveProject, params),
    }),
];
