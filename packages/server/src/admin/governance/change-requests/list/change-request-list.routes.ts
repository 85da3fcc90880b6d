import type { Services } from '../../../../app/services.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { getProject } from '../../../catalogue/projects/project.queries.ts';
import { ListedChangeRequests } from '../request/change-request.schemas.ts';
import { readListed } from '../request/change-request-read.ts';
import {
    countRequests,
    listOpenForFlag,
    listOwnOpen,
    listRequests,
    listScheduledFor,
} from './change-request-list.queries.ts';
import {
    ActionableCount,
    ChangeRequestSearchResults,
    Inbox,
    RequestCounts,
    RequestSearch,
    ScheduledChangeRequests,
    ScheduledQuery,
} from './change-request-list.schemas.ts';
import { readInbox, searchRequests, waitingFor } from './change-request-search.ts';

const route = routeWithTag('Change requests');
const REQUESTS = '/api/admin/projects/:projectId/change-requests';

export const changeRequestListRoutes = ({ db }: Services): Route[] => [
    route(`GET ${REQUESTS}`, {
        operationId: 'getChangeRequestsForProject',
        summary: 'List the newest change requests of a project',
        description: 'Returns at most 300 change requests. Drafts are visible only to their authors.',
        access: 'authenticated',
        responds: { status: 200, body: ListedChangeRequests },
        handler: async ({ actor, params }) => {
            await getProject(db, params.projectId);
            return readListed(db, await listRequests(db, actor, params.projectId));
        },
    }),
    ...(['pending', 'open'] as const).map((name) =>
        route(`GET ${REQUESTS}/${name}`, {
            operationId: name === 'pending' ? 'getPendingChangeRequestsForUser' : 'getOpenChangeRequestsForUser',
            summary: 'List your open change requests in a project',
            access: 'authenticated',
            responds: { status: 200, body: ListedChangeRequests },
            deprecated: name === 'open',
            handler: async ({ actor, params }) => {
                await getProject(db, params.projectId);
                return readListed(db, await listOwnOpen(db, actor, params.projectId));
            },
        }),
    ),
    route(`GET ${REQUESTS}/pending/:featureName`, {
        operationId: 'getPendingChangeRequestsForFeature',
        summary: 'List the open change requests that affect a flag',
        access: 'authenticated',
        responds: { status: 200, body: ListedChangeRequests },
        handler: async ({ actor, params: { projectId, featureName } }) => {
            await getProject(db, projectId);
            return readListed(db, await listOpenForFlag(db, actor, projectId, featureName));
        },
    }),
    route(`GET ${REQUESTS}/scheduled`, {
        operationId: 'getScheduledChangeRequests',
        summary: 'List the scheduled change requests that affect a flag, a strategy or the variants of a flag',
        description:
            'Returns change requests that affect any of the given objects; without parameters the list is empty.',
        access: 'authenticated',
        query: ScheduledQuery,
        responds: { status: 200, body: ScheduledChangeRequests },
        handler: async ({ params, query }) => {
            await getProject(db, params.projectId);
            return listScheduledFor(db, params.projectId, query);
        },
    }),
    route(`GET ${REQUESTS}/actionable`, {
        operationId: 'getActionableChangeRequests',
        summary: 'Count the change requests of a project that you can approve or apply',
        access: 'authenticated',
        responds: { status: 200, body: ActionableCount },
        handler: async ({ actor, params }) => {
            await getProject(db, params.projectId);
            return { total: (await waitingFor(db, actor, params.projectId)).length };
        },
    }),
    route(`GET ${REQUESTS}/count`, {
        operationId: 'getChangeRequestCounts',
        summary: 'Count the change requests of a project by state',
        access: 'authenticated',
        responds: { status: 200, body: RequestCounts },
        handler: async ({ params }) => {
            await getProject(db, params.projectId);
            return countRequests(db, params.projectId);
        },
    }),
    route('GET /api/admin/search/change-requests', {
        operationId: 'searchChangeRequests',
        summary: 'Search the change requests of all projects, newest first',
        access: 'authenticated',
        query: RequestSearch,
        responds: { status: 200, body: ChangeRequestSearchResults },
        handler: ({ actor, query }) => searchRequests(db, actor, query),
    }),
    route('GET /api/admin/change-requests/inbox', {
        operationId: 'getChangeRequestInbox',
        summary: 'List change requests that wait for your review or that you have proposed',
        access: 'authenticated',
        responds: { status: 200, body: Inbox },
        handler: ({ actor }) => readInbox(db, actor),
    }),
];
