import type { Services } from '../../../app/services.ts';
import { pageOf } from '../../../http/route/paging.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { listOutdatedSdks } from '../../observations/usage/application.queries.ts';
import { ApplicationsQuery, OutdatedSdks } from '../../observations/usage/application.schemas.ts';
import { searchProjectApplications } from '../../observations/usage/project-application.queries.ts';
import { ProjectApplications } from '../../observations/usage/project-application.schemas.ts';

const route = routeWithTag('Projects');

export const projectApplicationRoutes = ({ db }: Services): Route[] => [
    route('GET /api/admin/projects/:projectId/applications', {
        operationId: 'getProjectApplications',
        summary: 'List the applications that use flags of a project',
        access: 'authenticated',
        query: ApplicationsQuery,
        responds: { status: 200, body: ProjectApplications },
        handler: async ({ params, query }) => {
            const { id } = await getProject(db, params.projectId);
            return searchProjectApplications(db, {
                ...pageOf(query),
                project: id,
                query: query.query,
                sortBy: query.sortBy === 'lastSeen' ? 'seen_at' : 'name',
                descending: query.sortOrder === 'desc',
            });
        },
    }),
    route('GET /api/admin/projects/:projectId/sdks/outdated', {
        operationId: 'getOutdatedProjectSdks',
        summary: 'List outdated SDKs and the applications of a project that use them',
        access: 'authenticated',
        responds: { status: 200, body: OutdatedSdks },
        handler: async ({ actor, params }) => {
            const { id } = await getProject(db, params.projectId);
            return { sdks: await listOutdatedSdks(db, actor, id) };
        },
    }),
];
