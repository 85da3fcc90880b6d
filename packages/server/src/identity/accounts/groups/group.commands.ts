import type { Change } from '../../../changes/change.ts';
import { invalid, nameExists } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { rootRoleId } from '../roles/role.queries.ts';
import { requireAdministrator } from '../users/user.commands.ts';
import { type GroupRow, getGroup, getGroupRow } from './group.queries.ts';
import type { Group, GroupUpdate, NewGroup } from './group.schemas.ts';

export async function createGroup(change: Change, input: NewGroup): Promise<Group> {
    const { tx, record, actor, now } = change;
    const { id } = await tx
        .insertInto('groups')
        .values({ ...(await valuesOf(tx, input)), created_by: actor.name, created_at: now, scim_id: null })
        .returning('id')
        .executeTakeFirstOrThrow();
    await setMembers(change, id, memberIds(input) ?? []);
    const group = await getGroup(tx, id);
    record({ type: 'group-created', data: groupInEvent(group) });
    return group;
}

export async function updateGroup(
    change: Change,
    { groupId, ...input }: GroupUpdate & { groupId: number },
): Promise<Group> {
    const { tx, record } = change;
    const row = await getGroupRow(tx, groupId);
    const before = await getGroup(tx, groupId);
    refuseManaged(row, input, before);
    await tx
        .updateTable('groups')
        .set(await valuesOf(tx, input, groupId))
        .where('id', '=', groupId)
        .execute();
    const members = memberIds(input);
    if (members) await setMembers(change, groupId, members);
    await requireAdministrator(tx);
    const after = await getGroup(tx, groupId);
    record({ type: 'group-updated', preData: groupInEvent(before), data: groupInEvent(after) });
    return after;
}

export async function deleteGroup({ tx, record }: Change, { groupId }: { groupId: number }): Promise<void> {
    const group = await getGroup(tx, groupId);
    await tx.deleteFrom('groups').where('id', '=', groupId).execute();
    await requireAdministrator(tx);
    record({ type: 'group-deleted', preData: groupInEvent(group) });
}

/**
 * Adds a user to the groups that are mapped to groups of the identity provider, and removes the user from other mapped groups. Groups
 * without a mapping, and groups of a directory, stay unchanged.
 */
export async function followProviderGroups(
    change: Change,
    { userId, names }: { userId: number; names: readonly string[] },
): Promise<void> {
    const { tx, record } = change;
    const providerGroups = new Set(names);
    const rows = await tx
        .selectFrom('groups')
        .leftJoin('group_users', (join) =>
            join.onRef('group_users.group_id', '=', 'groups.id').on('group_users.user_id', '=', userId),
        )
        .select(['groups.id', 'groups.mappings_sso', 'group_users.user_id'])
        .where('groups.scim_id', 'is', null)
        .orderBy('groups.id')
        .execute();
    for (const { id, mappings_sso, user_id } of rows) {
        const belongs = mappings_sso.some((name) => providerGroups.has(name));
        if (mappings_sso.length === 0 || belongs === (user_id !== null)) continue;
        const before = await getGroup(tx, id);
        const others = before.users.map(({ user }) => user.id).filter((member) => member !== userId);
        await setMembers(change, id, belongs ? [...others, userId] : others);
        record({ type: 'group-updated', preData: groupInEvent(before), data: groupInEvent(await getGroup(tx, id)) });
    }
    await requireAdministrator(tx);
}

/** Returns the row for the input; missing members become empty. */
async function valuesOf(db: Db, input: GroupUpdate, exceptId?: number) {
    const name = input.name.trim();
    const other = await db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
    if (other && other.id !== exceptId) throw nameExists(`Group ${name}`);
    return {
        name,
        description: input.description ?? null,
        root_role_id: input.rootRole == null ? null : await rootRoleId(db, input.rootRole),
        mappings_sso: JSON.stringify([...new Set(input.mappingsSSO ?? [])]),
    };
}

const memberIds = ({ users }: GroupUpdate) => users && [...new Set(users.map(({ user }) => user.id))];

/** Sets the members; existing members keep the date they joined. */
export async function setMembers({ tx, actor, now }: Change, groupId: number, ids: readonly number[]): Promise<void> {
    for (const chunk of chunked(ids)) {
        const known = await tx
            .selectFrom('users')
            .select('id')
            .where('id', 'in', chunk)
            .where('deleted_at', 'is', null)
            .where('is_service', '=', false)
            .execute();
        const missing = chunk.find((id) => !known.some((user) => user.id === id));
        if (missing !== undefined) throw invalid(`There is no user ${missing}.`, '/body/users');
    }
    const rows = await tx.selectFrom('group_users').select('user_id').where('group_id', '=', groupId).execute();
    const present = new Set(rows.map(({ user_id }) => user_id));
    const members = new Set(ids);
    for (const chunk of chunked([...present].filter((id) => !members.has(id)))) {
        await tx.deleteFrom('group_users').where('group_id', '=', groupId).where('user_id', 'in', chunk).execute();
    }
    for (const chunk of chunked(ids.filter((id) => !present.has(id)))) {
        const added = chunk.map((id) => ({
            group_id: groupId,
            user_id: id,
            created_by: actor.name,
            joined_at: now,
        }));
        await tx.insertInto('group_users').values(added).execute();
    }
}

/** Rejects changes of the name and members of a group that a directory manages. */
function refuseManaged({ scim_id }: GroupRow, input: GroupUpdate, before: Group): void {
    if (scim_id === null) return;
    const members = memberIds(input);
    const sameMembers =
        members === undefined ||
        (members.length === before.users.length && before.users.every(({ user }) => members.includes(user.id)));
    if (input.name.trim() !== before.name || !sameMembers) {
        throw invalid('This group is managed by a directory (SCIM). Change its name and members there.');
    }
}

export const groupInEvent = ({ id, name, description, mappingsSSO, rootRole, users }: Group) => ({
    id,
    name,
    description,
    mappingsSSO,
    rootRole,
    users: users.map(({ user }) => user.id),
});
