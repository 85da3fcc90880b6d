import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { StrategySegments } from '../../catalogue/segments/segment.schemas.ts';
import { replaceSegmentsOfStrategy } from './strategy-segments.commands.ts';

const route = routeWithTag('Segments');

export const strategySegmentRoutes = ({ write }: Services): Route[] => [
    route('POST /api/admin/segments/strategies', {
        operationId: 'updateFeatureStrategySegments',
        summary: 'Set the segments of a strategy',
        access: 'UPDATE_FEATURE_STRATEGY',
        scopeInBody: ({ projectId, environmentId }) => ({ project: projectId, environment: environmentId }),
        body: StrategySegments,
        responds: { status: 201, body: StrategySegments },
        errors: [404],
        handler: async ({ actor, body }) => {
            await write(actor, replaceSegmentsOfStrategy, body);
            return body;
        },
    }),
];
