import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { countPeople } from '../../../identity/accounts/users/user.queries.ts';
import { Banners, InstanceTrends, LicenceCheck, LicensedUsers, Trends } from './commercial.schemas.ts';

const route = routeWithTag('Instance');
const none = Type.Array(Type.Object({}), { maxItems: 0 });

/**
 * Endpoints that the Unleash UI calls in its enterprise mode. Features that do not exist here are reported as absent, so its
 * pages render without errors.
 */
export const commercialRoutes = ({ db, clock }: Services): Route[] => [
    route('GET /api/admin/banners', {
        operationId: 'getBanners',
        summary: 'List banners',
        description: 'Always empty: banners are not supported.',
        access: 'authenticated',
        responds: { status: 200, body: Banners },
        handler: () => ({ banners: [] }),
    }),
    route('GET /api/admin/notifications', {
        operationId: 'getNotifications',
        summary: 'List your notifications',
        description: 'Always empty: pending reviews are listed in the inbox of change requests and sent by e-mail.',
        access: 'authenticated',
        responds: { status: 200, body: none },
        handler: () => [],
    }),
    route('GET /api/admin/license/check', {
        operationId: 'checkLicense',
        summary: 'Check the licence',
        description: 'Always valid: the licence is Apache-2.0, and there is no other edition.',
        access: 'authenticated',
        responds: { status: 200, body: LicenceCheck },
        handler: () => ({ isValid: true }),
    }),
    route('GET /api/admin/licensed-users', {
        operationId: 'getLicensedUsers',
        summary: 'Count the licensed users',
        description: 'The number of seats always equals the number of users: seats are not limited.',
        access: 'ADMIN',
        responds: { status: 200, body: LicensedUsers },
        handler: async () => {
            const count = await countPeople(db);
            const date = clock().toISOString().slice(0, 10);
            return { seatCount: count, licensedUsers: { current: count, history: [{ date, count }] } };
        },
    }),
    route('GET /api/admin/user-access-requests', {
        operationId: 'getUserAccessRequests',
        summary: 'List access requests',
        description: 'Always empty: accounts are created by single sign-on or by invitation.',
        access: 'ADMIN',
        responds: { status: 200, body: none },
        handler: () => [],
    }),
    route('GET /api/admin/insights', {
        operationId: 'getInstanceInsights',
        summary: 'Read trends of the instance',
        description:
            'Trends are not stored: all lists are empty. Current figures are available in the statistics of the instance and its projects.',
        access: 'authenticated',
        query: Trends,
        responds: { status: 200, body: InstanceTrends },
        handler: () => NO_TRENDS,
    }),
    route('GET /api/admin/insights/lifecycle', {
        operationId: 'getLifecycleInsights',
        summary: 'Read trends of lifecycle stages',
        description:
            'Trends are not stored: all lists are empty. Current numbers are available at /api/admin/lifecycle/count.',
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
