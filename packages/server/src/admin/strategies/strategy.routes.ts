import type { Static } from 'typebox';
import { notFound } from '../../core/errors.ts';
import { type Route, route } from '../../http/route.ts';
import { JsonPatch } from '../../http/schemas.ts';
import type { Services } from '../../services.ts';
import { findFlagEnvironment, getFlag } from '../flags/flag.queries.ts';
import { addStrategy, deleteStrategy, patchStrategy, sortStrategies, updateStrategy } from './strategy.commands.ts';
import { getStrategy, listStrategiesOf } from './strategy.queries.ts';
import {
    FeatureStrategies,
    FeatureStrategy,
    NewStrategy,
    StrategiesParams,
    StrategyParams,
    StrategySortOrder,
    StrategyUpdate,
} from './strategy.schemas.ts';

const tag = 'Strategies';
const strategies = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies';

const placeOf = ({ projectId, ...place }: Static<typeof StrategiesParams>) => ({ project: projectId, ...place });
const strategyOf = ({ projectId, ...place }: Static<typeof StrategyParams>) => ({ project: projectId, ...place });
const scope = ({ params }: { params: Static<typeof StrategiesParams> }) => ({
    project: params.projectId,
    environment: params.environment,
});

export const strategyRoutes = ({ db, write }: Services): Route[] => [
    route({
        method: 'GET',
        path: strategies,
        operationId: 'getFeatureStrategies',
        summary: 'List the strategies of a flag in an environment',
        tag,
        access: 'authenticated',
        params: StrategiesParams,
        responds: { status: 200, body: FeatureStrategies },
        errors: [404],
        handler: async ({ params: { projectId: project, featureName, environment } }) => {
            await getFlag(db, { project, name: featureName });
            if (!(await findFlagEnvironment(db, featureName, environment))) {
                throw notFound(`environment ${environment} in project ${project}`);
            }
            return listStrategiesOf(db, featureName, environment);
        },
    }),
    route({
        method: 'POST',
        path: strategies,
        operationId: 'addFeatureStrategy',
        summary: 'Add a strategy to a flag in an environment',
        tag,
        access: 'CREATE_FEATURE_STRATEGY',
        scope,
        params: StrategiesParams,
        body: NewStrategy,
        responds: { status: 200, body: FeatureStrategy },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, addStrategy, { ...body, ...placeOf(params) }),
    }),
    route({
        method: 'POST',
        path: `${strategies}/set-sort-order`,
        operationId: 'setStrategySortOrder',
        summary: 'Put the strategies of a flag in another order',
        tag,
        access: 'UPDATE_FEATURE_STRATEGY',
        scope,
        params: StrategiesParams,
        body: StrategySortOrder,
        responds: { status: 200 },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, sortStrategies, { ...placeOf(params), order: body }),
    }),
    route({
        method: 'GET',
        path: `${strategies}/:strategyId`,
        operationId: 'getFeatureStrategy',
        summary: 'Read one strategy',
        tag,
        access: 'authenticated',
        params: StrategyParams,
        responds: { status: 200, body: FeatureStrategy },
        errors: [404],
        handler: ({ params }) => getStrategy(db, strategyOf(params)),
    }),
    route({
        method: 'PUT',
        path: `${strategies}/:strategyId`,
        operationId: 'updateFeatureStrategy',
        summary: 'Replace the configuration of a strategy',
        description:
            'Constraints, variants and parameters that are not sent are emptied. Name, title, segments, `sortOrder` and `disabled` stay as they are when they are not sent.',
        tag,
        access: 'UPDATE_FEATURE_STRATEGY',
        scope,
        params: StrategyParams,
        body: StrategyUpdate,
        responds: { status: 200, body: FeatureStrategy },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, updateStrategy, { ...body, ...strategyOf(params) }),
    }),
    route({
        method: 'PATCH',
        path: `${strategies}/:strategyId`,
        operationId: 'patchFeatureStrategy',
        summary: 'Change parts of a strategy',
        tag,
        access: 'UPDATE_FEATURE_STRATEGY',
        scope,
        params: StrategyParams,
        body: JsonPatch,
        responds: { status: 200, body: FeatureStrategy },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, patchStrategy, { ...strategyOf(params), patch: body }),
    }),
    route({
        method: 'DELETE',
        path: `${strategies}/:strategyId`,
        operationId: 'deleteFeatureStrategy',
        summary: 'Remove a strategy from a flag',
        description: 'A flag that has no enabled strategy left is turned off in that environment.',
        tag,
        access: 'DELETE_FEATURE_STRATEGY',
        scope,
        params: StrategyParams,
        responds: { status: 200 },
        errors: [404],
        handler: ({ actor, params }) => write(actor, deleteStrategy, strategyOf(params)),
    }),
];
