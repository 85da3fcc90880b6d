import { getProject } from '../../../admin/catalogue/projects/project.queries.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { listGroups } from '../groups/group.queries.ts';
import { listRoles } from '../roles/role.queries.ts';
import { imageUrl } from '../users/user.queries.ts';
import type { ProjectAccess } from './project-access.schemas.ts';

export interface ProjectRoleAssignment {
    holder: 'user' | 'group';
    id: number;
    roleId: number;
    addedAt: string;
}

async function listHoldings(db: Db, project: string): Promise<ProjectRoleAssignment[]> {
    const users = await db
        .selectFrom('user_roles')
        .select(['user_id as id', 'role_id as roleId', 'created_at as addedAt'])
        .where('project', '=', project)
        .orderBy('user_id')
        .orderBy('role_id')
        .execute();
    const groups = await db
        .selectFrom('group_roles')
        .select(['group_id as id', 'role_id as roleId', 'created_at as addedAt'])
        .where('project', '=', project)
        .orderBy('group_id')
        .orderBy('role_id')
        .execute();
    return [
        ...users.map((row) => ({ ...row, holder: 'user' as const })),
        ...groups.map((row) => ({ ...row, holder: 'group' as const })),
    ];
}

export async function listProjectRoleAssignments(db: Db, project: string): Promise<ProjectRoleAssignment[]> {
    await getProject(db, project);
    return listHoldings(db, project);
}

/** Returns everyone with a role in the project, each once with all of their roles. */
export async function readProjectAccess(db: Db, actor: AdminActor, project: string): Promise<ProjectAccess> {
    const [holdings, users, groups, roles] = await Promise.all([
        listHoldings(db, project),
        db
            .selectFrom('users')
            .select(['id', 'name', 'username', 'email'])
            .where('id', 'in', (eb) =>
                eb.selectFrom('user_roles').select('user_roles.user_id').where('project', '=', project),
            )
            .orderBy('id')
            .execute(),
        listGroups(db, { project }),
        listRoles(db, 'project'),
    ]);
    const heldBy = Map.groupBy(holdings, ({ holder, id }) => `${holder} ${id}`);
    const assignmentsOf = (holder: ProjectRoleAssignment['holder'], id: number) => {
        // Both lists contain only users and groups with a role.
        const own = heldBy.get(`${holder} ${id}`) ?? [];
        return {
            addedAt: own.map(({ addedAt }) => addedAt).sort()[0] ?? '',
            roleId: own[0]?.roleId ?? 0,
            roles: own.map(({ roleId }) => roleId),
        };
    };
    return {
        groups: groups.map((group) => ({
            ...group,
            projects: group.projects.filter((id) => mayKnowOf(actor, id)),
            ...assignmentsOf('group', group.id),
        })),
        users: users.map((user) => ({
            id: user.id,
            isAPI: false,
            ...(user.name !== null && { name: user.name }),
            ...(user.username !== null && { username: user.username }),
            email: user.email,
            imageUrl: imageUrl(user),
            ...assignmentsOf('user', user.id),
        })),
        roles,
    };
}

/** Returns the number of users and groups with the role for each project. */
export async function countHolders(db: Db, roleId: number) {
    const [users, groups] = await Promise.all([
        db
            .selectFrom('user_roles')
            .innerJoin('users', 'users.id', 'user_roles.user_id')
            .select(({ fn }) => ['user_roles.project', 'users.is_service', fn.countAll<number>().as('count')])
            .where('user_roles.role_id', '=', roleId)
            .where('user_roles.project', 'is not', null)
            .groupBy(['user_roles.project', 'users.is_service'])
            .execute(),
        db
            .selectFrom('group_roles')
            .select(({ fn }) => ['project', fn.countAll<number>().as('count')])
            .where('role_id', '=', roleId)
            .groupBy('project')
            .execute(),
    ]);
    const projects = [...new Set([...users, ...groups].map(({ project }) => project ?? ''))].sort();
    const count = (rows: { project: string | null; count: number }[], project: string) =>
        rows.find((row) => row.project === project)?.count ?? 0;
    return projects.map((project) => ({
        project,
        role: roleId,
        userCount: count(
            users.filter(({ is_service }) => !is_service),
            project,
        ),
        groupCount: count(groups, project),
        serviceAccountCount: count(
            users.filter(({ is_service }) => is_service),
            project,
        ),
    }));
}
