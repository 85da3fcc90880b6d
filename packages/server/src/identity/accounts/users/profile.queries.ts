import type { Db } from '../../../storage/database.ts';
import { listRoles } from '../roles/role.queries.ts';
import { findRootRole, listHeldRoles } from './grant.queries.ts';
import { findUser } from './user.queries.ts';

/** Returns the projects and groups of a user. */
export async function readProfile(db: Db, userId: number) {
    const [user, ownRole, assigned, roles, groups] = await Promise.all([
        findUser(db, userId),
        findRootRole(db, userId),
        listHeldRoles(db, userId),
        listRoles(db, 'root'),
        db
            .selectFrom('group_users')
            .innerJoin('groups', 'groups.id', 'group_users.group_id')
            .select('groups.name')
            .where('group_users.user_id', '=', userId)
            .orderBy('groups.name')
            .execute(),
    ]);
    const rootRole = roles.find(({ id }) => id === ownRole);
    const projects = assigned.flatMap(({ project }) => (project === null ? [] : [project]));
    return {
        ...(rootRole && { rootRole }),
        projects: [...new Set(projects)].sort(),
        features: [],
        groups: groups.map(({ name }) => name),
        subscriptions: [],
        hasPassword: user?.password_hash != null,
    };
}

/** Returns the roles of a user in a project; without a project, the root roles. */
export async function listRolesOf(db: Db, userId: number, project: string | null) {
    const [assigned, roles] = await Promise.all([listHeldRoles(db, userId), listRoles(db)]);
    const assignedIds = new Set(assigned.filter((role) => role.project === project).map(({ role_id }) => role_id));
    return roles.filter(({ id }) => assignedIds.has(id));
}
