import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { ClonedEnvironment, Environment, EnvironmentParams } from '../../catalogue/environments/environment.schemas.ts';
import { cloneEnvironment } from './environment-clone.commands.ts';

const tag = 'Environments';

export const environmentCloneRoutes = ({ write }: Services): Route[] => [
    route({
        method: 'POST',
        path: '/api/admin/environments/:name/clone',
        operationId: 'cloneEnvironment',
        summary: 'Clone an environment with its flag configuration',
        tag,
        access: 'ADMIN',
        params: EnvironmentParams,
        body: ClonedEnvironment,
        responds: { status: 200, body: Environment },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, cloneEnvironment, { ...body, source: params.name }),
    }),
];
