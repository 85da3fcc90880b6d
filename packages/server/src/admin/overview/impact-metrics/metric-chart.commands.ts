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
import { audienceOf, projectsOfMetric } from './metric-visibility.ts';

/** Each chart of a page sends its own query. */
const MAX_CHARTS = 50;

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
    const known = chart.source === 'external' ? [] : await projectsOfMetric(change.tx, chart.metricName);
    const projects = known ?? (before?.metricName === chart.metricName ? before.projects : []);
    const after = { ...toStored(chart, before?.id ?? randomUUID()), projects };
    await (before ? replaceChart(change, page, before, after) : addChart(change, page, after));
    return toMetricChart(after);
}

function toStored(chart: NewMetricChart, id: string): Omit<StoredChart, 'projects'> {
    const { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin, title, source = 'internal' } = chart;
    return {
        ...{ id, metricName, timeRange, aggregationMode, labelSelectors, yAxisMin, source },
        ...(title !== undefined && { title }),
    };
}

const contentOf = ({ id: _, ...content }: StoredChart) => JSON.stringify(content);

async function addChart(change: Change, page: ChartPage, chart: StoredChart): Promise<void> {
    const { tx, now } = change;
    if ((await countMetricCharts(tx, page)) >= MAX_CHARTS) throw exceedsLimit('charts of a page', MAX_CHARTS);
    const { flag, project = null } = page;
    await tx
        .insertInto('metric_charts')
        .values({ id: chart.id, flag: flag?.name ?? null, project, content: contentOf(chart), created_at: now })
        .execute();
    const { coordinates, data } = await describe(change, page, chart);
    change.record({ type: 'impact-metric-created', ...coordinates, data });
}

async function replaceChart(change: Change, page: ChartPage, before: StoredChart, after: StoredChart) {
    await change.tx
        .updateTable('metric_charts')
        .set({ content: contentOf(after) })
        .where('id', '=', after.id)
        .execute();
    const [old, current] = [await describe(change, page, before), await describe(change, page, after)];
    if (before.metricName === after.metricName || (old.isOpen && current.isOpen)) {
        change.record({
            type: 'impact-metric-updated',
            ...current.coordinates,
            preData: old.data,
            data: current.data,
        });
        return;
    }
    // The readers of one metric may not know the other one.
    change.record({ type: 'impact-metric-deleted', ...old.coordinates, preData: old.data });
    change.record({ type: 'impact-metric-created', ...current.coordinates, data: current.data });
}

export async function deleteMetricChart(change: Change, { page, id }: { page: ChartPage; id: string }): Promise<void> {
    await requirePage(change, page);
    const chart = await getMetricChart(change.tx, page, id);
    await change.tx.deleteFrom('metric_charts').where('id', '=', id).execute();
    const { coordinates, data } = await describe(change, page, chart);
    change.record({ type: 'impact-metric-deleted', ...coordinates, preData: data });
}

/** What events say of a chart: only what their readers may know. */
async function describe({ tx }: Change, page: ChartPage, { projects, ...chart }: StoredChart) {
    const { flag, project } = page;
    const { isMetricHidden, ...ofMetric } = await audienceOf(tx, page, projects);
    const { metricName: _, title: __, labelSelectors: ___, ...settings } = chart;
    return {
        coordinates: {
            ...ofMetric,
            ...(flag && { featureName: flag.name, project: flag.project }),
            ...(project !== undefined && { project }),
        },
        data: isMetricHidden ? settings : chart,
        isOpen: !isMetricHidden && ofMetric.project === undefined,
    };
}
