import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { findProjectEnvironment, getProject } from '../projects/project.queries.ts';
import { withFormerNames } from './approval-rules.ts';
import { configActions } from './change-request-config.proposables.ts';
import { findSettings, listConfigs, toSettings } from './change-request-config.queries.ts';
import { ApprovalSettings, ChangeRequestConfigs, ChangeRequestConfigUpdate } from './change-request-config.schemas.ts';

const route = routeWithTag('Change requests');
const CONFIG = '/api/admin/projects/:projectId/environments/:environment/change-requests/config';

const { updateChangeRequestConfig } = configActions;

export const changeRequestConfigRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/projects/:projectId/change-requests/config', {
        operationId: 'getProjectChangeRequestConfig',
        summary: 'List the environments of a project with their approval settings',
        access: 'authenticated',
        responds: { status: 200, body: ChangeRequestConfigs },
        handler: async ({ params }) => {
            await getProject(db, params.projectId);
            return listConfigs(db, params.projectId);
        },
    }),
    route(`GET ${CONFIG}`, {
        operationId: 'getApprovalSettings',
        summary: 'Read the approval settings of an environment of a project',
        access: 'authenticated',
        responds: { status: 200, body: ApprovalSettings },
        handler: async ({ params: { projectId: project, environment } }) => {
            if (!(await findProjectEnvironment(db, project, environment))) {
                throw notFound(`environment ${environment} in project ${project}`);
            }
            const settings = toSettings(await findSettings(db, { project, environment }));
            return { ...settings, rules: withFormerNames(settings.rules) };
        },
    }),
    route(updateChangeRequestConfig.route, {
        operationId: 'updateProjectChangeRequestConfig',
        summary: 'Change the approval settings of an environment of a project',
        ...updateChangeRequestConfig.routeAccess,
        body: ChangeRequestConfigUpdate,
        responds: { status: 200 },
        handler: ({ actor, params: { projectId: project, environment }, body }) =>
            write(actor, updateChangeRequestConfig.step({ project, environment }, body)),
    }),
];
