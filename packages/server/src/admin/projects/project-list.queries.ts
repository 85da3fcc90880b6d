import type { AdminActor } from '../../core/actor.ts';
import { ROLE_ID } from '../../core/permissions.ts';
import { imageUrl } from '../../identity/users/user.queries.ts';
import type { Db } from '../../storage/database.ts';
import { inKnownProject } from '../../storage/known-projects.ts';
import { listFavoriteProjects } from '../favorites/favorite.queries.ts';
import { flagConditionsByProject } from '../insights/health.queries.ts';
import { healthOf, technicalDebtOf } from '../insights/health.ts';
import { onboardingStatus } from '../insights/project-flags.queries.ts';
import { countMembersByProject } from '../insights/project-members.queries.ts';
import type { ListedProject, ProjectOwner } from './project.schemas.ts';

/** Projects that came with the instance, or whose owners are gone. */
const NO_OWNERS: ProjectOwner[] = [{ ownerType: 'system' }];
const NO_FLAGS = { total: 0, stale: 0, potentiallyStale: 0 };

/** The projects that the actor may know of, archived or not, by name. */
export async function listProjects(
    db: Db,
    actor: AdminActor,
    { archived = false }: { archived?: boolean },
): Promise<ListedProject[]> {
    const [projects, conditions, members, owners, usage, favorites] = await Promise.all([
        selectProjects(db, actor, archived),
        flagConditionsByProject(db),
        countMembersByProject(db),
        listOwnersByProject(db),
        lastUsageByProject(db),
        listFavoriteProjects(db, actor.userId),
    ]);
    return projects.map((project) => {
        const flags = conditions.get(project.id) ?? NO_FLAGS;
        return {
            id: project.id,
            name: project.name,
            description: project.description,
            mode: project.mode,
            defaultStickiness: project.default_stickiness,
            health: healthOf(flags),
            technicalDebt: technicalDebtOf(flags),
            favorite: favorites.includes(project.id),
            featureCount: flags.total,
            memberCount: members.get(project.id) ?? 0,
            createdAt: project.created_at,
            updatedAt: project.updated_at,
            archivedAt: project.archived_at,
            lastUpdatedAt: project.last_event_at,
            lastReportedFlagUsage: usage.get(project.id) ?? null,
            onboardingStatus: onboardingStatus(project.first_flag, usage.has(project.id)),
            owners: owners.get(project.id) ?? NO_OWNERS,
        };
    });
}

const selectProjects = (db: Db, actor: AdminActor, archived: boolean) =>
    db
        .selectFrom('projects')
        .selectAll()
        .select(({ selectFrom }) => [
            selectFrom('events')
                .select('created_at')
                .whereRef('events.project', '=', 'projects.id')
                .orderBy('events.id', 'desc')
                .limit(1)
                .as('last_event_at'),
            selectFrom('flags')
                .select('flags.name')
                .whereRef('flags.project', '=', 'projects.id')
                .orderBy('flags.created_at')
                .orderBy('flags.name')
                .limit(1)
                .as('first_flag'),
        ])
        .where('archived_at', archived ? 'is not' : 'is', null)
        .where(inKnownProject(actor, 'projects.id'))
        .orderBy('name')
        .orderBy('id')
        .execute();

export async function listOwners(db: Db, project: string): Promise<ProjectOwner[]> {
    return (await listOwnersByProject(db, project)).get(project) ?? NO_OWNERS;
}

async function listOwnersByProject(db: Db, project?: string): Promise<Map<string, ProjectOwner[]>> {
    const [users, groups] = await Promise.all([
        db
            .selectFrom('user_roles')
            .innerJoin('users', 'users.id', 'user_roles.user_id')
            .select(['user_roles.project', 'users.id', 'users.name', 'users.username', 'users.email'])
            .where('user_roles.role_id', '=', ROLE_ID.owner)
            .where('user_roles.project', 'is not', null)
            .$if(project !== undefined, (query) => query.where('user_roles.project', '=', project!))
            .orderBy('users.id')
            .execute(),
        db
            .selectFrom('group_roles')
            .innerJoin('groups', 'groups.id', 'group_roles.group_id')
            .select(['group_roles.project', 'groups.name'])
            .where('group_roles.role_id', '=', ROLE_ID.owner)
            .$if(project !== undefined, (query) => query.where('group_roles.project', '=', project!))
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

async function lastUsageByProject(db: Db): Promise<Map<string, string | null>> {
    const rows = await db
        .selectFrom('flag_environments')
        .innerJoin('flags', 'flags.name', 'flag_environments.flag')
        .select(({ fn }) => ['flags.project', fn.max('last_seen_at').as('last_seen_at')])
        .where('last_seen_at', 'is not', null)
        .groupBy('flags.project')
        .execute();
    return new Map(rows.map((row) => [row.project, row.last_seen_at]));
}
