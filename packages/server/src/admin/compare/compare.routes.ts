import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { Compare, CompareQuery, Comparison } from './compare.schemas.ts';
import { compare } from './compare.ts';

const tag = 'Playground';

export const compareRoutes = (services: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/compare',
        operationId: 'compareMoments',
        summary: 'What differs in a project between two moments',
        description: 'With a population, also who got something else.',
        tag,
        access: 'authenticated',
        query: CompareQuery,
        responds: { status: 200, body: Comparison },
        errors: [404],
        handler: ({ actor, query, hasLeft }) =>
            compare(services, query, { actor, hasLeft, where: 'query', triesIt: query.population !== undefined }),
    }),
    route({
        method: 'POST',
        path: '/api/admin/compare',
        operationId: 'compareMomentsForContexts',
        summary: 'What differs in a project between two moments, and who got something else',
        tag,
        access: 'authenticated',
        leavesNoEvent: true,
        body: Compare,
        responds: { status: 200, body: Comparison },
        errors: [404],
        handler: ({ actor, body, hasLeft }) =>
            compare(services, body, { actor, hasLeft, where: 'body', triesIt: true }),
    }),
];
