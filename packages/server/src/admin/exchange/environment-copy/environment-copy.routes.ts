import { jsonInChunks } from '../../../http/bodies/chunks.ts';
import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { differences } from './differences.ts';
import { copyEnvironment } from './environment-copy.commands.ts';
import {
    CopiedEnvironment,
    CopyEnvironment,
    CopyParams,
    DifferencesQuery,
    EnvironmentDifferences,
} from './environment-copy.schemas.ts';

const tag = 'Proposals';
const PATH = '/api/admin/projects/:projectId/environments/:environment';

export const environmentCopyRoutes = (services: Services): Route[] => [
    route({
        method: 'GET',
        path: `${PATH}/differences`,
        operationId: 'compareEnvironments',
        summary: 'What flags have in one environment of a project and not in another',
        description: 'In sentences and as JSON: as it is, and as it would be if it were copied.',
        tag,
        access: 'authenticated',
        expensive: true,
        params: CopyParams,
        query: DifferencesQuery,
        responds: { status: 200, body: EnvironmentDifferences, contentType: 'application/json' },
        errors: [404],
        handler: async ({ actor, params, query: { source: from, feature }, hasLeft }, reply) => {
            const features = feature === undefined ? undefined : [feature];
            const copy = { project: params.projectId, from, to: params.environment, features };
            const answer = await differences(services, copy, { actor, hasLeft });
            return jsonInChunks(answer, reply, hasLeft);
        },
    }),
    route({
        method: 'POST',
        path: `${PATH}/copy`,
        operationId: 'copyEnvironment',
        summary: 'Give flags in one environment what they have in another',
        description:
            'Switch, strategies and variants of all flags of the project, or of some. Takes the steps that lead there in one change, and needs the permission of each. See decision 129.',
        tag,
        access: 'authenticated',
        expensive: true,
        params: CopyParams,
        body: CopyEnvironment,
        responds: { status: 200, body: CopiedEnvironment },
        errors: [404],
        handler: ({ actor, params: { projectId: project, environment: to }, body: { source: from, features } }) =>
            services.write(actor, copyEnvironment, { project, from, to, features }),
    }),
];
