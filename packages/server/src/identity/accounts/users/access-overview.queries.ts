import { mapYielding } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';

/** Returns the projects that each user has access to, and the source of the access, for access reviews. */
export async function readAccessOverview(db: Db) {
    const [users, ownRoles, groupRoles, memberships] = await Promise.all([
        db
            .selectFrom('users')
            .leftJoin('user_roles', (join) =>
                join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.project', 'is', null),
            )
            .leftJoin('roles', 'roles.id', 'user_roles.role_id')
            .select([
                'users.id',
                'users.name',
                'users.username',
                'users.email',
                'users.created_at',
                'users.seen_at',
                'roles.name as root_role',
            ])
            .where('users.deleted_at', 'is', null)
            .where('users.is_service', '=', false)
            .orderBy('users.id')
            .execute(),
        db
            .selectFrom('user_roles')
            .select(['user_id', 'project'])
            .distinct()
            .where('project', 'is not', null)
            .orderBy('project')
            .execute(),
        db.selectFrom('group_roles').select(['group_id', 'project']).distinct().execute(),
        db
            .selectFrom('group_users')
            .innerJoin('groups', 'groups.id', 'group_users.group_id')
            .select(['group_users.user_id', 'groups.id', 'groups.name'])
            .orderBy('groups.name')
            .execute(),
    ]);
    const rolesOf = Map.groupBy(ownRoles, ({ user_id }) => user_id);
    const projectsOf = Map.groupBy(groupRoles, ({ group_id }) => group_id);
    const groupsOf = Map.groupBy(memberships, ({ user_id }) => user_id);
    return mapYielding(users, (user) => {
        const groups = groupsOf.get(user.id) ?? [];
        return {
            userId: user.id,
            userName: user.name ?? user.username,
            userEmail: user.email,
            rootRole: user.root_role,
            createdAt: user.created_at,
            lastSeen: user.seen_at,
            accessibleProjects: unique((rolesOf.get(user.id) ?? []).map(({ project }) => project)),
            groups: unique(groups.map(({ name }) => name)),
            groupProjects: unique(
                groups.flatMap(({ id }) => projectsOf.get(id) ?? []).map(({ project }) => project),
            ).sort(),
        };
    });
}

const unique = (names: readonly (string | null)[]) => [...new Set(names.filter((name) => name !== null))];
