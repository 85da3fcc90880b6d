import type { AdminActor } from '../../core/actor.ts';
import type { Db } from '../../storage/database.ts';
import { flagConditions } from '../insights/health.queries.ts';
import { healthOf } from '../insights/health.ts';
import { countMembers, projectStats } from '../insights/project-stats.queries.ts';
import { getProject, listProjectEnvironments, namingOf } from './project.queries.ts';
import { listProjectFeatures } from './project-features.queries.ts';
import type { ProjectEnvironment, ProjectOverview } from './project-overview.schemas.ts';

/** Which project, for whom, and when: the windows of its figures end now. */
export interface Asked {
    projectId: string;
    actor: AdminActor;
    now: Date;
}

export async function getProjectOverview(db: Db, asked: Asked): Promise<ProjectOverview> {
    const { conditions: _, project: __, ...overview } = await overviewOf(db, asked);
    return { ...overview, features: await listProjectFeatures(db, asked.projectId, asked.actor) };
}

/** What all overviews of a project say, and what else they are made from. */
export async function overviewOf(db: Db, { projectId, actor, now }: Asked) {
    const project = await getProject(db, projectId);
    const [stats, conditions, members, environments, favorite] = await Promise.all([
        projectStats(db, projectId, now),
        flagConditions(db, projectId),
        countMembers(db, projectId),
        listProjectEnvironments(db, projectId),
        isFavorite(db, projectId, actor),
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
        favorite,
        environments: environments.map(
            ({ environment, default_strategy }): ProjectEnvironment => ({
                environment,
                changeRequestsEnabled: false,
                ...(default_strategy && { defaultStrategy: default_strategy }),
            }),
        ),
        createdAt: project.created_at,
        updatedAt: project.updated_at,
        conditions,
        project,
    };
}

async function isFavorite(db: Db, project: string, { userId }: AdminActor): Promise<boolean> {
    if (userId === undefined) return false;
    const row = await db
        .selectFrom('favorite_projects')
        .select('project')
        .where('user_id', '=', userId)
        .where('project', '=', project)
        .executeTakeFirst();
    return row !== undefined;
}
