import { getProject } from '../../admin/projects/project.queries.ts';
import type { Change } from '../../changes/write.ts';
import { may } from '../../core/actor.ts';
import { invalid, notAllowed, notFound, projectWithoutOwner } from '../../core/errors.ts';
import { ROLE_ID } from '../../core/permissions.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import { getGroupRow } from '../groups/group.queries.ts';
import { listRoles } from '../roles/role.queries.ts';
import { listHeldRoles } from '../users/grant.queries.ts';
import { findUser } from '../users/user.queries.ts';
import { type Holding, listHoldings } from './project-access.queries.ts';
import type { NewProjectAccess, ProjectAccessUpdate } from './project-access.schemas.ts';

type Wanted = Omit<Holding, 'addedAt'>;

/** In one request: they are checked and written in one go. */
const MAX_GIVEN = 10_000;

/** Gives every user and group every role, in addition to what they have. */
export async function addProjectAccess(
    change: Change,
    { projectId, roles, users, groups }: NewProjectAccess & { projectId: string },
): Promise<void> {
    const before = await holdingsOf(change, projectId);
    const wanted = wantedFrom([...new Set(roles)].map((id) => ({ id, users, groups })));
    const { added } = await saveHoldings(change, projectId, before, [...before, ...wanted]);
    if (added.length === 0) return;
    change.record({ type: 'project-access-added', project: projectId, data: inEvent(added) });
}

/** Every user and group with every role of theirs. */
function wantedFrom(roles: ProjectAccessUpdate['roles']): Wanted[] {
    const count = roles.reduce((sum, { users = [], groups = [] }) => sum + users.length + groups.length, 0);
    if (count > MAX_GIVEN) {
        throw invalid(
            `${count} roles of users and groups are more than ${MAX_GIVEN}. Use groups, or several requests.`,
        );
    }
    return roles.flatMap(({ id: roleId, users = [], groups = [] }) => [
        ...users.map((id): Wanted => ({ holder: 'user', id, roleId })),
        ...groups.map((id): Wanted => ({ holder: 'group', id, roleId })),
    ]);
}

/** Makes these the only ones who have a role in the project. */
export async function setProjectAccess(
    change: Change,
    { projectId, roles }: ProjectAccessUpdate & { projectId: string },
): Promise<void> {
    const before = await holdingsOf(change, projectId);
    const { after } = await saveHoldings(change, projectId, before, wantedFrom(roles));
    change.record({
        type: 'project-access-updated',
        project: projectId,
        preData: inEvent(before),
        data: inEvent(after),
    });
}

