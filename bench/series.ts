/**
 * Impact metrics: the CPU time of a report with 20 of them against one without, stored; and the memory and disk of many series.
 * `npm run bench -- series [series] [embedded,PostgreSQL]`
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { type BenchApp, benchApp, CLIENT_TOKEN, type DatabaseKind } from './support/app.ts';

const [count = '100000', kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
const REPORTS = 2_000;
const FLAGS = 20;
const SERIES_PER_METRIC = 1_000;
const HOUR = 3_600_000;

const numbered = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

async function post({ url }: BenchApp, body: object): Promise<void> {
    const headers = { authorization: CLIENT_TOKEN, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/client/metrics`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 202) throw new Error(await response.text());
}

/** The report of an SDK with 15 counters, two gauges and three histograms. */
function impactMetrics(appName: string): object[] {
    const labels = { appName, environment: 'development' };
    const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
    const buckets = [...bounds, '+Inf'].map((le, index) => ({ le, count: index }));
    const metric = (name: string, type: string, sample: object) => ({
        ...{ name, help: `Help of ${name}`, type },
        samples: [{ labels, ...sample }],
    });
    return [
        ...numbered(15, (i) => metric(`counter_${i}`, 'counter', { value: i + 1 })),
        ...numbered(2, (i) => metric(`gauge_${i}`, 'gauge', { value: i })),
        ...numbered(3, (i) => metric(`histogram_${i}`, 'histogram', { count: 11, sum: 20, buckets })),
    ];
}

const toggles = Object.fromEntries(numbered(FLAGS, (i) => [`flag-${i}`, { yes: 5, no: 3, variants: {} }]));

/** Milliseconds of CPU for each report, with what storing costs. */
async function costOfReport(bench: BenchApp, withMetrics: boolean): Promise<number> {
    const before = process.cpuUsage();
    for (let index = 0; index < REPORTS; index++) {
        const appName = `shop-${index % 20}`;
        const now = new Date();
        const bucket = { start: now, stop: now, toggles };
        const extra = withMetrics ? { impactMetrics: impactMetrics(appName) } : {};
        await post(bench, { appName, instanceId: `i-${index}`, bucket, ...extra });
        if (index % 500 === 499) await bench.app.services.reports.store();
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / REPORTS;
}

async function storeSeries({ app, ...bench }: BenchApp, series: number): Promise<void> {
    for (let first = 0; first < series; first += SERIES_PER_METRIC) {
        const name = `metric_${first / SERIES_PER_METRIC}`;
        const samples = numbered(SERIES_PER_METRIC, (i) => ({
            labels: { appName: 'shop', route: `/page/${i}` },
            value: i,
        }));
        await post(
            { app, ...bench },
            { appName: 'shop', impactMetrics: [{ name, help: name, type: 'counter', samples }] },
        );
        if (first % (10 * SERIES_PER_METRIC) === 0) await app.services.reports.store();
    }
    await app.services.reports.store();
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes of objects in use, without garbage. */
function usedMemory(): number {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
}

const TABLES = ['metrics', 'series', 'series_rows'];

async function bytesOf({ app }: BenchApp, kind: DatabaseKind): Promise<number> {
    const query =
        kind === 'PostgreSQL'
            ? sql<{ bytes: number }>`select sum(pg_total_relation_size(name::regclass)) as bytes
                from unnest(array[${sql.join(TABLES)}]) as name`
            : sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where aggregate = true and name in
                (select name from sqlite_master where tbl_name in (${sql.join(TABLES)}))`;
    const { rows } = await app.services.recordObservation((tx) => query.execute(tx));
    return Number(rows[0]!.bytes);
}

for (const kind of kinds.split(',') as DatabaseKind[]) {
    const bench = await benchApp(kind);
    for (let i = 0; i < FLAGS; i++) {
        await bench.request('POST', '/api/admin/projects/default/features', { name: `flag-${i}`, type: 'release' });
    }
    await costOfReport(bench, true);
    const bare = await costOfReport(bench, false);
    const full = await costOfReport(bench, true);
    console.log(
        `${kind}: report ${bare.toFixed(2)} ms, with 20 impact metrics ${full.toFixed(2)} ms (× ${(full / bare).toFixed(1)})`,
    );

    const series = Number(count);
    const memoryBefore = usedMemory();
    const bytesBefore = await bytesOf(bench, kind);
    const started = performance.now();
    const cpu = process.cpuUsage();
    await storeSeries(bench, series);
    const { user } = process.cpuUsage(cpu);
    const bytes = (await bytesOf(bench, kind)) - bytesBefore;
    console.log(
        `${kind}: ${series} series with one minute: ${(bytes / series).toFixed(0)} bytes each, memory in use +${(usedMemory() - memoryBefore).toFixed(0)} MB, at most ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB, ` +
            `${((user / 1000 / series) * 1000).toFixed(0)} µs of CPU each, ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    const to = new Date(Date.now() + HOUR);
    const query = {
        mayRead: () => true,
        name: 'metric_1',
        from: new Date(Date.now() - 24 * HOUR),
        to,
        step: 'minute' as const,
    };
    const beforeQuery = process.cpuUsage();
    const answer = await bench.app.services.series.read(query);
    console.log(
        `${kind}: reading ${answer.series.length} series ${(process.cpuUsage(beforeQuery).user / 1000).toFixed(1)} ms`,
    );
    await bench.close();
}
