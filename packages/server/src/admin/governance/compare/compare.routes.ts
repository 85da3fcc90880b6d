import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { CompareQuery, CompareRequest, Comparison } from './compare.schemas.ts';
import { compare } from './compare.ts';

const route = routeWithTag('Playground');

export const compareRoutes = (services: Services): Route[] => [
    route('GET /api/admin/compare', {
        operationId: 'compareMoments',
        summary: 'Compare a project at two moments',
        description: 'With a population, the result includes the affected contexts.',
        access: 'authenticated',
        expensive: true,
        query: CompareQuery,
        responds: { status: 200, body: Comparison, contentType: 'application/json' },
        errors: [404],
        handler: ({ actor, query, signal }) => {
            const caller = { actor, signal, where: 'query', triesIt: query.population !== undefined } as const;
            return compare(services, query, caller);
        },
    }),
    route('POST /api/admin/compare', {
        operationId: 'compareMomentsForContexts',
        summary: 'Compare a project at two moments, including the affected contexts',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: CompareRequest,
        responds: { status: 200, body: Comparison, contentType: 'application/json' },
        errors: [404],
        handler: ({ actor, body, signal }) => {
            const caller = { actor, signal, where: 'body', triesIt: true } as const;
            return compare(services, body, caller);
        },
    }),
];
