import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import type { GroupRow } from '../../accounts/groups/group.queries.ts';
import { parseFilter } from './scim-filter.ts';
import { changeInGroup, createScimGroup, deleteScimGroup, updateScimGroup } from './scim-group.commands.ts';
import { getScimGroup, listScimGroups, listScimMembers, toScimGroup } from './scim-group.queries.ts';
import { ScimGroup, ScimGroupInput, ScimGroups } from './scim-group.schemas.ts';
import { changeInGroupPatch } from './scim-group-change.ts';
import { listResponse, SCIM, ScimParams, ScimQuery, scimPage, toAdminActor } from './scim-protocol.ts';
import { ScimPatch } from './scim-user.schemas.ts';

const route = routeWithTag('SCIM');

const excludesMembers = ({ excludedAttributes = '' }: { excludedAttributes?: string }) =>
    /\bmembers\b/i.test(excludedAttributes);

export const scimGroupRoutes = ({ db, write, publicUrl }: Services): Route[] => {
    const withMembers = async (group: GroupRow) =>
        toScimGroup(group, await listScimMembers(db, [group.id]), publicUrl());

    return [
        route('GET /scim/v2/Groups', {
            ...SCIM,
            operationId: 'listScimGroups',
            summary: 'List the groups managed by SCIM',
            query: ScimQuery,
            responds: { status: 200, body: ScimGroups },
            handler: async ({ query }) => {
                const page = scimPage(query);
                const { total, groups } = await listScimGroups(db, parseFilter(query.filter), page);
                const members = excludesMembers(query)
                    ? undefined
                    : Map.groupBy(
                          await listScimMembers(
                              db,
                              groups.map(({ id }) => id),
                          ),
                          ({ group_id }) => group_id,
                      );
                return listResponse(
                    groups.map((group) => toScimGroup(group, members && (members.get(group.id) ?? []), publicUrl())),
                    total,
                    page,
                );
            },
        }),
        route('POST /scim/v2/Groups', {
            ...SCIM,
            operationId: 'createScimGroup',
            summary: 'Create a group, or start to manage an existing group',
            body: ScimGroupInput,
            responds: { status: 201, body: ScimGroup },
            errors: [409],
            leavesEvent: true,
            handler: async ({ actor, body }, reply) => {
                const group = await withMembers(await write(toAdminActor(actor), createScimGroup, body));
                reply.header('location', group.meta.location);
                return group;
            },
        }),
        route('GET /scim/v2/Groups/:scimId', {
            ...SCIM,
            operationId: 'getScimGroup',
            summary: 'Read one group',
            params: ScimParams,
            query: ScimQuery,
            responds: { status: 200, body: ScimGroup },
            handler: async ({ params, query }) => {
                const group = await getScimGroup(db, params.scimId);
                return excludesMembers(query) ? toScimGroup(group, undefined, publicUrl()) : withMembers(group);
            },
        }),
        route('PUT /scim/v2/Groups/:scimId', {
            ...SCIM,
            operationId: 'replaceScimGroup',
            summary: 'Update a group; omitted attributes are kept',
            params: ScimParams,
            body: ScimGroupInput,
            responds: { status: 200, body: ScimGroup },
            errors: [404, 409],
            leavesEvent: true,
            handler: async ({ actor, params, body }) =>
                withMembers(await write(toAdminActor(actor), updateScimGroup, { ...changeInGroup(body), ...params })),
        }),
        route('PATCH /scim/v2/Groups/:scimId', {
            ...SCIM,
            operationId: 'patchScimGroup',
            summary: 'Change the name or the members of a group',
            params: ScimParams,
            body: ScimPatch,
            responds: { status: 200, body: ScimGroup },
            errors: [404, 409],
            leavesEvent: true,
            handler: async ({ actor, params, body }) =>
                withMembers(
                    await write(toAdminActor(actor), updateScimGroup, { ...changeInGroupPatch(body), ...params }),
                ),
        }),
        route('DELETE /scim/v2/Groups/:scimId', {
            ...SCIM,
            operationId: 'deleteScimGroup',
            summary: 'Delete a group, but not its members',
            params: ScimParams,
            responds: { status: 204 },
            errors: [404, 409],
            leavesEvent: true,
            handler: ({ actor, params }) => write(toAdminActor(actor), deleteScimGroup, params),
        }),
    ];
};
