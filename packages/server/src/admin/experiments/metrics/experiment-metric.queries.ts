import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { NewExperimentMetric, SavedExperimentMetric } from './experiment-metric.schemas.ts';

type MetricContent = Omit<NewExperimentMetric, 'key' | 'createdAt'>;

const select = (db: Db, project: string) =>
    db.selectFrom('experiment_metrics').selectAll().where('project', '=', project);

type MetricRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toMetric = ({ key, content, created_at }: MetricRow): SavedExperimentMetric => ({
    key,
    // Written by `saveMetric`.
    ...(content as MetricContent),
    createdAt: created_at,
});

export async function listSavedMetrics(db: Db, project: string): Promise<SavedExperimentMetric[]> {
    return (await select(db, project).orderBy('key').execute()).map(toMetric);
}

export async function findSavedMetric(db: Db, project: string, key: string) {
    const row = await select(db, project).where('key', '=', key).executeTakeFirst();
    return row && toMetric(row);
}

export async function getSavedMetric(db: Db, project: string, key: string): Promise<SavedExperimentMetric> {
    const metric = await findSavedMetric(db, project, key);
    if (!metric) throw notFound(`metric ${key} in project ${project}`);
    return metric;
}

/** Returns the contents of saved metrics, by key. */
export async function findSavedMetrics(
    db: Db,
    project: string,
    keys: readonly string[],
): Promise<Map<string, MetricContent>> {
    const rows = await select(db, project).where('key', 'in', keys).orderBy('key').execute();
    return new Map(rows.map(({ key, content }) => [key, content as MetricContent]));
}
