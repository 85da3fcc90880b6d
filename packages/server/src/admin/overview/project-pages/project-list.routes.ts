import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Projects, ProjectsQuery } from '../../catalogue/projects/project.schemas.ts';
import { listProjects } from './project-list.ts';
import { ProjectOverview } from './project-overview.schemas.ts';
import { readOverviewed, respondWithFlags, toOverview } from './project-overview.ts';

const route = routeWithTag('Projects');

export const projectListRoutes = ({ flagIndex, projectIndex, clock }: Services): Route[] => [
    route('GET /api/admin/projects', {
        operationId: 'getProjects',
        summary: 'List the projects that are visible to you',
        access: 'authenticated',
        query: ProjectsQuery,
        responds: { status: 200, body: Projects },
        handler: async ({ actor, query }) => ({
            version: 1,
            projects: await listProjects({ projectIndex, flagIndex }, actor, query),
        }),
    }),
    route('GET /api/admin/projects/:projectId', {
        operationId: 'getDeprecatedProjectOverview',
        summary: 'Read a project with all of its flags',
        description: 'The response grows with the number of flags. Prefer the overview and the flag search.',
        deprecated: true,
        access: 'authenticated',
        responds: { status: 200, body: ProjectOverview, also: [304] },
        handler: async ({ params, ...caller }, reply) => {
            const project = await readOverviewed({ flagIndex, projectIndex, clock }, params.projectId);
            const overview = toOverview(project, caller.actor.userId);
            return respondWithFlags(flagIndex, { overview, flags: project.flags }, caller, reply);
        },
    }),
];
