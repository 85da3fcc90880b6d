import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { NewStrategy } from '../strategy-rules/strategy.schemas.ts';
import { addProjectEnvironment, removeProjectEnvironment, setDefaultStrategy } from './project-environment.commands.ts';
import { DefaultStrategy, NewProjectEnvironment } from './project-environment.schemas.ts';

const route = routeWithTag('Projects');

export const projectEnvironmentRoutes = ({ write }: Services): Route[] => [
    route('POST /api/admin/projects/:projectId/environments', {
        operationId: 'addEnvironmentToProject',
        summary: 'Add an environment to a project',
        description: 'All flags of the project are off in the added environment.',
        access: 'UPDATE_PROJECT',
        scope: inProject,
        body: NewProjectEnvironment,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, addProjectEnvironment, { ...body, ...params }),
    }),
    route('DELETE /api/admin/projects/:projectId/environments/:environment', {
        operationId: 'removeEnvironmentFromProject',
        summary: 'Remove an environment from a project',
        description:
            'SDKs of the environment no longer receive the flags of the project. Strategies are kept and restored if the environment is added again.',
        access: 'UPDATE_PROJECT',
        scope: inProject,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, removeProjectEnvironment, params),
    }),
    route('POST /api/admin/projects/:projectId/environments/:environment/default-strategy', {
        operationId: 'addDefaultStrategyToProjectEnvironment',
        summary: 'Set the default strategy of an environment of a project',
        access: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
        scope: ({ params }) => ({ project: params.projectId, environment: params.environment }),
        body: NewStrategy,
        responds: { status: 200, body: DefaultStrategy },
        handler: ({ actor, params, body }) => write(actor, setDefaultStrategy, { ...params, strategy: body }),
    }),
];
