import { Type } from 'typebox';
import { type Route, route } from '../../../../http/route/route.ts';
import { DateTime } from '../../../../http/route/schemas.ts';
import type { Services } from '../../../../services.ts';
import type { Db } from '../../../../storage/database.ts';
import { ProjectEnvironmentParams } from '../../../catalogue/projects/project-environment.schemas.ts';
import { Resolution, resolveChange } from '../merge/resolve.commands.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { ChangeParams, ChangeRequest, ListedChangeRequests } from '../request/change-request.schemas.ts';
import { namesFor, toListedRequest } from '../request/change-request-object.ts';
import { readRequest } from '../request/change-request-read.ts';
import { createSchedule, NewSchedule } from './plain-schedule.commands.ts';
import { schedulesBetween } from './schedule.queries.ts';

const tag = 'Change requests';
const P = '/api/admin/projects/:projectId';

const CalendarQuery = Type.Object({
    from: Type.Optional(DateTime('Default: everything that waits')),
    to: Type.Optional(DateTime()),
    offset: Type.Optional(
        Type.Integer({
            minimum: 0,
            maximum: 1_000_000,
            default: 0,
            description: 'How many to leave out: 500 are listed at once',
        }),
    ),
});

async function listed(db: Db, requests: readonly StoredRequest[]) {
    const names = await namesFor(db, requests);
    return requests.map((request) => toListedRequest(request, names));
}

export const scheduleRoutes = ({ db, write }: Services): Route[] => [
    route({
        method: 'POST',
        path: `${P}/environments/:environment/schedules`,
        operationId: 'createSchedule',
        summary: 'Have changes made at a time that need no approval',
        description:
            'It takes the permissions that making them now takes; when they are made, these are needed again. Where changes need approval, propose them and schedule the change request.',
        tag,
        access: 'authenticated',
        params: ProjectEnvironmentParams,
        body: NewSchedule,
        responds: { status: 200, body: ChangeRequest },
        errors: [403, 404, 409],
        handler: async ({ actor, params: { projectId: project, environment }, body }) => {
            const id = await write(actor, createSchedule, { project, environment, ...body });
            return readRequest(db, { project, id, actor });
        },
    }),
    route({
        method: 'GET',
        path: `${P}/change-requests/calendar`,
        operationId: 'getScheduleCalendar',
        summary: 'What is scheduled in a project, in the order in which it happens',
        tag,
        access: 'authenticated',
        params: Type.Object({ projectId: Type.String() }),
        query: CalendarQuery,
        responds: { status: 200, body: ListedChangeRequests },
        errors: [404],
        handler: async ({ actor, params: { projectId: project }, query }) =>
            listed(db, await schedulesBetween(db, actor, { project, ...query })),
    }),
    route({
        method: 'GET',
        path: '/api/admin/change-requests/calendar',
        operationId: 'getCalendarOfAllProjects',
        summary: 'What is scheduled in all projects that you may know of, in the order in which it happens',
        tag,
        access: 'authenticated',
        query: CalendarQuery,
        responds: { status: 200, body: ListedChangeRequests },
        handler: async ({ actor, query }) => listed(db, await schedulesBetween(db, actor, query)),
    }),
    route({
        method: 'POST',
        path: `${P}/change-requests/:id/changes/:changeId/resolve`,
        operationId: 'resolveChange',
        summary: 'Settle what you propose with what others changed meanwhile',
        description:
            'The change then starts from what is there now. Approvals were of something else, so they are cleared.',
        tag,
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
