import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { requireUserId } from '../../../identity/accounts/users/require-user-id.ts';
import { getPersonalDashboard, getPersonalDashboardProject } from './personal-dashboard.queries.ts';
import { PersonalDashboard, PersonalDashboardProject } from './personal-dashboard.schemas.ts';

const route = routeWithTag('Users');

export const personalDashboardRoutes = (services: Services): Route[] => [
    route('GET /api/admin/personal-dashboard', {
        operationId: 'getPersonalDashboard',
        summary: 'Read your projects and flags, and the administrators',
        access: 'authenticated',
        responds: { status: 200, body: PersonalDashboard },
        handler: ({ actor }) => getPersonalDashboard(services, actor, requireUserId(actor)),
    }),
    route('GET /api/admin/personal-dashboard/:projectId', {
        operationId: 'getPersonalDashboardProjectDetails',
        summary: 'Read recent events and insights of a project, and your roles in it',
        access: 'authenticated',
        responds: { status: 200, body: PersonalDashboardProject },
        handler: ({ actor, params }) => getPersonalDashboardProject(services, params.projectId, requireUserId(actor)),
    }),
];
