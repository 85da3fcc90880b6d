import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { NewStrategy } from '../strategies/strategy.schemas.ts';
import { ProjectParams } from './project.schemas.ts';
import { addProjectEnvironment, removeProjectEnvironment, setDefaultStrategy } from './project-environment.commands.ts';
import { DefaultStrategy, NewProjectEnvironment, ProjectEnvironmentParams } from './project-environment.schemas.ts';

const tag = 'Projects';

export const projectEnvironmentRoutes = ({ write }: Services): Route[] => [
    route({
        method: 'POST',
        path: '/api/admin/projects/:projectId/environments',
        operationId: 'addEnvironmentToProject',
        summary: 'Give a project another environment',
        description: 'The flags of the project are in it at once, off.',
        tag,
        access: 'UPDATE_PROJECT',
        scope: ({ params }) => ({ project: params.projectId }),
        params: ProjectParams,
        body: NewProjectEnvironment,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, addProjectEnvironment, { ...body, ...params }),
    }),
    route({
        method: 'DELETE',
        path: '/api/admin/projects/:projectId/environments/:environment',
        operationId: 'removeEnvironmentFromProject',
        summary: 'Take an environment from a project',
        description: 'SDKs do not see its flags there any more. Strategies are kept for when it is added again.',
        tag,
        access: 'UPDATE_PROJECT',
        scope: ({ params }) => ({ project: params.projectId }),
        params: ProjectEnvironmentParams,
        responds: { status: 200 },
        errors: [404],
        handler: ({ actor, params }) => write(actor, removeProjectEnvironment, params),
    }),
    route({
        method: 'POST',
        path: '/api/admin/projects/:projectId/environments/:environment/default-strategy',
        operationId: 'addDefaultStrategyToProjectEnvironment',
        summary: 'Set the strategy of flags that are turned on without one',
        tag,
        access: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
        scope: ({ params }) => ({ project: params.projectId, environment: params.environment }),
        params: ProjectEnvironmentParams,
        body: NewStrategy,
        responds: { status: 200, body: DefaultStrategy },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, setDefaultStrategy, { ...params, strategy: body }),
    }),
];
