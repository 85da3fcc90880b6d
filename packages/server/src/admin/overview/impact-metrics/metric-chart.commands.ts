import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, notFound } from '../../../core/errors/errors.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { getFlag } from '../../flags/flags/flag.queries.ts';
import {
    type ChartPage,
    countMetricCharts,
    findMetricChart,
    getMetricChart,
    type StoredChart,
    toMetricChart,
} from './metric-chart.queries.ts';
import type { MetricChart, NewMetricChart } from './metric-chart.schemas.ts';

/** Each chart of a page sends its own query. */
const MAX_CHARTS = 50;

const coordinatesOf = ({ flag, project }: ChartPage) => ({
    ...(flag && { featureName: flag.name, project: flag.project }),
    ...(project !== undefined && { project }),
});

async function requirePage({ tx }: Change, { flag, project }: ChartPage): Promise<void> {
    if (flag) await getFlag(tx, flag);
    if (project !== undefined) await getProject(tx, project);
}

/** Replaces the chart with this id; adds a chart without an id. */
export async function saveMetricChart(
    change: Change,
    { page, chart }: { page: ChartPage; chart: NewMetricChart },
): Promise<MetricChart> {
    await requirePage(change, page);
    const before = chart.id === undefined ? undefined : await findMetricChart(change.tx, page, chart.id);
    if (chart.id !== undefined && !before) throw notFound(`chart ${chart.id} on this page. Omit the id to add a chart`);
    const after = toStored(chart, before?.id ?? randomUUID());
    await (before ? replaceChart(change, page, before, after) : addChart(change, page, after));
    return toMetricChart(after);
}

function toStored(chart: NewMetricChart, id: string): StoredChart {
    const { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin, title, source = 'internal' } = chart;
    return {
        ...{ id, metricName, timeRange, aggregationMode, labelSelectors, yAxisMin, source },
        ...(title !== undefined && { title }),
    };
}

const contentOf = ({ id: _, ...content }: StoredChart) => JSON.stringify(content);

async function addChart({ tx, now, record }: Change, page: ChartPage, chart: StoredChart): Promise<void> {
    if ((await countMetricCharts(tx, page)) >= MAX_CHARTS) throw exceedsLimit('charts of a page', MAX_CHARTS);
    const { flag, project = null } = page;
    await tx
        .insertInto('metric_charts')
        .values({ id: chart.id, flag: flag?.name ?? null, project, content: contentOf(chart), created_at: now })
        .execute();
    record({ type: 'impact-metric-created', ...coordinatesOf(page), data: chart });
}

async function replaceChart({ tx, record }: Change, page: ChartPage, before: StoredChart, after: StoredChart) {
    await tx
        .updateTable('metric_charts')
        .set({ content: contentOf(after) })
        .where('id', '=', after.id)
        .execute();
    record({ type: 'impact-metric-updated', ...coordinatesOf(page), preData: before, data: after });
}

export async function deleteMetricChart(change: Change, { page, id }: { page: ChartPage; id: string }): Promise<void> {
    await requirePage(change, page);
    const chart = await getMetricChart(change.tx, page, id);
    await change.tx.deleteFrom('metric_charts').where('id', '=', id).execute();
    change.record({ type: 'impact-metric-deleted', ...coordinatesOf(page), preData: chart });
}
