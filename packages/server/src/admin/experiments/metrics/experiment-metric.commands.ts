import type { Change } from '../../../changes/change.ts';
import { exceedsLimit } from '../../../core/errors/errors.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { findSavedMetric, getSavedMetric, listSavedMetrics } from './experiment-metric.queries.ts';
import type { NewExperimentMetric, SavedExperimentMetric } from './experiment-metric.schemas.ts';
import { checkMetric } from './metric-rules.ts';

const MAX_SAVED_METRICS = 200;

/** Saves a metric under its key, or replaces it. Experiments that use it already keep theirs. */
export async function saveMetric(
    { tx, now, record }: Change,
    { project, metric, key }: { project: string; key: string; metric: NewExperimentMetric },
): Promise<SavedExperimentMetric> {
    await getProject(tx, project);
    checkMetric(metric, '/body');
    const before = await findSavedMetric(tx, project, key);
    if (!before && (await listSavedMetrics(tx, project)).length >= MAX_SAVED_METRICS) {
        throw exceedsLimit('saved metrics of a project', MAX_SAVED_METRICS);
    }
    const { key: _key, createdAt: _createdAt, ...members } = metric;
    const content = JSON.stringify(members);
    await tx
        .insertInto('experiment_metrics')
        .values({ project, key, content, created_at: now })
        .onConflict((conflict) => conflict.columns(['project', 'key']).doUpdateSet({ content }))
        .execute();
    const data = { key, ...members, createdAt: before?.createdAt ?? now };
    record({ type: 'experiment-metric-saved', project, ...(before && { preData: before }), data });
    return data;
}

export async function deleteMetric({ tx, record }: Change, { project, key }: { project: string; key: string }) {
    const preData = await getSavedMetric(tx, project, key);
    await tx.deleteFrom('experiment_metrics').where('project', '=', project).where('key', '=', key).execute();
    record({ type: 'experiment-metric-deleted', project, preData });
}
