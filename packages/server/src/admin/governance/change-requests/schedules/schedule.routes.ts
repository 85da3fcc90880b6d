import { Type } from 'typebox';
import type { Services } from '../../../../app/services.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { DateTime } from '../../../../http/route/schemas.ts';
import type { Db } from '../../../../storage/database.ts';
import { Resolution, resolveChange } from '../merge/resolve.commands.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { ChangeParams, ChangeRequest, ListedChangeRequests } from '../request/change-request.schemas.ts';
import { namesFor, toListedRequest } from '../request/change-request-object.ts';
import { readRequest } from '../request/change-request-read.ts';
import { createSchedule, NewSchedule } from './plain-schedule.commands.ts';
import { schedulesBetween } from './schedule.queries.ts';

const route = routeWithTag('Change requests');
const P = '/api/admin/projects/:projectId';

const CalendarQuery = Type.Object({
    from: Type.Optional(DateTime('Default: all pending changes')),
    to: Type.Optional(DateTime()),
    offset: Type.Optional(
        Type.Integer({
            minimum: 0,
            maximum: 1_000_000,
            default: 0,
            description: 'Number of entries to skip; at most 500 entries are returned',
        }),
    ),
});

async function toScheduleList(db: Db, requests: readonly StoredRequest[]) {
    const names = await namesFor(db, requests);
    return requests.map((request) => toListedRequest(request, names));
}

export const scheduleRoutes = ({ db, write }: Services): Route[] => [
    route(`POST ${P}/environments/:environment/schedules`, {
        operationId: 'createSchedule',
        summary: 'Schedule changes that need no approval',
        description:
            'Requires the permissions of the changes, both now and at the scheduled time. If changes need approval, propose them and schedule the change request.',
        access: 'authenticated',
        body: NewSchedule,
        responds: { status: 200, body: ChangeRequest },
        errors: [403, 404, 409],
        handler: async ({ actor, params: { projectId: project, environment }, body }) => {
            const id = await write(actor, createSchedule, { project, environment, ...body });
            return readRequest(db, { project, id, actor });
        },
    }),
    route(`GET ${P}/change-requests/calendar`, {
        operationId: 'getScheduleCalendar',
        summary: 'List the scheduled changes of a project by time',
        access: 'authenticated',
        query: CalendarQuery,
        responds: { status: 200, body: ListedChangeRequests },
        handler: async ({ actor, params: { projectId: project }, query }) =>
            toScheduleList(db, await schedulesBetween(db, actor, { project, ...query })),
    }),
    route('GET /api/admin/change-requests/calendar', {
        operationId: 'getCalendarOfAllProjects',
        summary: 'List the scheduled changes of all projects that are visible to you by time',
        access: 'authenticated',
        query: CalendarQuery,
        responds: { status: 200, body: ListedChangeRequests },
        handler: async ({ actor, query }) => toScheduleList(db, await schedulesBetween(db, actor, query)),
    }),
    route(`POST ${P}/change-requests/:id/changes/:changeId/resolve`, {
        operationId: 'resolveChange',
        summary: 'Resolve conflicts between a proposed change and the current state',
        description: 'The change is then based on the current state. Approvals of the previous version are cleared.',
        access: 'authenticated',
        params: ChangeParams,
        body: Resolution,
        responds: { status: 200, body: ChangeRequest },
        errors: [403, 404, 409],
        handler: async ({ actor, params: { projectId: project, id, changeId }, body }) => {
            await write(actor, resolveChange, { project, id, changeId, ...body });
            return readRequest(db, { project, id, actor });
        },
    }),
];
