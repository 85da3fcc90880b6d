import { ROLE_ID } from '../../../core/access/permissions.ts';
import { imageUrl } from '../../../identity/accounts/users/user.queries.ts';
import type { Db } from '../../../storage/database.ts';
import type { StoredDefaultStrategy } from '../../../storage/tables/strategies.ts';
import type { ProjectRow } from '../../catalogue/projects/project.queries.ts';
import type { ProjectOwner } from '../../catalogue/projects/project.schemas.ts';
import { countMembersByProject } from '../insights/project-members.queries.ts';

/** Project data in lists and overviews, in addition to flags. */
export interface ProjectFacts {
    row: ProjectRow;
    /** In display order. */
    environments: {
        environment: string;
        default_strategy: StoredDefaultStrategy | null;
        /** The number of required approvals; null if changes need none. */
        required_approvals: number | null;
    }[];
    members: number;
    owners: ProjectOwner[];
    /** The users whose favourite it is. */
    favoriteOf: number[];
    lastEventAt: string | null;
}

/** For projects that came with the instance or whose owners were deleted. */
const NO_OWNERS: ProjectOwner[] = [{ ownerType: 'system' }];

/** Reads all projects, including archived ones, by name. */
export async function readProjectFacts(db: Db): Promise<ProjectFacts[]> {
    const [projects, environments, members, owners, favorites] = await Promise.all([
        selectProjects(db),
        db
            .selectFrom('project_environments')
            .innerJoin('environments', 'environments.name', 'project_environments.environment')
            .leftJoin('change_request_settings', (join) =>
                join
                    .onRef('change_request_settings.project', '=', 'project_environments.project')
                    .onRef('change_request_settings.environment', '=', 'project_environments.environment'),
            )
            .select([
                'project_environments.project',
                'project_environments.environment',
                'default_strategy',
                'change_request_settings.required_approvals',
            ])
            .orderBy('environments.sort_order')
            .orderBy('project_environments.environment')
            .execute(),
        countMembersByProject(db),
        listOwnersByProject(db),
        db.selectFrom('favorite_projects').selectAll().orderBy('user_id').execute(),
    ]);
    const environmentsOf = Map.groupBy(environments, ({ project }) => project);
    const favoritesOf = Map.groupBy(favorites, ({ project }) => project);
    return projects.map(({ last_event_at, ...row }) => ({
        row,
        environments: (environmentsOf.get(row.id) ?? []).map(({ project, ...rest }) => rest),
        members: members.get(row.id) ?? 0,
        owners: owners.get(row.id) ?? NO_OWNERS,
        favoriteOf: (favoritesOf.get(row.id) ?? []).map(({ user_id }) => user_id),
        lastEventAt: last_event_at,
    }));
}

const selectProjects = (db: Db) =>
    db
        .selectFrom('projects')
        .selectAll()
        .select(({ selectFrom }) =>
            selectFrom('events')
                .select('created_at')
                .whereRef('events.project', '=', 'projects.id')
                .orderBy('events.id', 'desc')
                .limit(1)
                .as('last_event_at'),
        )
        .orderBy('name')
        .orderBy('id')
        .execute();

async function listOwnersByProject(db: Db): Promise<Map<string, ProjectOwner[]>> {
    const [users, groups] = await Promise.all([
        db
            .selectFrom('user_roles')
            .innerJoin('users', 'users.id', 'user_roles.user_id')
            .select(['user_roles.project', 'users.id', 'users.name', 'users.username', 'users.email'])
            .where('user_roles.role_id', '=', ROLE_ID.owner)
            .where('user_roles.project', 'is not', null)
            .orderBy('users.id')
            .execute(),
        db
            .selectFrom('group_roles')
            .innerJoin('groups', 'groups.id', 'group_roles.group_id')
            .select(['group_roles.project', 'groups.name'])
            .where('group_roles.role_id', '=', ROLE_ID.owner)
            .orderBy('groups.id')
            .execute(),
    ]);
    const owners = [
        ...users.map(({ project, ...user }) => ({
            project,
            owner: {
                ownerType: 'user',
                name: user.name ?? user.username ?? user.email ?? `user ${user.id}`,
                email: user.email,
                imageUrl: imageUrl(user),
            },
        })),
        ...groups.map(({ project, name }) => ({ project, owner: { ownerType: 'group', name } })),
    ];
    const byProject = Map.groupBy(owners, ({ project }) => project ?? '');
    return new Map([...byProject].map(([project, list]) => [project, list.map(({ owner }) => owner)]));
}
