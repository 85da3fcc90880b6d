import type { Services } from '../../../app/services.ts';
import { serialiseBatches } from '../../../http/bodies/serialised-list.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { createGroup, deleteGroup, updateGroup } from './group.commands.ts';
import { getGroup, readGroups } from './group.queries.ts';
import { Group, GroupParams, Groups, GroupUpdate, NewGroup } from './group.schemas.ts';

const route = routeWithTag('Groups');

export const groupRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/groups', {
        operationId: 'getGroups',
        summary: 'List all groups with their members',
        access: 'ADMIN',
        responds: { status: 200, body: Groups },
        handler: async () => ({ groups: await serialiseBatches(Group, readGroups(db)) }),
    }),
    route('GET /api/admin/groups/:groupId', {
        operationId: 'getGroup',
        summary: 'Read one group',
        access: 'ADMIN',
        params: GroupParams,
        responds: { status: 200, body: Group },
        handler: ({ params }) => getGroup(db, params.groupId),
    }),
    route('POST /api/admin/groups', {
        operationId: 'createGroup',
        summary: 'Create a group',
        access: 'ADMIN',
        body: NewGroup,
        responds: { status: 201, body: Group },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const group = await write(actor, createGroup, body);
            reply.header('location', `groups/${group.id}`);
            return group;
        },
    }),
    route('PUT /api/admin/groups/:groupId', {
        operationId: 'updateGroup',
        summary: 'Change a group',
        access: 'ADMIN',
        params: GroupParams,
        body: GroupUpdate,
        responds: { status: 200, body: Group },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, updateGroup, { ...body, ...params }),
    }),
    route('DELETE /api/admin/groups/:groupId', {
        operationId: 'deleteGroup',
        summary: 'Delete a group, but not its members',
        access: 'ADMIN',
        params: GroupParams,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, deleteGroup, params),
    }),
];
