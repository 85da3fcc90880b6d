/**
 * The CPU time of one query over 24 hours of minutes of 100 series, from points that are in memory: the chart query of counters and of
 * histograms, and PromQL. Reading the points from the database is not included.
 * `npm run bench -- series-query`
 */
import { evaluate } from '../packages/server/src/admin/observations/prometheus/evaluate.ts';
import { parsePromql } from '../packages/server/src/admin/observations/prometheus/promql/parse-promql.ts';
import type { ReadableSeries } from '../packages/server/src/admin/observations/readable-series/readable-series.ts';
import { querySeries } from '../packages/server/src/admin/observations/series-queries/query-series.ts';
import { stepsOf } from '../packages/server/src/admin/observations/series-queries/steps.ts';
import { toPoint } from '../packages/server/src/core/series/packed-value.ts';
import type { HistogramPoint, Series } from '../packages/server/src/core/series/series.ts';
import { measure } from './support/measure.ts';

const SERIES = 100;
const MINUTES = 24 * 60;
const RUNS = 30;
const END = 1_800_000_000;
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const STORED = JSON.stringify([12, 3, ...BOUNDS.flatMap((le, bound) => [le, bound + 1])]);

const times = Array.from({ length: MINUTES }, (_, minute) => END - (MINUTES - minute) * 60);
const identity = (index: number) => ({
    ...{ name: 'metric', environment: 'production', project: null },
    labels: { app: `app-${index}` },
});
const counters = Array.from(
    { length: SERIES },
    (_, index): Series => ({
        ...{ ...identity(index), kind: 'counter' },
        points: times.map((at) => ({ at, value: (at + index) % 7 })),
    }),
);
const histograms = Array.from(
    { length: SERIES },
    (_, index): Series => ({
        ...{ ...identity(index), kind: 'histogram' },
        points: times.map((at) => toPoint('histogram', at, JSON.parse(STORED)) as HistogramPoint),
    }),
);

const readable = (series: readonly Series[]): ReadableSeries => ({
    metrics: async () => [
        { name: 'metric', kind: series[0]!.kind, help: '', labelNames: ['app'], environments: ['production'] },
    ],
    read: async () => ({ series, hasOther: false, heartbeat: false, width: 60 }),
    list: async () => series,
});

const steps = stepsOf('day', END, 60);
const byApp = { app: ['*'] };
const promql = async (text: string, series: readonly Series[]) => {
    const source = readable(series);
    await evaluate(parsePromql(text), {
        ...{ readable: source, metrics: await source.metrics(), now: END, selectors: 0 },
        grid: { start: END - 86_400, step: 900, count: 97 },
    });
};

const QUERIES: Record<string, () => unknown> = {
    'chart, counters in total': () => querySeries(counters, { mode: 'count', selectors: {}, steps, maxSeries: SERIES }),
    'chart, counters by label': () =>
        querySeries(counters, { mode: 'rps', selectors: byApp, steps, maxSeries: SERIES }),
    'chart, p95 of histograms': () => querySeries(histograms, { mode: 'p95', selectors: {}, steps, maxSeries: SERIES }),
    'PromQL, sum by (app) (rate())': () => promql('sum by (app) (rate(metric[15m]))', counters),
    'PromQL, histogram_quantile': () =>
        promql('histogram_quantile(0.95, sum by (le) (rate(metric_bucket[15m])))', histograms),
};

console.log(`CPU time of a query over 24 hours of ${SERIES} series, mean of ${RUNS} runs`);
for (const [name, query] of Object.entries(QUERIES)) {
    await measure(RUNS, async () => query());
    const { cpuMs } = await measure(RUNS, async () => query());
    console.log(`${name.padEnd(34)} ${cpuMs.toFixed(1)} ms`);
}
process.exit(0);
