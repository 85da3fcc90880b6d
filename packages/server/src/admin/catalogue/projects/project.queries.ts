import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { FeatureNaming, Project } from './project.schemas.ts';

export type ProjectRow = Selectable<Tables['projects']>;

/** Finds a project by its id, including archived ones. */
export function findProject(db: Db, id: string): Promise<ProjectRow | undefined> {
    return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a project that the actor can see. A hidden project is treated as missing. */
export async function findKnownProject(db: Db, actor: AdminActor, id: string): Promise<ProjectRow | undefined> {
    return mayKnowOf(actor, id) ? findProject(db, id) : undefined;
}

export async function getProject(db: Db, id: string): Promise<ProjectRow> {
    const project = await findProject(db, id);
    if (!project) throw noSuchProject(id);
    return project;
}

/** Counts the projects that are not archived: the limit applies to them. */
export async function countProjects(db: Db): Promise<number> {
    const row = await db
        .selectFrom('projects')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('archived_at', 'is', null)
        .executeTakeFirstOrThrow();
    return row.count;
}

export function findProjectEnvironment(db: Db, project: string, environment: string) {
    return db
        .selectFrom('project_environments')
        .selectAll()
        .where('project', '=', project)
        .where('environment', '=', environment)
        .executeTakeFirst();
}

/** Lists the environments of a project in display order. */
export async function listProjectEnvironments(db: Db, project: string) {
    return db
        .selectFrom('project_environments')
        .innerJoin('environments', 'environments.name', 'project_environments.environment')
        .select(['environment', 'default_strategy', 'environments.type'])
        .where('project', '=', project)
        .orderBy('environments.sort_order')
        .orderBy('environment')
        .execute();
}

export const namingOf = (row: ProjectRow): FeatureNaming => ({
    pattern: row.naming_pattern,
    example: row.naming_example,
    description: row.naming_description,
});

export function toProject(row: ProjectRow): Project {
    return {
        id: row.id,
        name: row.name,
        description: row.description,
        mode: row.mode,
        defaultStickiness: row.default_stickiness,
        featureLimit: row.feature_limit,
        featureNaming: namingOf(row),
        linkTemplates: row.link_templates,
        reviewOptional: row.review_optional,
        createdAt: row.created_at,
        archivedAt: row.archived_at,
    };
}
