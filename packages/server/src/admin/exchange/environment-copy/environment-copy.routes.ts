import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { copyEnvironment } from './environment-copy.commands.ts';
import {
    CopiedEnvironment,
    CopyEnvironment,
    CopyParams,
    DifferencesQuery,
    EnvironmentDifferences,
} from './environment-copy.schemas.ts';
import { listFlagDifferences } from './list-flag-differences.ts';

const route = routeWithTag('Proposals');
const PATH = '/api/admin/projects/:projectId/environments/:environment';

export const environmentCopyRoutes = (services: Services): Route[] => [
    route(`GET ${PATH}/differences`, {
        operationId: 'compareEnvironments',
        summary: 'Compare the flags of a project in two environments',
        description: 'Returns the current configuration and the configuration after a copy, in sentences and as JSON.',
        access: 'authenticated',
        expensive: true,
        params: CopyParams,
        query: DifferencesQuery,
        responds: { status: 200, body: EnvironmentDifferences, contentType: 'application/json' },
        handler: ({ actor, params, query: { source: from, feature }, signal }) => {
            const features = feature === undefined ? undefined : [feature];
            const copy = { project: params.projectId, from, to: params.environment, features };
            return listFlagDifferences(services, copy, { actor, signal });
        },
    }),
    route(`POST ${PATH}/copy`, {
        operationId: 'copyEnvironment',
        summary: 'Copy flag configuration from one environment to another',
        description:
            'Copies the on/off state, strategies and variants of all or some flags of the project. All steps are applied in one change, and each step requires its permission.',
        access: 'authenticated',
        expensive: true,
        params: CopyParams,
        body: CopyEnvironment,
        responds: { status: 200, body: CopiedEnvironment },
        handler: ({ actor, params: { projectId: project, environment: to }, body: { source: from, features } }) =>
            services.write(actor, copyEnvironment, { project, from, to, features }),
    }),
];
