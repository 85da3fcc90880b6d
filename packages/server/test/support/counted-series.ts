import type { TestApp } from './test-app.ts';

/** The sums of the last 47 hours of the series of a metric in `development`, by their labels as JSON. Histograms: the number of values. */
export async function countedSeries({ services }: TestApp, name: string): Promise<Record<string, number>> {
    const to = new Date(services.clock().getTime() + 60_000);
    const from = new Date(to.getTime() - 47 * 3_600_000);
    const query = { environment: 'development', mayRead: () => true, name, from, to, step: 'minute' as const };
    const { series } = await services.series.read(query);
    return Object.fromEntries(
        series.map((each) => [
            JSON.stringify(each.labels),
            each.kind === 'gauge'
                ? (each.points.at(-1)?.last ?? 0)
                : each.points.reduce((sum, point) => sum + ('count' in point ? point.count : point.value), 0),
        ]),
    );
}
