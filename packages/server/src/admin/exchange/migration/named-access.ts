import { type Static, Type } from 'typebox';
import type { Change } from '../../../changes/change.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { Body, Nullable } from '../../../http/route/schemas.ts';
import { createGroup } from '../../../identity/accounts/groups/group.commands.ts';
import { listGroupNames } from '../../../identity/accounts/groups/group.queries.ts';
import { NewGroup } from '../../../identity/accounts/groups/group.schemas.ts';
import { addProjectAccess } from '../../../identity/accounts/project-access/project-access.commands.ts';
import { findRoleByName } from '../../../identity/accounts/roles/role.queries.ts';
import { findUsersByLogins } from '../../../identity/accounts/users/user.queries.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';

// Roles, users and groups that earlier steps create have no ids that a caller could know.
const names = Type.Array(Type.String(), { maxItems: 5_000 });

export const NamedGroup = Body({ ...NewGroup.properties, rootRole: Nullable(Type.String()), users: names });

export const NamedProjectAccess = Body({ projectId: Type.String(), role: Type.String(), users: names, groups: names });

export async function createNamedGroup(change: Change, { rootRole, users, ...group }: Static<typeof NamedGroup>) {
    const ids = await userIds(change.tx, users);
    return createGroup(change, {
        ...group,
        rootRole: rootRole === null ? null : await roleId(change.tx, rootRole),
        users: ids.map((id) => ({ user: { id } })),
    });
}

export async function addNamedProjectAccess(
    change: Change,
    { projectId, role, users, groups }: Static<typeof NamedProjectAccess>,
): Promise<void> {
    const { tx } = change;
    await getProject(tx, projectId);
    const requested = new Set(groups);
    const existing = await listGroupNames(tx);
    await addProjectAccess(change, {
        projectId,
        roles: [await roleId(tx, role)],
        users: await userIds(tx, users),
        groups: existing.filter(({ name }) => requested.has(name)).map(({ id }) => id),
    });
}

/** Unknown users are ignored, as in the import. */
const userIds = async (db: Db, logins: readonly string[]) =>
    logins.length === 0 ? [] : (await findUsersByLogins(db, logins)).map(({ id }) => id);

async function roleId(db: Db, name: string): Promise<number> {
    const role = await findRoleByName(db, name);
    if (!role) throw invalid(`There is no role ${name}. Create it, or change the role in the source.`);
    return role.id;
}
