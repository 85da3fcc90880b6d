import type {
    MetricInfo,
    Series,
    SeriesQuery,
    SeriesReader,
    SeriesScope,
} from '../../src/core/series/series-reader.ts';
import { type PointSeries, type SeriesPoint, toSeries } from './point-series.ts';

/** A reader of series in memory, with the rules of access of the stored series. */
export function fakeSeries(stored: readonly PointSeries[], heartbeats: readonly MetricInfo[] = []): SeriesReader {
    const inScope = ({ environment, mayRead }: SeriesScope) =>
        stored.filter((series) => mayRead(series.project) && [undefined, series.environment].includes(environment));
    const select = ({ name, matches = () => true, from, to, ...scope }: Omit<SeriesQuery, 'step'>): Series[] =>
        inScope(scope).flatMap((series) => {
            const isInRange = ({ at }: SeriesPoint) => at * 1_000 >= from.getTime() && at * 1_000 < to.getTime();
            // The points keep the type that belongs to the kind.
            const points = (series.points as SeriesPoint[]).filter(isInRange);
            const isSelected = series.name === name && matches(series.labels) && points.length > 0;
            return isSelected ? [toSeries({ ...series, points } as PointSeries)] : [];
        });
    return {
        metrics: async (scope) => {
            const byName = Map.groupBy(inScope(scope), ({ name }) => name);
            const reported = [...byName].map(([name, series]) => ({
                ...{ name, kind: series[0]!.kind, help: `help of ${name}` },
                labelNames: [...new Set(series.flatMap(({ labels }) => Object.keys(labels)))],
                environments: [...new Set(series.map(({ environment }) => environment))],
            }));
            return [...reported, ...heartbeats];
        },
        read: async (query) => ({
            series: select(query),
            hasOther: false,
            heartbeat: heartbeats.some(({ name }) => name === query.name),
        }),
        list: async (query) => select(query),
    };
}
