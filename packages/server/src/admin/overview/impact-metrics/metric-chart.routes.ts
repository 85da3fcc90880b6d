import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { getFlag } from '../../flags/flags/flag.queries.ts';
import { flagAt } from '../../flags/flags/flag.schemas.ts';
import { deleteMetricChart, saveMetricChart } from './metric-chart.commands.ts';
import { type ChartPage, listMetricCharts, type StoredChart, toMetricChart } from './metric-chart.queries.ts';
import {
    type MetricChart,
    MetricChart as MetricChartSchema,
    MetricCharts,
    NewMetricChart,
} from './metric-chart.schemas.ts';
import { listInternalMetrics } from './metric-metadata.queries.ts';
import { existingProjects, mayKnowMetric } from './metric-visibility.ts';

const route = routeWithTag('Impact metrics');
const INSTANCE = '/api/admin/impact-metrics/config';
const PROJECT = '/api/admin/projects/:projectId/impact-metrics/config';
const FLAG = '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config';
const LIST = { access: 'authenticated', responds: { status: 200, body: MetricCharts } } as const;
const SAVE = { body: NewMetricChart, responds: { status: 200, body: MetricChartSchema } } as const;
const REMOVE = { responds: { status: 204 } } as const;
const ofFlag = (params: Parameters<typeof flagAt>[0]): ChartPage => ({ flag: flagAt(params) });

export const metricChartRoutes = (services: Services): Route[] => {
    const { db, write } = services;
    const chartsFor = async (actor: AdminActor, page: ChartPage) => ({
        configs: await withoutHiddenMetrics(services, actor, await listMetricCharts(db, page)),
    });
    return [
        route(`GET ${INSTANCE}`, {
            operationId: 'getImpactMetricsConfig',
            summary: 'List the charts of the instance',
            ...LIST,
            handler: ({ actor }) => chartsFor(actor, {}),
        }),
        route(`POST ${INSTANCE}`, {
            operationId: 'createImpactMetric',
            summary: 'Add or change a chart of the instance',
            access: 'UPDATE_IMPACT_METRICS',
            ...SAVE,
            errors: [404],
            handler: ({ actor, body }) => write(actor, saveMetricChart, { page: {}, chart: body }),
        }),
        route(`DELETE ${INSTANCE}/:id`, {
            operationId: 'deleteImpactMetric',
            summary: 'Remove a chart of the instance',
            access: 'UPDATE_IMPACT_METRICS',
            ...REMOVE,
            handler: ({ actor, params: { id } }) => write(actor, deleteMetricChart, { page: {}, id }),
        }),
        route(`GET ${PROJECT}`, {
            operationId: 'getProjectImpactMetricsConfig',
            summary: 'List the charts of a project',
            ...LIST,
            handler: async ({ actor, params: { projectId } }) => {
                await getProject(db, projectId);
                return chartsFor(actor, { project: projectId });
            },
        }),
        route(`POST ${PROJECT}`, {
            operationId: 'createProjectImpactMetric',
            summary: 'Add or change a chart of a project',
            access: 'UPDATE_IMPACT_METRICS',
            ...SAVE,
            handler: ({ actor, params, body }) =>
                write(actor, saveMetricChart, { page: { project: params.projectId }, chart: body }),
        }),
        route(`DELETE ${PROJECT}/:id`, {
            operationId: 'deleteProjectImpactMetric',
            summary: 'Remove a chart of a project',
            access: 'UPDATE_IMPACT_METRICS',
            ...REMOVE,
            handler: ({ actor, params: { projectId, id } }) =>
                write(actor, deleteMetricChart, { page: { project: projectId }, id }),
        }),
        route(`GET ${FLAG}`, {
            operationId: 'getFeatureImpactMetricsConfig',
            summary: 'List the charts of a flag',
            ...LIST,
            handler: async ({ actor, params }) => {
                await getFlag(db, flagAt(params));
                return chartsFor(actor, ofFlag(params));
            },
        }),
        route(`POST ${FLAG}`, {
            operationId: 'createFeatureImpactMetric',
            summary: 'Add or change a chart of a flag',
            access: 'UPDATE_FEATURE',
            scope: inProject,
            ...SAVE,
            handler: ({ actor, params, body }) => write(actor, saveMetricChart, { page: ofFlag(params), chart: body }),
        }),
        route(`DELETE ${FLAG}/:id`, {
            operationId: 'deleteFeatureImpactMetric',
            summary: 'Remove a chart of a flag',
            access: 'UPDATE_FEATURE',
            scope: inProject,
            ...REMOVE,
            handler: ({ actor, params }) => write(actor, deleteMetricChart, { page: ofFlag(params), id: params.id }),
        }),
    ];
};

/** The metrics of a private project are hidden from others, also where somebody who sees them has put them on a chart. */
async function withoutHiddenMetrics(
    services: Services,
    actor: AdminActor,
    charts: readonly StoredChart[],
): Promise<MetricChart[]> {
    if (charts.length === 0) return [];
    const [all, visible, existing] = await Promise.all([
        services.series.metrics({ mayRead: () => true }),
        listInternalMetrics(services, actor),
        existingProjects(services.db),
    ]);
    const names = new Set(visible.map(({ name }) => name));
    const hidden = new Set(all.map(({ name }) => name).filter((name) => !names.has(name)));
    const isVisible = ({ metricName, source, projects }: StoredChart) =>
        source === 'external' ||
        names.has(metricName) ||
        (!hidden.has(metricName) && mayKnowMetric(actor, projects, existing));
    return charts.filter(isVisible).map(toMetricChart);
}
