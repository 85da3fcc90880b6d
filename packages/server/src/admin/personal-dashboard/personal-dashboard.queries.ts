import type { AdminActor } from '../../core/actor.ts';
import { administrators, listHeldRoles } from '../../identity/users/grant.queries.ts';
import { listRolesOf } from '../../identity/users/profile.queries.ts';
import { toListedUser } from '../../identity/users/user.queries.ts';
import type { Db } from '../../storage/database.ts';
import { inKnownProject } from '../../storage/known-projects.ts';
import { listLatestEvents } from '../events/event.queries.ts';
import { isFavorite } from '../feature-search/feature-search-filters.ts';
import { peopleBy } from '../flags/flag-people.queries.ts';
import { flagConditions } from '../insights/health.queries.ts';
import { countsOf, healthOf, technicalDebtOf } from '../insights/health.ts';
import { findOnboardingStatus } from '../insights/project-flags.queries.ts';
import { listOwners, listProjects } from '../projects/project-list.queries.ts';
import type { PersonalDashboard, PersonalDashboardProject } from './personal-dashboard.schemas.ts';

const MAX_FLAGS = 100;
const MAX_EVENTS = 10;

/** What is the user's own, and whom to ask for more. */
export async function getPersonalDashboard(db: Db, actor: AdminActor, userId: number): Promise<PersonalDashboard> {
    const [projects, held, flags, admins] = await Promise.all([
        listProjects(db, actor, {}),
        listHeldRoles(db, userId),
        listOwnFlags(db, actor, userId),
        administrators(db)
            .select(['id', 'name', 'username', 'email'])
            .where('is_service', '=', false)
            .orderBy('id')
            .execute(),
    ]);
    const joined = new Set(held.map(({ project }) => project));
    return {
        projects: projects.filter(({ id, favorite }) => favorite || joined.has(id)),
        flags,
        admins: admins.map(toListedUser),
    };
}

const listOwnFlags = (db: Db, actor: AdminActor, userId: number) =>
    db
        .selectFrom('flags')
        .select(['name', 'project', 'type'])
        .where('archived_at', 'is', null)
        .where(inKnownProject(actor, 'flags.project'))
        .where((row) => row.or([row('created_by_user_id', '=', userId), isFavorite(row, userId)]))
        .orderBy('created_at', 'desc')
        .orderBy('name')
        .limit(MAX_FLAGS)
        .execute();

/** How one project is doing, and what the user is in it. */
export async function getPersonalDashboardProject(
    db: Db,
    project: string,
    userId: number,
): Promise<PersonalDashboardProject> {
    const [owners, roles, events, onboardingStatus, conditions] = await Promise.all([
        listOwners(db, project),
        listRolesOf(db, userId, project),
        listLatestEvents(db, project, MAX_EVENTS),
        findOnboardingStatus(db, project),
        flagConditions(db, project),
    ]);
    const people = await peopleBy(
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
