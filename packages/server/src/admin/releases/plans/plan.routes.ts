import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { flagEnvironmentAddress } from '../../flags/flags/flag.schemas.ts';
import { Milestone, MilestoneStrategy, ReleasePlan } from '../../flags/release-plans/release-plan.schemas.ts';
import { planActions } from './plan.proposables.ts';
import { describePlansOf } from './plan.queries.ts';
import {
    MilestoneStrategyUpdate,
    NewReleasePlan,
    Progression,
    ProgressionUpdate,
    ReleasePlans,
} from './plan.schemas.ts';
import { pausePlan } from './progression.commands.ts';

const route = routeWithTag('Release plans');
const ENVIRONMENT = '/api/admin/projects/:projectId/features/:featureName/environments/:environment';

const {
    addReleasePlan,
    deleteReleasePlan,
    startMilestone,
    updateMilestoneStrategy,
    changeMilestoneProgression,
    deleteMilestoneProgression,
    resumeMilestoneProgression,
} = planActions;

/** Older clients of Unleash spell the paths of plans with an underscore. */
const SPELLINGS = ['release-plans', 'release_plans'] as const;

export const releasePlanRoutes = (services: Services): Route[] => [
    ...SPELLINGS.flatMap((spelling) => planRoutes(services, spelling)),
    ...progressionRoutes(services),
];

function planRoutes({ db, write }: Services, spelling: (typeof SPELLINGS)[number]): Route[] {
    const plans = `${ENVIRONMENT}/${spelling}` as const;
    const idOf = (name: string) => (spelling === 'release-plans' ? name : `${name}Underscore`);
    const about = spelling === 'release-plans' ? {} : { description: 'Same as the path with a hyphen.' };
    return [
        route(`GET ${plans}`, {
            operationId: idOf('getReleasePlans'),
            summary: 'List the release plan of a flag in an environment',
            ...about,
            access: 'authenticated',
            responds: { status: 200, body: ReleasePlans },
            handler: ({ params: { projectId: project, ...params } }) => describePlansOf(db, { project, ...params }),
        }),
        route(`POST ${plans}`, {
            operationId: idOf('addReleasePlan'),
            summary: 'Add a copy of a release template to a flag in an environment',
            ...about,
            ...addReleasePlan.routeAccess,
            body: NewReleasePlan,
            responds: { status: 200, body: ReleasePlan },
            errors: [404, 409],
            handler: ({ actor, params, body }) =>
                write(actor, addReleasePlan.step(flagEnvironmentAddress(params), body)),
        }),
        route(`DELETE ${plans}/:planId`, {
            operationId: idOf('removeReleasePlan'),
            summary: 'Remove the release plan of a flag',
            description: 'The own strategies of the flag stay. A flag without an enabled strategy is turned off.',
            ...deleteReleasePlan.routeAccess,
            responds: { status: 200 },
            handler: ({ actor, params }) =>
                write(actor, deleteReleasePlan.step(flagEnvironmentAddress(params), { planId: params.planId })),
        }),
        route(`POST ${plans}/:planId/milestones/:milestoneId/start`, {
            operationId: idOf('startReleasePlanMilestone'),
            summary: 'Start a milestone, also an earlier one or the active one again',
            ...about,
            ...startMilestone.routeAccess,
            responds: { status: 200, body: Milestone },
            handler: ({ actor, params }) => {
                const { planId, milestoneId } = params;
                return write(actor, startMilestone.step(flagEnvironmentAddress(params), { planId, milestoneId }));
            },
        }),
    ];
}

const progressionRoutes = ({ write }: Services): Route[] => [
    route(updateMilestoneStrategy.route, {
        operationId: 'updateReleasePlanMilestoneStrategy',
        summary: 'Replace the configuration of a strategy of a milestone',
        description:
            'If the milestone is active, SDKs receive the change. Omitted constraints, variants and parameters are cleared. The strategy type stays.',
        ...updateMilestoneStrategy.routeAccess,
        body: MilestoneStrategyUpdate,
        responds: { status: 200, body: MilestoneStrategy },
        handler: ({ actor, params, body }) =>
            write(
                actor,
                updateMilestoneStrategy.step(flagEnvironmentAddress(params), { ...body, id: params.strategyId }),
            ),
    }),
    route(changeMilestoneProgression.route, {
        operationId: 'changeMilestoneProgression',
        summary: 'Set when a milestone is followed by another one automatically',
        ...changeMilestoneProgression.routeAccess,
        body: ProgressionUpdate,
        responds: { status: 200, body: Progression },
        handler: ({ actor, params, body }) =>
            write(
                actor,
                changeMilestoneProgression.step(flagEnvironmentAddress(params), {
                    ...body,
                    sourceMilestone: params.sourceMilestoneId,
                }),
            ),
    }),
    route(deleteMilestoneProgression.route, {
        operationId: 'deleteMilestoneProgression',
        summary: 'End the automatic progression of a milestone',
        ...deleteMilestoneProgression.routeAccess,
        responds: { status: 204 },
        handler: ({ actor, params }) =>
            write(
                actor,
                deleteMilestoneProgression.step(flagEnvironmentAddress(params), {
                    sourceMilestone: params.sourceMilestoneId,
                }),
            ),
    }),
    route(resumeMilestoneProgression.route, {
        operationId: 'resumeMilestoneProgressions',
        summary: 'Resume the automatic progression of a release plan',
        description: 'The time of the pause counts: the next milestone may start at once.',
        ...resumeMilestoneProgression.routeAccess,
        responds: { status: 200 },
        handler: ({ actor, params }) =>
            write(actor, resumeMilestoneProgression.step(flagEnvironmentAddress(params), { planId: params.planId })),
    }),
    route(`POST ${ENVIRONMENT}/progressions/:planId/pause`, {
        operationId: 'pauseMilestoneProgressions',
        summary: 'Pause the automatic progression of a release plan',
        description: 'The active milestone stays. Needs no approval, because it changes nothing for SDKs.',
        ...resumeMilestoneProgression.routeAccess,
        responds: { status: 200 },
        handler: ({ actor, params: { projectId: project, ...params } }) =>
            write(actor, pausePlan, { project, ...params }),
    }),
];
