import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { stepNameOfRange } from '../../observations/series-queries/steps.ts';
import { displayNameOf } from './display-name.ts';
import type { MetricChart } from './metric-chart.schemas.ts';

/** The page with the chart: of a flag, of a project, or of the instance. */
export interface ChartPage {
    flag?: { project: string; name: string };
    project?: string;
}

export type StoredChart = Pick<
    MetricChart,
    'id' | 'metricName' | 'timeRange' | 'aggregationMode' | 'labelSelectors' | 'yAxisMin' | 'title' | 'source'
> & {
    /** The projects whose members may know the metric; none: everybody. */
    projects: string[];
};

const chartsOf = (db: Db, { flag, project }: ChartPage) =>
    db
        .selectFrom('metric_charts')
        .selectAll()
        .where('flag', flag ? '=' : 'is', flag ? flag.name : null)
        .where('project', project ? '=' : 'is', project ?? null);

export async function listMetricCharts(db: Db, page: ChartPage): Promise<StoredChart[]> {
    const rows = await chartsOf(db, page).orderBy('created_at').orderBy('id').execute();
    return rows.map(toStoredChart);
}

/** Returns a chart only if it belongs to the page. */
export async function findMetricChart(db: Db, page: ChartPage, id: string): Promise<StoredChart | undefined> {
    const row = await chartsOf(db, page).where('id', '=', id).executeTakeFirst();
    return row && toStoredChart(row);
}

export async function getMetricChart(db: Db, page: ChartPage, id: string): Promise<StoredChart> {
    const chart = await findMetricChart(db, page, id);
    if (!chart) throw notFound(`chart ${id} on this page`);
    return chart;
}

export async function countMetricCharts(db: Db, page: ChartPage): Promise<number> {
    return (await chartsOf(db, page).execute()).length;
}

// The content was validated before it was stored.
const toStoredChart = ({ id, content }: Selectable<Tables['metric_charts']>) =>
    ({ projects: [], ...(content as Partial<StoredChart>), id }) as StoredChart;

export const toMetricChart = ({ projects: _, ...chart }: StoredChart): MetricChart => ({
    ...chart,
    displayName: displayNameOf(chart.metricName),
    step: stepNameOfRange(chart.timeRange),
    mode: 'write',
});
