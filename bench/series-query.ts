/**
 * The CPU time of one query over 24 hours of minutes of 100 series, as charts and Grafana send it over HTTP: reading the values, computing and
 * responding. Both databases; the CPU time of PostgreSQL is that of other processes, and is not included.
 * `npm run bench -- series-query [embedded,PostgreSQL]`
 */
import { PointBlocks } from '../packages/server/src/core/series/point-blocks.ts';
import { toRows } from '../packages/server/src/core/series/points.ts';
import type { SeriesKind } from '../packages/server/src/core/series/series.ts';
import { insertRows } from '../packages/server/src/storage/insert-rows.ts';
import { type BenchApp, benchApp, type DatabaseKind } from './support/app.ts';
import { measure } from './support/measure.ts';

const [kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
const SERIES = 100;
const MINUTES = 24 * 60;
const RUNS = 30;
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A value of each minute; counts of histograms are cumulative. */
const valuesIn: Record<'counter' | 'histogram', (minute: number, series: number) => number[]> = {
    counter: (minute, series) => [(minute + series) % 97],
    histogram: (minute, series) => [
        ...[120 + (minute % 50), 0.37 * series * minute],
        ...BOUNDS.flatMap((le, bound) => [le, 10 * bound + ((minute + bound) % 10)]),
    ],
};

async function store({ app }: BenchApp, metricId: number, name: string, kind: 'counter' | 'histogram'): Promise<void> {
    const now = Math.floor(Date.now() / 60_000) * 60;
    const at = new Date().toISOString();
    const metric = { id: metricId, environment: 'development', project: null, name, kind, help: '', token_id: 1 };
    const seen = { first_seen_at: new Date(0).toISOString(), seen_at: at, heartbeat_at: null, label_names: '["app"]' };
    const series = Array.from({ length: SERIES }, (_, index) => ({
        ...{ id: metricId * 1_000 + index, metric_id: metricId, project: null, kind, token_id: 1 },
        labels: JSON.stringify({ app: `app-${index}` }),
    }));
    const rows = series.flatMap(({ id }, index) => {
        const values = new PointBlocks(kind as SeriesKind);
        for (let minute = MINUTES; minute > 0; minute--) {
            values.addPacked(now - minute * 60, valuesIn[kind](minute, index));
        }
        return Array.from(toRows(kind, 'minute', values), ([start, points]) => ({
            ...{ series_id: id, step: 'minute' as const, start, points },
        }));
    });
    await app.services.recordObservation(async (tx) => {
        await insertRows(tx, 'metrics', [{ ...metric, ...seen }]);
        await insertRows(tx, 'series', series);
        await insertRows(tx, 'series_rows', rows);
    });
    const bytes = rows.reduce((sum, { points }) => sum + points.length, 0);
    console.log(`${kind}: ${(bytes / SERIES / MINUTES).toFixed(1)} bytes of values for each minute`);
}

function queriesOf(bench: BenchApp): Record<string, () => Promise<string>> {
    const aligned = Math.floor(Date.now() / 900_000) * 900;
    const chart = (metricName: string, aggregationMode: string, labels = {}) => {
        const query = { metricName, aggregationMode, range: 'day', mode: 'display', labels: JSON.stringify(labels) };
        return bench.request('GET', `/api/admin/impact-metrics?${new URLSearchParams(query)}`);
    };
    const promql = (query: string) => {
        // Grafana aligns the range with the step.
        const range = { query, start: String(aligned - 86_400), end: String(aligned), step: '900' };
        return bench.request('GET', `/api/v1/query_range?${new URLSearchParams(range)}`);
    };
    return {
        'chart, counters in total': () => chart('orders', 'count'),
        'chart, counters by label': () => chart('orders', 'rps', { app: ['*'] }),
        'chart, p95 of histograms': () => chart('seconds', 'p95'),
        'PromQL, sum by (app) (rate())': () => promql('sum by (app) (rate(orders[15m]))'),
        'PromQL, histogram_quantile': () => promql('histogram_quantile(0.95, sum by (le) (rate(seconds_bucket[15m])))'),
    };
}

for (const kind of kinds.split(',') as DatabaseKind[]) {
    const bench = await benchApp(kind);
    await store(bench, 1, 'orders', 'counter');
    await store(bench, 2, 'seconds', 'histogram');
    console.log(`${kind}: CPU time of a query over 24 hours of ${SERIES} series, mean of ${RUNS} runs`);
    for (const [name, query] of Object.entries(queriesOf(bench))) {
        if (!/"data":\[\[|"values":\[\[/.test(await query())) throw new Error(`${name} has no values`);
        await measure(RUNS, query);
        const { cpuMs } = await measure(RUNS, query);
        console.log(`${name.padEnd(34)} ${cpuMs.toFixed(1)} ms`);
    }
    await bench.close();
}
process.exit(0);
