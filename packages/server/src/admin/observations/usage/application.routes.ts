import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { pageOf } from '../../../http/route/paging.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { deleteApplication, describeApplication } from './application.commands.ts';
import { getApplicationOverview, listInstances, listOutdatedSdks, searchApplications } from './application.queries.ts';
import {
    ApplicationDetails,
    ApplicationOverview,
    Applications,
    ApplicationsQuery,
    ApplicationUsage,
    Instances,
    NewApplication,
    OutdatedSdks,
    UsageOfApplications,
} from './application.schemas.ts';
import { getApplicationDetails } from './application-details.queries.ts';
import { getApplicationUsage, listUsageOfApplications } from './application-usage.queries.ts';
import { HoursBack } from './usage.schemas.ts';

const route = routeWithTag('Metrics');
const AppParams = Type.Object({ appName: Type.String({ minLength: 1, maxLength: 250 }) });

export const applicationRoutes = ({ db, write, clock }: Services): Route[] => [
    route('GET /api/admin/metrics/applications', {
        operationId: 'getApplications',
        summary: 'List the applications that use SDKs',
        access: 'authenticated',
        query: ApplicationsQuery,
        responds: { status: 200, body: Applications },
        handler: ({ actor, query }) =>
            searchApplications(db, actor, {
                ...pageOf(query),
                query: query.query,
                sortBy: query.sortBy === 'lastSeen' ? 'seen_at' : 'name',
                descending: query.sortOrder === 'desc',
            }),
    }),
    route('GET /api/admin/metrics/applications/:appName', {
        operationId: 'getApplication',
        summary: 'Read an application, its instances and the flags that it uses',
        access: 'authenticated',
        params: AppParams,
        responds: { status: 200, body: ApplicationDetails },
        handler: ({ actor, params: { appName } }) => getApplicationDetails(db, actor, appName),
    }),
    route('GET /api/admin/metrics/applications/:appName/overview', {
        operationId: 'getApplicationOverview',
        summary: 'Read the environments, SDKs and issues of an application',
        access: 'authenticated',
        params: AppParams,
        responds: { status: 200, body: ApplicationOverview },
        handler: ({ actor, params: { appName } }) => getApplicationOverview(db, actor, appName),
    }),
    route('GET /api/admin/metrics/applications/:appName/usage', {
        operationId: 'getApplicationUsage',
        summary: 'Read the evaluations of an application by hour or day and environment',
        access: 'authenticated',
        params: AppParams,
        query: HoursBack,
        responds: { status: 200, body: ApplicationUsage },
        handler: ({ actor, params: { appName }, query: { hoursBack } }) =>
            getApplicationUsage(db, actor, appName, { now: clock(), hoursBack }),
    }),
    route('GET /api/admin/metrics/application-usage', {
        operationId: 'getUsageOfApplications',
        summary: 'Read the evaluations of all applications by hour or day',
        access: 'authenticated',
        query: HoursBack,
        responds: { status: 200, body: UsageOfApplications },
        handler: ({ actor, query: { hoursBack } }) => listUsageOfApplications(db, actor, { now: clock(), hoursBack }),
    }),
    route('GET /api/admin/metrics/instances/:appName/environment/:environment', {
        operationId: 'getApplicationEnvironmentInstances',
        summary: 'List the instances of an application in one environment',
        description: 'Instances of the last two days, newest first.',
        access: 'authenticated',
        responds: { status: 200, body: Instances },
        errors: [],
        handler: async ({ actor, params: { appName, environment } }) => ({
            instances: await listInstances(db, actor, appName, environment),
        }),
    }),
    route('GET /api/admin/metrics/sdks/outdated', {
        operationId: 'getOutdatedSdks',
        summary: 'List outdated SDKs and the applications that use them',
        access: 'authenticated',
        responds: { status: 200, body: OutdatedSdks },
        handler: async ({ actor }) => ({ sdks: await listOutdatedSdks(db, actor) }),
    }),
    route('POST /api/admin/metrics/applications/:appName', {
        operationId: 'createApplication',
        summary: 'Add details to an application',
        access: 'UPDATE_APPLICATION',
        params: AppParams,
        body: NewApplication,
        responds: { status: 202 },
        errors: [409],
        handler: ({ actor, params, body: { appName: _, ...body } }) =>
            write(actor, describeApplication, { ...body, name: params.appName }),
    }),
    route('DELETE /api/admin/metrics/applications/:appName', {
        operationId: 'deleteApplication',
        summary: 'Delete an application',
        description:
            'The application appears again when its SDK connects. Succeeds even if the application does not exist.',
        access: 'UPDATE_APPLICATION',
        params: AppParams,
        responds: { status: 200 },
        errors: [],
        handler: ({ actor, params: { appName } }) => write(actor, deleteApplication, { name: appName }),
    }),
];
