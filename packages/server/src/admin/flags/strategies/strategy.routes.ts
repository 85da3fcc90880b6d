import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { JsonPatch } from '../../../http/route/schemas.ts';
import {
    FeatureStrategies,
    FeatureStrategy,
    NewStrategy,
    StrategySortOrder,
    StrategyUpdate,
} from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { findFlagEnvironment, getFlag } from '../flags/flag.queries.ts';
import { flagEnvironmentAddress } from '../flags/flag.schemas.ts';
import { patchStrategy } from './strategy.commands.ts';
import { strategyActions } from './strategy.proposables.ts';
import { getStrategy, listStrategiesOf } from './strategy.queries.ts';

const route = routeWithTag('Strategies');
const strategies = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies';

const { addStrategy, updateStrategy, deleteStrategy, reorderStrategy } = strategyActions;

export const strategyRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${strategies}`, {
        operationId: 'getFeatureStrategies',
        summary: 'List the strategies of a flag in an environment',
        access: 'authenticated',
        responds: { status: 200, body: FeatureStrategies },
        handler: async ({ params: { projectId: project, featureName, environment } }) => {
            await getFlag(db, { project, name: featureName });
            if (!(await findFlagEnvironment(db, featureName, environment))) {
                throw notFound(`environment ${environment} in project ${project}`);
            }
            return listStrategiesOf(db, featureName, environment, { withMilestones: true });
        },
    }),
    route(addStrategy.route, {
        operationId: 'addFeatureStrategy',
        summary: 'Add a strategy to a flag in an environment',
        ...addStrategy.routeAccess,
        body: NewStrategy,
        responds: { status: 200, body: FeatureStrategy },
        handler: ({ actor, params, body: { id: _, ...strategy } }) =>
            write(actor, addStrategy.step(flagEnvironmentAddress(params), strategy)),
    }),
    route(reorderStrategy.route, {
        operationId: 'setStrategySortOrder',
        summary: 'Set the order of the strategies of a flag',
        ...reorderStrategy.routeAccess,
        body: StrategySortOrder,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, reorderStrategy.step(flagEnvironmentAddress(params), body)),
    }),
    route(`GET ${strategies}/:strategyId`, {
        operationId: 'getFeatureStrategy',
        summary: 'Read one strategy',
        access: 'authenticated',
        responds: { status: 200, body: FeatureStrategy },
        handler: ({ params: { projectId: project, ...params } }) => getStrategy(db, { project, ...params }),
    }),
    route(updateStrategy.route, {
        operationId: 'updateFeatureStrategy',
        summary: 'Replace the configuration of a strategy',
        description:
            'Omitted constraints, variants and parameters are cleared. Omitted name, title, segments, `sortOrder` and `disabled` are kept.',
        ...updateStrategy.routeAccess,
        body: StrategyUpdate,
        responds: { status: 200, body: FeatureStrategy },
        handler: ({ actor, params, body }) =>
            write(actor, updateStrategy.step(flagEnvironmentAddress(params), { ...body, id: params.strategyId })),
    }),
    route(`PATCH ${strategies}/:strategyId`, {
        operationId: 'patchFeatureStrategy',
        summary: 'Change parts of a strategy',
        ...updateStrategy.routeAccess,
        body: JsonPatch,
        responds: { status: 200, body: FeatureStrategy },
        handler: ({ actor, params: { projectId: project, ...params }, body: patch }) =>
            write(actor, patchStrategy, { project, ...params, patch }),
    }),
    route(deleteStrategy.route, {
        operationId: 'deleteFeatureStrategy',
        summary: 'Remove a strategy from a flag',
        description: 'A flag without a remaining enabled strategy is turned off in the environment.',
        ...deleteStrategy.routeAccess,
        responds: { status: 200 },
        handler: ({ actor, params }) =>
            write(actor, deleteStrategy.step(flagEnvironmentAddress(params), { id: params.strategyId })),
    }),
];
