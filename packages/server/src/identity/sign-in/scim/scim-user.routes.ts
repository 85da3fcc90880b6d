import type { Services } from '../../../app/services.ts';
import { shortStepOf } from '../../../changes/change.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { parseFilter } from './scim-filter.ts';
import { listResponse, SCIM, ScimParams, ScimQuery, scimPage, toAdminActor } from './scim-protocol.ts';
import { createScimUser, deleteScimUser, updateScimUser } from './scim-user.commands.ts';
import { getScimUser, listScimUsers, toScimUser } from './scim-user.queries.ts';
import { ScimPatch, ScimUser, ScimUserInput, ScimUsers } from './scim-user.schemas.ts';
import { changeInPatch, changeInUser } from './scim-user-change.ts';

const route = routeWithTag('SCIM');

export const scimUserRoutes = ({ db, write, publicUrl }: Services): Route[] => [
    route('GET /scim/v2/Users', {
        ...SCIM,
        operationId: 'listScimUsers',
        summary: 'List the users managed by SCIM',
        query: ScimQuery,
        responds: { status: 200, body: ScimUsers },
        handler: async ({ query }) => {
            const page = scimPage(query);
            const { total, users } = await listScimUsers(db, parseFilter(query.filter), page);
            return listResponse(
                users.map((user) => toScimUser(user, publicUrl())),
                total,
                page,
            );
        },
    }),
    route('POST /scim/v2/Users', {
        ...SCIM,
        operationId: 'createScimUser',
        summary: 'Create a user, or start to manage an existing user',
        body: ScimUserInput,
        responds: { status: 201, body: ScimUser },
        errors: [409],
        leavesEvent: true,
        handler: async ({ actor, body }, reply) => {
            const created = await write(toAdminActor(actor), shortStepOf(createScimUser, changeInUser(body)));
            const user = toScimUser(created, publicUrl());
            reply.header('location', user.meta.location);
            return user;
        },
    }),
    route('GET /scim/v2/Users/:scimId', {
        ...SCIM,
        operationId: 'getScimUser',
        summary: 'Read one user',
        params: ScimParams,
        responds: { status: 200, body: ScimUser },
        handler: async ({ params }) => toScimUser(await getScimUser(db, params.scimId), publicUrl()),
    }),
    route('PUT /scim/v2/Users/:scimId', {
        ...SCIM,
        operationId: 'replaceScimUser',
        summary: 'Update a user; omitted attributes are kept',
        params: ScimParams,
        body: ScimUserInput,
        responds: { status: 200, body: ScimUser },
        errors: [404, 409],
        leavesEvent: true,
        handler: async ({ actor, params, body }) => {
            const user = await write(
                toAdminActor(actor),
                shortStepOf(updateScimUser, { ...changeInUser(body), ...params }),
            );
            return toScimUser(user, publicUrl());
        },
    }),
    route('PATCH /scim/v2/Users/:scimId', {
        ...SCIM,
        operationId: 'patchScimUser',
        summary: 'Change single attributes of a user',
        description: 'A user who becomes inactive is signed out, and their tokens are deleted.',
        params: ScimParams,
        body: ScimPatch,
        responds: { status: 200, body: ScimUser },
        errors: [404, 409],
        leavesEvent: true,
        handler: async ({ actor, params, body }) => {
            const user = await write(
                toAdminActor(actor),
                shortStepOf(updateScimUser, { ...changeInPatch(body), ...params }),
            );
            return toScimUser(user, publicUrl());
        },
    }),
    route('DELETE /scim/v2/Users/:scimId', {
        ...SCIM,
        operationId: 'deleteScimUser',
        summary: 'Delete a user',
        params: ScimParams,
        responds: { status: 204 },
        errors: [404, 409],
        leavesEvent: true,
        handler: ({ actor, params }) => write(toAdminActor(actor), deleteScimUser, params),
    }),
];