/** Makes these the only roles of one user or group in the project; none takes their access away. */
export async function setRolesInProject(
    change: Change,
    { projectId, holder, id, roles }: Pick<Holding, 'holder' | 'id'> & { projectId: string; roles: number[] },
): Promise<void> {
    const { tx, record } = change;
    const before = await holdingsOf(change, projectId);
    const isTheirs = (holding: Wanted) => holding.holder === holder && holding.id === id;
    await demandHolder(tx, holder, id);
    if (roles.length === 0 && !before.some(isTheirs)) throw notFound(`role of ${holder} ${id} in project ${projectId}`);
    const others = before.filter((holding) => !isTheirs(holding));
    const { after } = await saveHoldings(change, projectId, before, [
        ...others,
        ...roles.map((roleId): Wanted => ({ holder, id, roleId })),
    ]);
    const state = (holdings: readonly Wanted[]) => ({
        [`${holder}Id`]: id,
        roles: holdings.filter(isTheirs).map(({ roleId }) => roleId),
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

async function holdingsOf({ tx }: Change, projectId: string): Promise<Holding[]> {
    await getProject(tx, projectId);
    return listHoldings(tx, projectId);
}

const keyOf = ({ holder, id, roleId }: Wanted) => `${holder} ${id} ${roleId}`;

/** Makes the rows say what is wanted, if the actor may do that and the project keeps an owner. */
async function saveHoldings(
    change: Change,
    project: string,
    before: readonly Wanted[],
    wanted: readonly Wanted[],
): Promise<{ added: Wanted[]; after: Wanted[] }> {
    const beforeKeys = new Set(before.map(keyOf));
    const after = [...new Map(wanted.map((holding) => [keyOf(holding), holding])).values()].sort(byHolder);
    const afterKeys = new Set(after.map(keyOf));
    const added = after.filter((holding) => !beforeKeys.has(keyOf(holding)));
    const removed = before.filter((holding) => !afterKeys.has(keyOf(holding)));
    await demandExistence(change.tx, added);
    await demandRightToGive(change, project, [...added, ...removed]);
    const isOwner = ({ roleId }: Wanted) => roleId === ROLE_ID.owner;
    if (before.some(isOwner) && !after.some(isOwner)) throw projectWithoutOwner(project);
    await apply(change, project, added, removed);
    return { added, after };
}

const byHolder = (a: Wanted, b: Wanted) =>
    a.holder === b.holder ? a.id - b.id || a.roleId - b.roleId : a.holder === 'user' ? -1 : 1;

async function apply(
    { tx, now }: Change,
    project: string,
    added: readonly Wanted[],
    removed: readonly Wanted[],
): Promise<void> {
    for (const { holder, id, roleId } of removed) {
        const query =
            holder === 'user'
                ? tx.deleteFrom('user_roles').where('user_id', '=', id)
                : tx.deleteFrom('group_roles').where('group_id', '=', id);
        await query.where('role_id', '=', roleId).where('project', '=', project).execute();
    }
    const rows = (holder: Holding['holder']) => added.filter((holding) => holding.holder === holder);
    for (const chunk of chunked(rows('user'))) {
        const values = chunk.map(({ id, roleId }) => ({ user_id: id, role_id: roleId, project, created_at: now }));
        await tx.insertInto('user_roles').values(values).execute();
    }
    for (const chunk of chunked(rows('group'))) {
        const values = chunk.map(({ id, roleId }) => ({ group_id: id, role_id: roleId, project, created_at: now }));
        await tx.insertInto('group_roles').values(values).execute();
    }
}

/** Nobody gives or takes more than they have themselves, except administrators and owners of the project. */
async function demandRightToGive({ tx, actor }: Change, project: string, changed: readonly Wanted[]): Promise<void> {
    if (may(actor, 'ADMIN') || changed.length === 0) return;
    const held = actor.userId === undefined ? [] : await listHeldRoles(tx, actor.userId);
    const own = new Set(held.filter((role) => role.project === project).map(({ role_id }) => role_id));
    if (own.has(ROLE_ID.owner) || changed.every(({ roleId }) => own.has(roleId))) return;
    throw notAllowed('You may only give and take roles that you have yourself. Ask an owner of the project.');
}

async function demandHolder(db: Db, holder: Holding['holder'], id: number): Promise<void> {
    if (holder === 'group') await getGroupRow(db, id);
    else if (!(await findUser(db, id))) throw notFound(`user ${id}`);
}

async function demandExistence(db: Db, added: readonly Wanted[]): Promise<void> {
    const roles = new Set((await listRoles(db, 'project')).map(({ id }) => id));
    const wrongRole = added.find(({ roleId }) => !roles.has(roleId));
    if (wrongRole) throw invalid(`There is no project role ${wrongRole.roleId}.`, '/body/roles');
    const idsOf = (holder: Holding['holder']) => [
        ...new Set(added.filter((holding) => holding.holder === holder).map(({ id }) => id)),
    ];
    for (const ids of chunked(idsOf('user'))) {
        const known = await db
            .selectFrom('users')
            .select('id')
            .where('id', 'in', ids)
            .where('deleted_at', 'is', null)
            .execute();
        demandAll('user', ids, known);
    }
    for (const ids of chunked(idsOf('group'))) {
        demandAll('group', ids, await db.selectFrom('groups').select('id').where('id', 'in', ids).execute());
    }
}

function demandAll(what: string, ids: readonly number[], known: readonly { id: number }[]): void {
    const found = new Set(known.map(({ id }) => id));
    const missing = ids.find((id) => !found.has(id));
    if (missing !== undefined) throw invalid(`There is no ${what} ${missing}.`, `/body/${what}s`);
}

function inEvent(holdings: readonly Wanted[]) {
    const byRole = Map.groupBy(holdings, ({ roleId }) => roleId);
    const ids = (of: readonly Wanted[], holder: Holding['holder']) =>
        of.filter((holding) => holding.holder === holder).map(({ id }) => id);
    return {
        roles: [...byRole]
            .sort(([a], [b]) => a - b)
            .map(([roleId, of]) => ({ roleId, groupIds: ids(of, 'group'), userIds: ids(of, 'user') })),
    };
}
