import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import { createGroup, deleteGroup, groupInEvent, setMembers } from '../../accounts/groups/group.commands.ts';
import { type GroupRow, getGroup, getGroupRow } from '../../accounts/groups/group.queries.ts';
import { requireAdministrator } from '../../accounts/users/user.commands.ts';
import { getScimGroup, listScimMembers, userIdsOf } from './scim-group.queries.ts';
import type { ScimGroupInput } from './scim-group.schemas.ts';
import type { ScimGroupChange } from './scim-group-change.ts';
import { demandAdministratorsAllowed } from './scim-settings.queries.ts';

/** Creates a group, or takes over an unmanaged group with that name, including its roles. */
export async function createScimGroup(change: Change, input: ScimGroupInput): Promise<GroupRow> {
    const { tx } = change;
    const name = input.displayName.trim();
    const known = await tx.selectFrom('groups').selectAll().where('name', '=', name).executeTakeFirst();
    if (known && known.scim_id !== null) throw nameExists(`A group ${name}`);
    const id = known?.id ?? (await createGroup(change, { name })).id;
    return save(change, id, { ...changeInGroup(input), scimId: randomUUID() });
}

export const changeInGroup = ({ displayName, externalId, members }: ScimGroupInput): ScimGroupChange => ({
    displayName,
    ...(externalId !== undefined && { externalId }),
    ...(members && { members: () => new Set(members.map(({ value }) => value)) }),
});

export async function updateScimGroup(
    change: Change,
    { scimId, ...input }: ScimGroupChange & { scimId: string },
): Promise<GroupRow> {
    const { id } = await getScimGroup(change.tx, scimId);
    return save(change, id, { ...input, scimId });
}

async function save(
    change: Change,
    id: number,
    { displayName, externalId, members, scimId }: ScimGroupChange & { scimId: string },
): Promise<GroupRow> {
    const { tx, record } = change;
    const row = await getGroupRow(tx, id);
    // The members of this group are administrators.
    if (row.root_role_id === ROLE_ID.admin) await demandAdministratorsAllowed(tx);
    const before = await getGroup(tx, id);
    const name = displayName?.trim() ?? row.name;
    const other = await tx.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
    if (other && other.id !== id) throw nameExists(`A group ${name}`);
    const external_id = externalId === undefined ? row.external_id : externalId;
    await tx.updateTable('groups').set({ name, external_id, scim_id: scimId }).where('id', '=', id).execute();
    if (members) {
        const current = new Set((await listScimMembers(tx, [id])).map(({ scim_id }) => scim_id));
        await setMembers(change, id, await userIdsOf(tx, [...members(current)]));
        await requireAdministrator(tx);
    }
    record({
        type: 'group-updated',
        preData: { ...groupInEvent(before), scimId: row.scim_id, externalId: row.external_id },
        data: { ...groupInEvent(await getGroup(tx, id)), scimId, externalId: external_id },
    });
    return { ...row, name, external_id, scim_id: scimId };
}

export async function deleteScimGroup(change: Change, { scimId }: { scimId: string }): Promise<void> {
    const { id, root_role_id } = await getScimGroup(change.tx, scimId);
    if (root_role_id === ROLE_ID.admin) await demandAdministratorsAllowed(change.tx);
    await deleteGroup(change, { groupId: id });
}
