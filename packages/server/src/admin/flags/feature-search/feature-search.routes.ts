import type { Services } from '../../../app/services.ts';
import { respondWithFragments } from '../../../http/bodies/fragment-response.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { lastScans } from '../code-references/code-reference.queries.ts';
import { fragmentFor } from '../flag-index/indexed-flag.ts';
import { FlagSearch, ListedFlags } from './feature-search.schemas.ts';
import { searchFlags } from './feature-search.ts';

const route = routeWithTag('Search');

export const featureSearchRoutes = ({ db, flagIndex, clock }: Services): Route[] => [
    route('GET /api/admin/search/features', {
        operationId: 'searchFeatures',
        summary: 'Search flags in all projects',
        access: 'authenticated',
        query: FlagSearch,
        responds: { status: 200, body: ListedFlags, also: [304] },
        handler: async ({ actor, query, headers, signal }, reply) => {
            const { flags, total } = await searchFlags(flagIndex, {
                actor,
                search: query,
                now: clock(),
                ...(query.safeToRemove && { scans: await lastScans(db) }),
                signal,
            });
            const parts = flags.map(fragmentFor(flagIndex.favoritesOf(actor.userId), 'searchResult'));
            return respondWithFragments({ before: '{"features":', parts, after: `,"total":${total}}` }, headers, reply);
        },
    }),
];
