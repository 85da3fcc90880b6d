import { type Static, Type } from 'typebox';
import { type Route, routeWithTag } from '../../http/route/route.ts';
import type { DeliveryServices } from '../delivery-services.ts';
import { isVisible, visibleProjects } from '../sdk-scope.ts';
import { areEvaluationsRecorded } from './recorded-flags.ts';

const route = routeWithTag('Client');

export const RecordedFlagList = Type.Object(
    {
        flags: Type.Array(
            Type.Object({
                id: Type.String({ description: 'A unit is reported once for each id and definition' }),
                flag: Type.String(),
                project: Type.String(),
                unit: Type.String({ description: 'The context field that identifies a unit' }),
                backendOnly: Type.Boolean({ description: 'Evaluations for frontend tokens do not count' }),
            }),
        ),
    },
    { $id: 'recordedFlags', description: 'The flags of which edges report for whom they evaluated them' },
);
export type RecordedFlagList = Static<typeof RecordedFlagList>;

export const RECORDED_FLAGS = '/api/client/recorded-flags';

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
