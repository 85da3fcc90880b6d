import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { searchFlags } from './feature-search.queries.ts';
import { FlagSearch, FoundFlags } from './feature-search.schemas.ts';

export const featureSearchRoutes = ({ db, clock }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/search/features',
        operationId: 'searchFeatures',
        summary: 'Find flags in all projects',
        tag: 'Search',
        access: 'authenticated',
        query: FlagSearch,
        responds: { status: 200, body: FoundFlags },
        handler: ({ actor, query }) => searchFlags(db, { actor, search: query, now: clock() }),
    }),
];
