import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import type { Db } from '../../../storage/database.ts';
import { flagEnvironmentAddress } from '../../flags/flags/flag.schemas.ts';
import {
    describeSafeguard,
    getSafeguard,
    listEvaluations,
    listIntervals,
    listSafeguards,
} from '../../flags/safeguards/safeguard.queries.ts';
import {
    EvaluationsQuery,
    IntervalsQuery,
    NewPlanSafeguard,
    SafeguardEvaluations,
    SafeguardIntervals,
    Safeguards,
} from '../../flags/safeguards/safeguard.schemas.ts';
import { getPlan } from '../plans/plan.queries.ts';
import { safeguardActions } from './safeguard.proposables.ts';

const route = routeWithTag('Safeguards');
const SAFEGUARDS =
    '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/safeguards';

const { changeReleasePlanSafeguard, deleteReleasePlanSafeguard } = safeguardActions;

export const planSafeguardRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${SAFEGUARDS}`, {
        operationId: 'getReleasePlanSafeguards',
        summary: 'List the safeguards of a release plan, with their states',
        access: 'authenticated',
        responds: { status: 200, body: Safeguards },
        handler: async ({ params }) => {
            const address = await planOf(db, params);
            const safeguards = await listSafeguards(db, address, address.planId);
            return { safeguards: await Promise.all(safeguards.map((each) => describeSafeguard(db, each))) };
        },
    }),
    route(changeReleasePlanSafeguard.route, {
        operationId: 'changeReleasePlanSafeguard',
        summary: 'Set a safeguard of a release plan',
        description:
            'A metric against a number, or a comparison of units with and without the feature. A plan has one threshold, and one comparison ' +
            'for each outcome; they are replaced. A harmful release is paused, returned to the previous milestone, or turned off.',
        ...changeReleasePlanSafeguard.routeAccess,
        body: NewPlanSafeguard,
        responds: { status: 204 },
        handler: ({ actor, params: { planId, ...params }, body: safeguard }) =>
            write(actor, changeReleasePlanSafeguard.step(flagEnvironmentAddress(params), { planId, safeguard })),
    }),
    route(deleteReleasePlanSafeguard.route, {
        operationId: 'deleteReleasePlanSafeguard',
        summary: 'Remove a safeguard of a release plan',
        ...deleteReleasePlanSafeguard.routeAccess,
        responds: { status: 204 },
        handler: ({ actor, params: { planId, safeguardId, ...params } }) =>
            write(actor, deleteReleasePlanSafeguard.step(flagEnvironmentAddress(params), { planId, safeguardId })),
    }),
    route(`GET ${SAFEGUARDS}/:safeguardId/evaluations`, {
        operationId: 'getReleasePlanSafeguardEvaluations',
        summary: 'List the evaluations of a safeguard of a release plan',
        description:
            'Each with its inputs, which `halyard stats check` computes again. Evaluations are stored for 14 days.',
        access: 'authenticated',
        query: EvaluationsQuery,
        responds: { status: 200, body: SafeguardEvaluations },
        handler: async ({ params: { safeguardId, ...params }, query: { limit = 100, offset = 0 } }) => {
            const { id } = await getSafeguard(db, await planOf(db, params), safeguardId);
            return { evaluations: await listEvaluations(db, id, { limit, offset }) };
        },
    }),
    route(`GET ${SAFEGUARDS}/:safeguardId/intervals`, {
        operationId: 'getReleasePlanSafeguardIntervals',
        summary: 'List the intervals of the evaluations of a safeguard of a release plan over time',
        description: 'For charts: the values, effects and bounds of the last 14 days, without their inputs.',
        access: 'authenticated',
        query: IntervalsQuery,
        responds: { status: 200, body: SafeguardIntervals },
        handler: async ({ params: { safeguardId, ...params }, query: { points = 200 } }) => {
            const { id } = await getSafeguard(db, await planOf(db, params), safeguardId);
            return { intervals: await listIntervals(db, id, points) };
        },
    }),
];

async function planOf(db: Db, params: { projectId: string; featureName: string; environment: string; planId: string }) {
    const { project, feature: featureName, environment } = flagEnvironmentAddress(params);
    const address = { project, featureName, environment, planId: params.planId };
    await getPlan(db, address);
    return address;
}
