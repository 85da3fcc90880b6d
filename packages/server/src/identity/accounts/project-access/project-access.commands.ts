import type { Change } from '../../../changes/change.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { invalid, notFound, projectWithoutOwner } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { getGroupRow } from '../groups/group.queries.ts';
import { listRoles } from '../roles/role.queries.ts';
import { findUser } from '../users/user.queries.ts';
import { mayGive } from './project-access.access.ts';
import { listProjectRoleAssignments, type ProjectRoleAssignment } from './project-access.queries.ts';
import type { NewProjectAccess, ProjectAccessUpdate } from './project-access.schemas.ts';
import {
    addAssignments,
    assignmentChanges,
    isAssignedTo,
    type RoleAssignment,
    type RolesInProject,
    replaceAssignments,
    setRolesOfHolder,
} from './role-assignments.ts';

/** Assigns every role to every user and group in addition to existing roles. */
export const addProjectAccess = withPermissionCheck(mayGive(addAssignments), addAccess);

async function addAccess(change: Change, input: NewProjectAccess & { projectId: string }): Promise<void> {
    const { projectId } = input;
    const before = await listProjectRoleAssignments(change.tx, projectId);
    const { added } = await saveHoldings(change, projectId, before, addAssignments(before, input));
    if (added.length === 0) return;
    change.record({ type: 'project-access-added', project: projectId, data: toEventData(added) });
}

/** Replaces all role assignments of the project. */
export const setProjectAccess = withPermissionCheck(mayGive(replaceAssignments), replaceAccess);

async function replaceAccess(change: Change, input: ProjectAccessUpdate & { projectId: string }): Promise<void> {
    const { projectId } = input;
    const before = await listProjectRoleAssignments(change.tx, projectId);
    const { after } = await saveHoldings(change, projectId, before, replaceAssignments(before, input));
    change.record({
        type: 'project-access-updated',
        project: projectId,
        preData: toEventData(before),
        data: toEventData(after),
    });
}

/** Replaces the roles of one user or group in the project; an empty list removes their access. */
export const setRolesInProject = withPermissionCheck(mayGive(setRolesOfHolder), replaceRoles);

async function replaceRoles(change: Change, input: RolesInProject & { projectId: string }): Promise<void> {
    const { tx, record } = change;
    const { projectId, holder, id, roles } = input;
    const before = await listProjectRoleAssignments(tx, projectId);
    const isOfHolder = isAssignedTo(input);
    await demandHolder(tx, holder, id);
    if (roles.length === 0 && !before.some(isOfHolder))
        throw notFound(`role of ${holder} ${id} in project ${projectId}`);
    const { after } = await saveHoldings(change, projectId, before, setRolesOfHolder(before, input));
    const state = (holdings: readonly RoleAssignment[]) => ({
        [`${holder}Id`]: id,
        roles: holdings.filter(isOfHolder).map(({ roleId }) => roleId),
    });
    const [updated, deleted] = (
        {
            user: ['project-access-user-roles-updated', 'project-access-user-roles-deleted'],
            group: ['project-access-group-roles-updated', 'project-access-group-roles-deleted'],
        } as const
    )[holder];
    if (roles.length === 0) record({ type: deleted, project: projectId, preData: state(before) });
    else record({ type: updated, project: projectId, preData: state(before), data: state(after) });
}

/** Updates the rows to the requested assignments, provided that the project keeps an owner. */
async function saveHoldings(
    change: Change,
    project: string,
    before: readonly RoleAssignment[],
    requested: readonly RoleAssignment[],
): Promise<{ added: RoleAssignment[]; after: RoleAssignment[] }> {
    const { added, removed, after } = assignmentChanges(before, requested);
    await demandExistence(change.tx, added);
    const isOwner = ({ roleId }: RoleAssignment) => roleId === ROLE_ID.owner;
    if (before.some(isOwner) && !after.some(isOwner)) throw projectWithoutOwner(project);
    await apply(change, project, added, removed);
    return { added, after };
}

async function apply(
    { tx, now }: Change,
    project: string,
    added: readonly RoleAssignment[],
    removed: readonly RoleAssignment[],
): Promise<void> {
    for (const { holder, id, roleId } of removed) {
        const query =
            holder === 'user'
                ? tx.deleteFrom('user_roles').where('user_id', '=', id)
                : tx.deleteFrom('group_roles').where('group_id', '=', id);
        await query.where('role_id', '=', roleId).where('project', '=', project).execute();
    }
    const rows = (holder: ProjectRoleAssignment['holder']) => added.filter((holding) => holding.holder === holder);
    for (const chunk of chunked(rows('user'))) {
        const values = chunk.map(({ id, roleId }) => ({ user_id: id, role_id: roleId, project, created_at: now }));
        await tx.insertInto('user_roles').values(values).execute();
    }
    for (const chunk of chunked(rows('group'))) {
        const values = chunk.map(({ id, roleId }) => ({ group_id: id, role_id: roleId, project, created_at: now }));
        await tx.insertInto('group_roles').values(values).execute();
    }
}

async function demandHolder(db: Db, holder: ProjectRoleAssignment['holder'], id: number): Promise<void> {
    if (holder === 'group') await getGroupRow(db, id);
    else if (!(await findUser(db, id))) throw notFound(`user ${id}`);
}

async function demandExistence(db: Db, added: readonly RoleAssignment[]): Promise<void> {
    const roles = new Set((await listRoles(db, 'project')).map(({ id }) => id));
    const wrongRole = added.find(({ roleId }) => !roles.has(roleId));
    if (wrongRole) throw invalid(`There is no project role ${wrongRole.roleId}.`, '/body/roles');
    const idsOf = (holder: ProjectRoleAssignment['holder']) => [
        ...new Set(added.filter((holding) => holding.holder === holder).map(({ id }) => id)),
    ];
    for (const ids of chunked(idsOf('user'))) {
        const known = await db
            .selectFrom('users')
            .select('id')
            .where('id', 'in', ids)
            .where('deleted_at', 'is', null)
            .execute();
        requireAll('user', ids, known);
    }
    for (const ids of chunked(idsOf('group'))) {
        requireAll('group', ids, await db.selectFrom('groups').select('id').where('id', 'in', ids).execute());
    }
}

function requireAll(kind: string, ids: readonly number[], known: readonly { id: number }[]): void {
    const existing = new Set(known.map(({ id }) => id));
    const missing = ids.find((id) => !existing.has(id));
    if (missing !== undefined) throw invalid(`There is no ${kind} ${missing}.`, `/body/${kind}s`);
}

function toEventData(holdings: readonly RoleAssignment[]) {
    const byRole = Map.groupBy(holdings, ({ roleId }) => roleId);
    const ids = (of: readonly RoleAssignment[], holder: ProjectRoleAssignment['holder']) =>
        of.filter((holding) => holding.holder === holder).map(({ id }) => id);
    return {
        roles: [...byRole]
            .sort(([a], [b]) => a - b)
            .map(([roleId, of]) => ({ roleId, groupIds: ids(of, 'group'), userIds: ids(of, 'user') })),
    };
}
