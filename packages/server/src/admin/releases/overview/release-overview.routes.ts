import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listReleases } from './release-overview.queries.ts';
import { Releases, ReleasesQuery } from './release-overview.schemas.ts';

const route = routeWithTag('Release plans');

export const releaseOverviewRoutes = (services: Pick<Services, 'db' | 'dueWork'>): Route[] => [
    route('GET /api/admin/releases', {
        operationId: 'getRunningReleases',
        summary: 'List the release plans of all flags, with what happens next and what is held and why',
        access: 'authenticated',
        query: ReleasesQuery,
        responds: { status: 200, body: Releases },
        handler: ({ actor, query: { project, limit = 100, offset = 0 } }) =>
            listReleases(services, { actor, project, limit, offset }),
    }),
];
