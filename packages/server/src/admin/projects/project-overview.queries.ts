import type { AdminActor } from '../../core/actor.ts';
import type { Db } from '../../storage/database.ts';
import { listFavoriteProjects } from '../favorites/favorite.queries.ts';
import { listFlagOverviews } from '../flags/flag-overview.queries.ts';
import { flagConditions } from '../insights/health.queries.ts';
import { countsOf, type FlagConditions, healthOf, technicalDebtOf } from '../insights/health.ts';
import { countFlagsByType, findOnboardingStatus } from '../insights/project-flags.queries.ts';
import { countMembers } from '../insights/project-members.queries.ts';
import { projectStats } from '../insights/project-stats.queries.ts';
import { getProject, listProjectEnvironments, namingOf, type ProjectRow } from './project.queries.ts';
import type {
    HealthReport,
    NewProjectOverview,
    ProjectEnvironment,
    ProjectOverview,
} from './project-overview.schemas.ts';

/** Which project, for whom, and when: the windows of its figures end now. */
export interface Asked {
    projectId: string;
    actor: AdminActor;
    now: Date;
}

/** The project with all of its flags, as the specification has it. */
export async function getProjectOverview(db: Db, asked: Asked): Promise<ProjectOverview> {
    const project = await getProject(db, asked.projectId);
    const conditions = await flagConditions(db, project.id);
    return { ...(await summarise(db, project, conditions, asked)), features: await listFeatures(db, asked) };
}

/** The same, and how many flags need someone to look at them. */
export async function getHealthReport(db: Db, asked: Asked): Promise<HealthReport> {
    const project = await getProject(db, asked.projectId);
    const conditions = await flagConditions(db, project.id);
    return {
        ...(await summarise(db, project, conditions, asked)),
        ...countsOf(conditions),
        technicalDebt: technicalDebtOf(conditions),
        features: await listFeatures(db, asked),
    };
}

/** The project without its flags: of those, only how many there are of each type. */
export async function getNewProjectOverview(db: Db, asked: Asked): Promise<NewProjectOverview> {
    const project = await getProject(db, asked.projectId);
    const conditions = await flagConditions(db, project.id);
    return {
        ...(await summarise(db, project, conditions, asked)),
        technicalDebt: technicalDebtOf(conditions),
        featureTypeCounts: await countFlagsByType(db, project.id),
        linkTemplates: project.link_templates,
        archivedAt: project.archived_at,
        onboardingStatus: await findOnboardingStatus(db, project.id),
    };
}

const listFeatures = (db: Db, { projectId, actor }: Asked) =>
    listFlagOverviews(db, { project: projectId, userId: actor.userId });

async function summarise(db: Db, project: ProjectRow, conditions: FlagConditions, { actor, now }: Asked) {
    const [stats, members, environments, favorites] = await Promise.all([
        projectStats(db, project.id, now),
        countMembers(db, project.id),
        listProjectEnvironments(db, project.id),
        listFavoriteProjects(db, actor.userId),
    ]);
    return {
        version: 1,
        name: project.name,
        description: project.description,
        mode: project.mode,
        defaultStickiness: project.default_stickiness,
        featureLimit: project.feature_limit,
        featureNaming: namingOf(project),
        stats,
        members,
        health: healthOf(conditions),
        favorite: favorites.includes(project.id),
        environments: environments.map(
            ({ environment, default_strategy }): ProjectEnvironment => ({
                environment,
                changeRequestsEnabled: false,
                ...(default_strategy && { defaultStrategy: default_strategy }),
            }),
        ),
        createdAt: project.created_at,
        updatedAt: project.updated_at,
    };
}
