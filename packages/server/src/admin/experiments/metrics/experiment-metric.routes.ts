import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { deleteMetric, saveMetric } from './experiment-metric.commands.ts';
import { getSavedMetric, listSavedMetrics } from './experiment-metric.queries.ts';
import {
    MetricParams,
    NewExperimentMetric,
    SavedExperimentMetric,
    SavedExperimentMetrics,
} from './experiment-metric.schemas.ts';

const route = routeWithTag('Experiments');
const METRICS = '/api/admin/projects/:projectId/experiments/metrics';

export const experimentMetricRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${METRICS}`, {
        operationId: 'getExperimentMetrics',
        summary: 'List the metrics that a project saved for its experiments',
        access: 'authenticated',
        responds: { status: 200, body: SavedExperimentMetrics },
        handler: async ({ params: { projectId } }) => {
            await getProject(db, projectId);
            return { metrics: await listSavedMetrics(db, projectId) };
        },
    }),
    route(`GET ${METRICS}/:key`, {
        operationId: 'getExperimentMetric',
        summary: 'Read a saved metric',
        access: 'authenticated',
        params: MetricParams,
        responds: { status: 200, body: SavedExperimentMetric },
        handler: ({ params: { projectId, key } }) => getSavedMetric(db, projectId, key),
    }),
    route(`PUT ${METRICS}/:key`, {
        operationId: 'saveExperimentMetric',
        summary: 'Save a metric for the experiments of a project',
        description:
            'An experiment uses it by its key: `{key, role}` is enough. Experiments that use it already are not changed.',
        access: 'UPDATE_EXPERIMENT',
        scope: inProject,
        params: MetricParams,
        body: NewExperimentMetric,
        responds: { status: 200, body: SavedExperimentMetric },
        handler: ({ actor, params: { projectId: project, key }, body: metric }) =>
            write(actor, saveMetric, { project, key, metric }),
    }),
    route(`DELETE ${METRICS}/:key`, {
        operationId: 'deleteExperimentMetric',
        summary: 'Delete a saved metric',
        description: 'Experiments that use it are not changed.',
        access: 'UPDATE_EXPERIMENT',
        scope: inProject,
        params: MetricParams,
        responds: { status: 204 },
        handler: ({ actor, params: { projectId: project, key } }) => write(actor, deleteMetric, { project, key }),
    }),
];
