import { type AdminActor, may, mayKnowOf } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import type { ChartPage } from './metric-chart.queries.ts';

/**
 * Returns the projects whose members may know the name of a metric; none if everybody may, undefined if nothing was reported. Charts store
 * them, because metrics are deleted with their values.
 */
export async function projectsOfMetric(db: Db, name: string): Promise<string[] | undefined> {
    const rows = await db.selectFrom('metrics').select('project').distinct().where('name', '=', name).execute();
    if (rows.length === 0) return undefined;
    const projects = rows.map(({ project }) => project);
    return projects.includes(null) ? [] : projects.filter((project) => project !== null).sort();
}

export async function existingProjects(db: Db): Promise<Set<string>> {
    const rows = await db.selectFrom('projects').select('id').execute();
    return new Set(rows.map(({ id }) => id));
}

/** Whether the actor may know the name of a metric of these projects. Only administrators know those of deleted projects. */
export const mayKnowMetric = (actor: AdminActor, projects: readonly string[], existing: ReadonlySet<string>): boolean =>
    projects.length === 0 ||
    may(actor, 'ADMIN') ||
    projects.some((project) => existing.has(project) && mayKnowOf(actor, project));

/** Who sees the events of a chart with a metric of these projects. */
interface ChartAudience {
    /** The project of the events, for a chart of the instance. */
    project?: string;
    /** The readers of the page may not all know the metric. */
    isMetricHidden: boolean;
}

export async function audienceOf(
    db: Db,
    { flag, project = flag?.project }: ChartPage,
    projects: readonly string[],
): Promise<ChartAudience> {
    if (projects.length === 0 || (project !== undefined && projects.includes(project)))
        return { isMetricHidden: false };
    const existing = await db
        .selectFrom('projects')
        .select(['id', 'mode'])
        .where('id', 'in', projects)
        .orderBy('id')
        .execute();
    const visible = existing.find(({ mode }) => mode !== 'private');
    if (project !== undefined) return { isMetricHidden: visible === undefined };
    const reader = visible ?? existing[0];
    return reader ? { project: reader.id, isMetricHidden: false } : { isMetricHidden: true };
}
