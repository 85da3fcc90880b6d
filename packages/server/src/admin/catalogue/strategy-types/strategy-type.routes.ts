import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import {
    createStrategyType,
    deleteStrategyType,
    setStrategyTypeDeprecated,
    updateStrategyType,
} from './strategy-type.commands.ts';
import { getStrategyType, listStrategyTypes, toStrategyType } from './strategy-type.queries.ts';
import { NewStrategyType, StrategyType, StrategyTypes, StrategyTypeUpdate } from './strategy-type.schemas.ts';

const route = routeWithTag('Strategy types');

export const strategyTypeRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/strategies', {
        operationId: 'getAllStrategies',
        summary: 'List the strategy types',
        access: 'authenticated',
        responds: { status: 200, body: StrategyTypes },
        handler: async () => ({ version: 1, strategies: await listStrategyTypes(db) }),
    }),
    route('GET /api/admin/strategies/:strategyName', {
        operationId: 'getStrategy',
        summary: 'Read one strategy type',
        access: 'authenticated',
        responds: { status: 200, body: StrategyType },
        handler: async ({ params }) => toStrategyType(await getStrategyType(db, params.strategyName)),
    }),
    route('POST /api/admin/strategies', {
        operationId: 'createStrategy',
        summary: 'Create a custom strategy type',
        description: 'Prefer built-in strategies with constraints: all SDKs can evaluate them.',
        deprecated: true,
        access: 'CREATE_STRATEGY',
        body: NewStrategyType,
        responds: { status: 201, body: StrategyType },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const type = await write(actor, createStrategyType, body);
            reply.header('location', `strategies/${type.name}`);
            return type;
        },
    }),
    route('PUT /api/admin/strategies/:strategyName', {
        operationId: 'updateStrategy',
        summary: 'Change a custom strategy type',
        access: 'UPDATE_STRATEGY',
        body: StrategyTypeUpdate,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, updateStrategyType, { ...body, ...params }),
    }),
    route('DELETE /api/admin/strategies/:strategyName', {
        operationId: 'removeStrategy',
        summary: 'Delete a custom strategy type that is not used',
        access: 'DELETE_STRATEGY',
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, deleteStrategyType, params),
    }),
    route('POST /api/admin/strategies/:strategyName/deprecate', {
        operationId: 'deprecateStrategy',
        summary: 'Mark a strategy type as deprecated',
        description: 'Existing strategies of this type are still evaluated.',
        access: 'UPDATE_STRATEGY',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, setStrategyTypeDeprecated, { ...params, deprecated: true }),
    }),
    route('POST /api/admin/strategies/:strategyName/reactivate', {
        operationId: 'reactivateStrategy',
        summary: 'Mark a strategy type as not deprecated',
        access: 'UPDATE_STRATEGY',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, setStrategyTypeDeprecated, { ...params, deprecated: false }),
    }),
];
