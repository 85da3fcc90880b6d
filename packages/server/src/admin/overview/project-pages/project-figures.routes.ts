import type { Services } from '../../../app/services.ts';
import { AsOfQuery, requestedPast } from '../../../changes/past/as-of.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { DoraMetrics, FlagCreators, ProjectInsights, ProjectStatus } from '../insights/insights.schemas.ts';
import { figuresOf } from '../insights/project-figures.ts';
import { listFlagCreators } from '../insights/project-flags.queries.ts';
import { doraMetricsOf, insightsOf } from '../insights/project-insights.ts';
import { projectStats } from '../insights/project-stats.queries.ts';
import { getProjectStatus } from '../insights/project-status.queries.ts';
import { getProjectOverviewAt } from './project-at.ts';
import { HealthReport, NewProjectOverview } from './project-overview.schemas.ts';
import { readOverviewed, respondWithFlags, toHealthReport, toNewOverview } from './project-overview.ts';

const route = routeWithTag('Projects');

/** Computed figures of a project. Everything is computed on request (docs/decisions/0020-stale.md). */
export const projectFigureRoutes = (services: Services): Route[] => {
    const { db, clock, flagIndex, snapshots, pastFlags } = services;

    const overviewed = (project: string) => readOverviewed(services, project);

    return [
        route('GET /api/admin/projects/:projectId/overview', {
            operationId: 'getProjectOverview',
            summary: 'Read a project with the number of flags of each type',
            access: 'authenticated',
            query: AsOfQuery,
            responds: { status: 200, body: NewProjectOverview },
            handler: async ({ actor, params: { projectId: project }, query }) => {
                const past = await requestedPast({ db, clock }, actor, query.asOf);
                if (past) return getProjectOverviewAt({ db, snapshots, pastFlags }, { project, ...past });
                return toNewOverview(await overviewed(project), actor.userId);
            },
        }),
        route('GET /api/admin/projects/:projectId/health-report', {
            operationId: 'getProjectHealthReport',
            summary: 'Read a project with all of its flags and the number of stale flags',
            description:
                'The response grows with the number of flags. Prefer the overview, the insights and the flag search.',
            deprecated: true,
            access: 'authenticated',
            responds: { status: 200, body: HealthReport, also: [304] },
            handler: async ({ params, ...caller }, reply) => {
                const project = await overviewed(params.projectId);
                const report = toHealthReport(project, caller.actor.userId);
                return respondWithFlags(flagIndex, { overview: report, flags: project.flags }, caller, reply);
            },
        }),
        route('GET /api/admin/projects/:projectId/insights', {
            operationId: 'getProjectInsights',
            summary: 'Read trends of a project: activity, lead time, health, members',
            access: 'authenticated',
            responds: { status: 200, body: ProjectInsights },
            handler: async ({ params }) => {
                const { facts, flags, activity, now } = await overviewed(params.projectId);
                return insightsOf(flags, projectStats(flags, activity, now), facts.members);
            },
        }),
        route('GET /api/admin/projects/:projectId/status', {
            operationId: 'getProjectStatus',
            summary: 'Read the state of a project: resources, activity by day, health, lifecycle of its flags',
            access: 'authenticated',
            responds: { status: 200, body: ProjectStatus },
            handler: async ({ params }) => {
                const { facts, flags, now } = await overviewed(params.projectId);
                const { conditions } = figuresOf(flags);
                return getProjectStatus(db, { project: facts.row.id, members: facts.members, conditions, now });
            },
        }),
        route('GET /api/admin/projects/:projectId/dora', {
            operationId: 'getProjectDora',
            summary: 'Read the time to production of the flags of a project',
            access: 'authenticated',
            responds: { status: 200, body: DoraMetrics },
            handler: async ({ params }) => doraMetricsOf((await overviewed(params.projectId)).flags),
        }),
        route('GET /api/admin/projects/:projectId/flag-creators', {
            operationId: 'getProjectFlagCreators',
            summary: 'List the users who created flags of a project',
            access: 'authenticated',
            responds: { status: 200, body: FlagCreators },
            handler: async ({ params }) => {
                const { id } = await getProject(db, params.projectId);
                return listFlagCreators(db, id);
            },
        }),
    ];
};
