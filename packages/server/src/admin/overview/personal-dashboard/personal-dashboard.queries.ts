import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { administrators, listHeldRoles } from '../../../identity/accounts/users/grant.queries.ts';
import { listRolesOf } from '../../../identity/accounts/users/profile.queries.ts';
import { toListedUser } from '../../../identity/accounts/users/user.queries.ts';
import type { Db } from '../../../storage/database.ts';
import { newestFirst } from '../../flags/feature-search/feature-search.ts';
import type { FlagIndex } from '../../flags/flag-index/flag-index.ts';
import { findPeople } from '../../flags/flags/flag-people.queries.ts';
import { listLatestEvents } from '../../observations/events/event.queries.ts';
import { countsOf, healthOf, technicalDebtOf } from '../insights/health.ts';
import { figuresOf } from '../insights/project-figures.ts';
import type { ProjectIndex } from '../project-pages/project-index.ts';
import { listProjects } from '../project-pages/project-list.ts';
import type { PersonalDashboard, PersonalDashboardProject } from './personal-dashboard.schemas.ts';

const MAX_FLAGS = 100;
const MAX_EVENTS = 10;

interface Sources {
    db: Db;
    flagIndex: FlagIndex;
    projectIndex: ProjectIndex;
}

/** The user's own projects and flags, and the administrators to contact. */
export async function getPersonalDashboard(
    { db, flagIndex, projectIndex }: Sources,
    actor: AdminActor,
    userId: number,
): Promise<PersonalDashboard> {
    const [projects, assigned, flags, admins] = await Promise.all([
        listProjects({ flagIndex, projectIndex }, actor, {}),
        listHeldRoles(db, userId),
        listOwnFlags(flagIndex, actor, userId),
        administrators(db)
            .select(['id', 'name', 'username', 'email'])
            .where('is_service', '=', false)
            .orderBy('id')
            .execute(),
    ]);
    const joined = new Set(assigned.map(({ project }) => project));
    return {
        projects: projects.filter(({ id, favorite }) => favorite || joined.has(id)),
        flags,
        admins: admins.map(toListedUser),
    };
}

async function listOwnFlags(flagIndex: FlagIndex, actor: AdminActor, userId: number) {
    await flagIndex.whenListed();
    const favorites = flagIndex.favoritesOf(userId);
    return newestFirst(flagIndex)
        .filter(
            (flag) =>
                (flag.summary.stored.created_by_user_id === userId || favorites.has(flag)) &&
                mayKnowOf(actor, flag.project),
        )
        .slice(0, MAX_FLAGS)
        .map(({ name, project, summary }) => ({ name, project, type: summary.stored.type }));
}

/** Returns the state of one project and the roles of the user in it. */
export async function getPersonalDashboardProject(
    { db, flagIndex, projectIndex }: Sources,
    project: string,
    userId: number,
): Promise<PersonalDashboardProject> {
    const [{ owners }, roles, events] = await Promise.all([
        projectIndex.get(project),
        listRolesOf(db, userId, project),
        listLatestEvents(db, project, MAX_EVENTS),
        flagIndex.whenListed(),
    ]);
    const { conditions, onboardingStatus } = figuresOf(flagIndex.of(project));
    const people = await findPeople(
        db,
        events.map(({ createdByUserId }) => createdByUserId),
    );
    const { activeCount, staleCount, potentiallyStaleCount } = countsOf(conditions);
    return {
        owners,
        roles,
        latestEvents: events.map(({ id, summary, createdBy, createdByUserId, createdAt }) => ({
            id,
            summary,
            createdBy,
            createdByImageUrl: people.get(createdByUserId)?.imageUrl ?? '',
            createdAt,
        })),
        onboardingStatus,
        insights: {
            health: healthOf(conditions),
            technicalDebt: technicalDebtOf(conditions),
            totalFlags: conditions.total,
            activeFlags: activeCount,
            staleFlags: staleCount,
            potentiallyStaleFlags: potentiallyStaleCount,
        },
    };
}
