import { type Expression, type SqlBool, sql } from 'kysely';
import type { AdminActor } from '../core/access/actor.ts';

type ProjectColumn =
    | 'projects.id'
    | 'project_environments.project'
    | 'flags.project'
    | 'project_applications.project'
    | 'app_usage.project'
    | 'events.project'
    | 'segments.project'
    | 'release_templates.project'
    | 'context_fields.project'
    | 'change_requests.project';

/**
 * A condition that leaves out rows of projects hidden from the actor; rows without a project stay. Every list that crosses
 * projects needs it: `.where(inKnownProject(actor, 'flags.project'))`.
 */
export function inKnownProject({ hiddenProjects }: AdminActor, project: ProjectColumn): Expression<SqlBool> {
    if (hiddenProjects.length === 0) return sql<SqlBool>`1 = 1`;
    const column = sql.ref(project);
    return sql<SqlBool>`(${column} is null or ${column} not in (${sql.join(hiddenProjects)}))`;
}
