import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import { countPeople } from '../../../identity/accounts/users/user.queries.ts';
import type { Services } from '../../../services.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { ProjectParams } from '../../catalogue/projects/project.schemas.ts';
import { Banners, InstanceTrends, LicenceCheck, LicensedUsers, Trends } from './commercial.schemas.ts';

const tag = 'Instance';
const none = Type.Array(Type.Object({}), { maxItems: 0 });

/**
 * Endpoints that the Unleash UI calls in its enterprise mode. Features that do not exist here are reported as absent, so its
 * pages render without errors.
 */
export const commercialRoutes = ({ db, clock }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/banners',
        operationId: 'getBanners',
        summary: 'Messages to everybody',
        description: 'There are none: this instance has no banners.',
        tag,
        access: 'authenticated',
        responds: { status: 200, body: Banners },
        handler: () => ({ banners: [] }),
    }),
    route({
        method: 'GET',
        path: '/api/admin/notifications',
        operationId: 'getNotifications',
        summary: 'Messages to you',
        description: 'None are kept: what waits for you is in the inbox of change requests, and comes by mail.',
        tag,
        access: 'authenticated',
        responds: { status: 200, body: none },
        handler: () => [],
    }),
    route({
        method: 'GET',
        path: '/api/admin/license/check',
        operationId: 'checkLicense',
        summary: 'Whether everything may be used',
        description: 'It may: the licence is Apache-2.0, and there is no other edition.',
        tag,
        access: 'authenticated',
        responds: { status: 200, body: LicenceCheck },
        handler: () => ({ isValid: true }),
    }),
    route({
        method: 'GET',
        path: '/api/admin/licensed-users',
        operationId: 'getLicensedUsers',
        summary: 'How many users there are',
        description: 'As many seats as users: nobody counts them.',
        tag,
        access: 'ADMIN',
        responds: { status: 200, body: LicensedUsers },
        handler: async () => {
            const count = await countPeople(db);
            const date = clock().toISOString().slice(0, 10);
            return { seatCount: count, licensedUsers: { current: count, history: [{ date, count }] } };
        },
    }),
    route({
        method: 'GET',
        path: '/api/admin/user-access-requests',
        operationId: 'getUserAccessRequests',
        summary: 'Who asks to be let in',
        description: 'Nobody: whoever single sign-on lets in has an account, and all others are invited.',
        tag,
        access: 'ADMIN',
        responds: { status: 200, body: none },
        handler: () => [],
    }),
    route({
        method: 'GET',
        path: '/api/admin/release-plan-templates',
        operationId: 'getReleasePlanTemplates',
        summary: 'Templates of releases',
        description: 'There are none.',
        tag,
        access: 'authenticated',
        responds: { status: 200, body: none },
        handler: () => [],
    }),
    route({
        method: 'GET',
        path: '/api/admin/projects/:projectId/release-templates',
        operationId: 'getProjectReleaseTemplates',
        summary: 'Templates of releases of a project',
        description: 'There are none.',
        tag,
        access: 'authenticated',
        params: ProjectParams,
        responds: { status: 200, body: none },
        errors: [404],
        handler: async ({ params }) => {
            await getProject(db, params.projectId);
            return [];
        },
    }),
    route({
        method: 'GET',
        path: '/api/admin/insights',
        operationId: 'getInstanceInsights',
        summary: 'How figures of the instance went over time',
        description:
            'Nothing is kept of it: each list is empty. The figures of now are those of the instance and its projects.',
        tag,
        access: 'authenticated',
        query: Trends,
        responds: { status: 200, body: InstanceTrends },
        handler: () => NO_TRENDS,
    }),
    route({
        method: 'GET',
        path: '/api/admin/insights/lifecycle',
        operationId: 'getLifecycleInsights',
        summary: 'How the stages of flags went over time',
        description:
            'Nothing is kept of it: each list is empty. How many flags are in each stage now is counted elsewhere.',
        tag,
        access: 'authenticated',
        query: Trends,
        responds: { status: 200, body: InstanceTrends },
        handler: () => NO_TRENDS,
    }),
];

const NO_TRENDS: InstanceTrends = {
    userTrends: [],
    flagTrends: [],
    projectFlagTrends: [],
    metricsSummaryTrends: [],
    environmentTypeTrends: [],
    lifecycleTrends: [],
    creationArchiveTrends: [],
};
