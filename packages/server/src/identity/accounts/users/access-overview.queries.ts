import type { Db } from '../../../storage/database.ts';
import { readUsers } from './user.queries.ts';

/** Reads the projects that each user has access to, and the source of the access, in batches of users, for access reviews. */
export async function* readAccessOverview(db: Db) {
    const [roles, groups, groupRoles, ownRoles, memberships] = await Promise.all([
        db.selectFrom('roles').select(['id', 'name']).execute(),
        db.selectFrom('groups').select(['id', 'name']).orderBy('name').execute(),
        db.selectFrom('group_roles').select(['group_id', 'project']).distinct().execute(),
        db
            .selectFrom('user_roles')
            .select(['user_id', 'project'])
            .distinct()
            .where('project', 'is not', null)
            .orderBy('project')
            .execute(),
        db.selectFrom('group_users').select(['user_id', 'group_id']).execute(),
    ]);
    const roleNames = new Map(roles.map(({ id, name }) => [id, name]));
    const projectsOf = Map.groupBy(groupRoles, ({ group_id }) => group_id);
    const groupsById = new Map(
        groups.map(({ id, name }, position) => [
            id,
            { name, position, projects: (projectsOf.get(id) ?? []).map(({ project }) => project) },
        ]),
    );
    const rolesOf = Map.groupBy(ownRoles, ({ user_id }) => user_id);
    const membershipsOf = Map.groupBy(memberships, ({ user_id }) => user_id);
    yield* readUsers(db, (user) => {
        const groups = (membershipsOf.get(user.id) ?? [])
            .flatMap(({ group_id }) => groupsById.get(group_id) ?? [])
            .sort((a, b) => a.position - b.position);
        return {
            userId: user.id,
            userName: user.name ?? user.username,
            userEmail: user.email,
            rootRole: roleNames.get(user.root_role ?? 0) ?? null,
            createdAt: user.created_at,
            lastSeen: user.seen_at,
            accessibleProjects: unique((rolesOf.get(user.id) ?? []).map(({ project }) => project)),
            groups: unique(groups.map(({ name }) => name)),
            groupProjects: unique(groups.flatMap(({ projects }) => projects)).sort(),
        };
    });
}

const unique = (names: readonly (string | null)[]) => [...new Set(names.filter((name) => name !== null))];
