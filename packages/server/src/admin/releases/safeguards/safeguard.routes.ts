import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import type { Db } from '../../../storage/database.ts';
import { findFlagEnvironment, getFlag } from '../../flags/flags/flag.queries.ts';
import { flagAt, flagEnvironmentAddress } from '../../flags/flags/flag.schemas.ts';
import {
    describeSafeguard,
    type FlagEnvironmentAddress,
    getSafeguard,
    listEvaluations,
    listIntervals,
    listSafeguards,
} from '../../flags/safeguards/safeguard.queries.ts';
import {
    EvaluationsQuery,
    IntervalsQuery,
    NewSafeguard,
    SafeguardEvaluations,
    SafeguardIntervals,
    Safeguards,
} from '../../flags/safeguards/safeguard.schemas.ts';
import { safeguardActions } from './safeguard.proposables.ts';

const route = routeWithTag('Safeguards');
const SAFEGUARDS = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards';

const { changeFeatureEnvSafeguard, deleteFeatureEnvSafeguard } = safeguardActions;

export const safeguardRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${SAFEGUARDS}`, {
        operationId: 'getFeatureEnvSafeguards',
        summary: 'List the safeguards of a flag in an environment, with their states',
        access: 'authenticated',
        responds: { status: 200, body: Safeguards },
        handler: async ({ params }) => {
            const address = await flagEnvironmentOf(db, params);
            const safeguards = await listSafeguards(db, address);
            return { safeguards: await Promise.all(safeguards.map((each) => describeSafeguard(db, each))) };
        },
    }),
    route(changeFeatureEnvSafeguard.route, {
        operationId: 'changeFeatureEnvSafeguard',
        summary: 'Set the safeguard of a flag in an environment',
        description:
            'The safeguard turns the flag off when the condition holds. It is evaluated every 30 seconds. The metric may arrive later.',
        ...changeFeatureEnvSafeguard.routeAccess,
        body: NewSafeguard,
        responds: { status: 204 },
        handler: ({ actor, params, body: safeguard }) =>
            write(actor, changeFeatureEnvSafeguard.step(flagEnvironmentAddress(params), { safeguard })),
    }),
    route(deleteFeatureEnvSafeguard.route, {
        operationId: 'deleteFeatureEnvSafeguard',
        summary: 'Remove a safeguard of a flag in an environment',
        ...deleteFeatureEnvSafeguard.routeAccess,
        responds: { status: 204 },
        handler: ({ actor, params: { safeguardId, ...params } }) =>
            write(actor, deleteFeatureEnvSafeguard.step(flagEnvironmentAddress(params), { safeguardId })),
    }),
    route(`GET ${SAFEGUARDS}/:safeguardId/evaluations`, {
        operationId: 'getFeatureEnvSafeguardEvaluations',
        summary: 'List the evaluations of a safeguard',
        description: 'Each with its inputs. Evaluations are stored for 14 days.',
        access: 'authenticated',
        query: EvaluationsQuery,
        responds: { status: 200, body: SafeguardEvaluations },
        handler: async ({ params: { safeguardId, ...params }, query: { limit = 100, offset = 0 } }) => {
            const { id } = await getSafeguard(db, await flagEnvironmentOf(db, params), safeguardId);
            return { evaluations: await listEvaluations(db, id, { limit, offset }) };
        },
    }),
    route(`GET ${SAFEGUARDS}/:safeguardId/intervals`, {
        operationId: 'getFeatureEnvSafeguardIntervals',
        summary: 'List the intervals of the evaluations of a safeguard over time',
        description: 'For charts: the values, effects and bounds of the last 14 days, without their inputs.',
        access: 'authenticated',
        query: IntervalsQuery,
        responds: { status: 200, body: SafeguardIntervals },
        handler: async ({ params: { safeguardId, ...params }, query: { points = 200 } }) => {
            const { id } = await getSafeguard(db, await flagEnvironmentOf(db, params), safeguardId);
            return { intervals: await listIntervals(db, id, points) };
        },
    }),
];

async function flagEnvironmentOf(
    db: Db,
    params: { projectId: string; featureName: string; environment: string },
): Promise<FlagEnvironmentAddress> {
    const { project, name: featureName } = flagAt(params);
    const { environment } = params;
    await getFlag(db, { project, name: featureName });
    if (!(await findFlagEnvironment(db, featureName, environment))) {
        throw notFound(`environment ${environment} in project ${project}`);
    }
    return { project, featureName, environment };
}
