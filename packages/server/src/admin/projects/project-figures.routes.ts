import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { DoraMetrics, FlagCreators, ProjectInsights, ProjectStatus } from '../insights/insights.schemas.ts';
import { listFlagCreators } from '../insights/project-flags.queries.ts';
import { getDoraMetrics, getProjectInsights } from '../insights/project-insights.queries.ts';
import { getProjectStatus } from '../insights/project-status.queries.ts';
import { getProject } from './project.queries.ts';
import { ProjectParams } from './project.schemas.ts';
import { getHealthReport, getNewProjectOverview } from './project-overview.queries.ts';
import { HealthReport, NewProjectOverview } from './project-overview.schemas.ts';

const tag = 'Projects';

/** What can be worked out about a project. Everything is computed when asked for: docs/decisions/0022-health.md. */
export const projectFigureRoutes = ({ db, clock }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/overview',
        operationId: 'getProjectOverview',
        summary: 'Read a project, with how many flags it has of each type',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: NewProjectOverview },
        errors: [404],
        handler: ({ actor, params }) => getNewProjectOverview(db, { ...params, actor, now: clock() }),
    }),
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/health-report',
        operationId: 'getProjectHealthReport',
        summary: 'Read a project with all of its flags, and how many of them are stale',
        description: 'Grows with the number of flags. Prefer the overview, the insights and the search for flags.',
        tag,
        deprecated: true,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: HealthReport },
        errors: [404],
        handler: ({ actor, params }) => getHealthReport(db, { ...params, actor, now: clock() }),
    }),
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/insights',
        operationId: 'getProjectInsights',
        summary: 'Read how a project develops: activity, lead time, health, members',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: ProjectInsights },
        errors: [404],
        handler: async ({ params }) => {
            const { id } = await getProject(db, params.projectId);
            return getProjectInsights(db, id, clock());
        },
    }),
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/status',
        operationId: 'getProjectStatus',
        summary: 'Read the state of a project: resources, activity by day, health, lifecycle of its flags',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: ProjectStatus },
        errors: [404],
        handler: async ({ params }) => {
            const { id } = await getProject(db, params.projectId);
            return getProjectStatus(db, id, clock());
        },
    }),
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/dora',
        operationId: 'getProjectDora',
        summary: 'Read how long the flags of a project take to reach production',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: DoraMetrics },
        errors: [404],
        handler: async ({ params }) => {
            const { id } = await getProject(db, params.projectId);
            return getDoraMetrics(db, id);
        },
    }),
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/flag-creators',
        operationId: 'getProjectFlagCreators',
        summary: 'List the people who created flags of a project',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: FlagCreators },
        errors: [404],
        handler: async ({ params }) => {
            const { id } = await getProject(db, params.projectId);
            return listFlagCreators(db, id);
        },
    }),
];
