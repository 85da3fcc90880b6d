import { pointsOf, type SeriesPoint } from './point-series.ts';
import type { TestApp } from './test-app.ts';

/** The sums of the last 47 hours of the series of a metric in `development`, by their labels as JSON. Histograms: the number of values. */
export async function countedSeries({ services }: TestApp, name: string): Promise<Record<string, number>> {
    const to = new Date(services.clock().getTime() + 60_000);
    const from = new Date(to.getTime() - 47 * 3_600_000);
    const query = { environment: 'development', mayRead: () => true, name, from, to, step: 'minute' as const };
    const { series } = await services.series.read(query);
    const countedIn = (point: SeriesPoint) => ('count' in point ? point.count : point.value);
    return Object.fromEntries(
        series.map((each) => {
            const points = pointsOf(each);
            const last = points.at(-1);
            const sum = points.reduce((total, point) => total + countedIn(point), 0);
            return [JSON.stringify(each.labels), last && 'last' in last ? last.last : sum];
        }),
    );
}
