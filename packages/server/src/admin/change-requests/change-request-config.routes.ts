import { invalid, notFound } from '../../core/errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findProjectEnvironment, getProject, listProjectEnvironments } from '../projects/project.queries.ts';
import { ProjectParams } from '../projects/project.schemas.ts';
import { ProjectEnvironmentParams } from '../projects/project-environment.schemas.ts';
import { ChangeRequestConfigs, ChangeRequestConfigUpdate } from './change-request-config.schemas.ts';

const tag = 'Change requests';

/** Tools ask for this before they manage a project; the honest answer is that nothing needs an approval. */
export const changeRequestConfigRoutes = ({ db }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/change-requests/config',
        operationId: 'getProjectChangeRequestConfig',
        summary: 'Which environments of a project need approvals for changes',
        description: 'None: there are no change requests yet.',
        tag,
        access: ['PROJECT_CHANGE_REQUEST_READ', 'UPDATE_PROJECT'],
        scope: ({ params }) => ({ project: params.projectId }),
        params: ProjectParams,
        responds: { status: 200, body: ChangeRequestConfigs },
        errors: [404],
        handler: async ({ params }) => {
            await getProject(db, params.projectId);
            const environments = await listProjectEnvironments(db, params.projectId);
            return environments.map(({ environment, type }) => ({
                environment,
                type,
                changeRequestEnabled: false,
                requiredApprovals: null,
            }));
        },
    }),
    route({
        method: 'PUT',
        path: '/api/admin/projects/:projectId/environments/:environment/change-requests/config',
        operationId: 'updateProjectChangeRequestConfig',
        summary: 'Say whether changes in an environment of a project need approvals',
        description: 'They cannot: there are no change requests yet. Switching them off is accepted.',
        tag,
        access: ['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
        scope: ({ params }) => ({ project: params.projectId }),
        params: ProjectEnvironmentParams,
        body: ChangeRequestConfigUpdate,
        leavesNoEvent: true,
        responds: { status: 204 },
        errors: [404],
        handler: async ({ params: { projectId, environment }, body }) => {
            if (!(await findProjectEnvironment(db, projectId, environment))) {
                throw notFound(`environment ${environment} in project ${projectId}`);
            }
            if (body.changeRequestsEnabled) {
                throw invalid(
                    'Change requests are not available yet. Leave them switched off.',
                    '/body/changeRequestsEnabled',
                );
            }
        },
    }),
];
