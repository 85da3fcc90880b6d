import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { ClonedEnvironment, Environment } from '../../catalogue/environments/environment.schemas.ts';
import { cloneEnvironment } from './environment-clone.commands.ts';

const route = routeWithTag('Environments');

export const environmentCloneRoutes = ({ write }: Services): Route[] => [
    route('POST /api/admin/environments/:name/clone', {
        operationId: 'cloneEnvironment',
        summary: 'Clone an environment with its flag configuration',
        access: 'ADMIN',
        body: ClonedEnvironment,
        responds: { status: 200, body: Environment },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, cloneEnvironment, { ...body, source: params.name }),
    }),
];
