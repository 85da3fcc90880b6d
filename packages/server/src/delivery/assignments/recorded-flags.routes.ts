import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import { RECORDED_FLAGS, RecordedFlagList } from './recorded-flags.schemas.ts';
import { areEvaluationsRecorded } from './recorded-flags.ts';

const route = routeWithTag('Client');

export const recordedFlagRoutes = ({ recordedFlags }: DeliveryServices): Route[] => [
    route(`GET ${RECORDED_FLAGS}`, {
        operationId: 'getRecordedFlags',
        summary: 'List the flags whose evaluations edges report',
        description:
            'Flags of running releases with a comparison, and of running experiments. Edges report each user once, as `evaluation` in `outcomes` of `POST /api/client/metrics/bulk`.',
        access: 'client',
        responds: { status: 200, body: RecordedFlagList },
        handler: async ({ actor }): Promise<RecordedFlagList> => {
            const projects = visibleProjects(actor);
            const flags = (recordedFlags?.in(actor.environment) ?? []).filter(
                (each) => areEvaluationsRecorded(each) && isVisible(each.project, projects),
            );
            return {
                flags: flags.map(({ id, flag, project, unit, backendOnly = false }) => ({
                    ...{ id, flag, project, unit, backendOnly },
                })),
            };
        },
    }),
];
