/**
 * Storing SDK reports: how long its transactions hold the writer, and its processor time.
 * `npm run bench -- report-storage [embedded,PostgreSQL]`
 */

import { type BenchApp, benchApp, CLIENT_TOKEN, type DatabaseKind } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';

const [kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
const FLAGS = 1_000;
const FLAGS_PER_REPORT = 100;
const APPLICATIONS = 20;
const REPORTS = 200;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

for (const kind of kinds.split(',') as DatabaseKind[]) {
    const bench = await benchApp(kind);
    const data = mixedFlags(FLAGS, 'flag');
    await bench.request('POST', '/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data,
    });
    const names = data.features.map(({ name }) => name);
    for (let round = 0; round < ROUNDS; round++) {
        for (let report = 0; report < REPORTS; report++) await post(bench, names, report);
        const before = { cpu: process.cpuUsage(), writes: await writesOf(bench) };
        await bench.app.services.reports.store();
        const after = await writesOf(bench);
        const { user, system } = process.cpuUsage(before.cpu);
        const count = after.count - before.writes.count;
        const mean = ((after.sum - before.writes.sum) * 1_000) / count;
        const upTo = after.buckets.map(([le, total], i) => [le, total - before.writes.buckets[i]![1]] as const);
        const within = (share: number) => upTo.find(([, total]) => total >= share * count)![0] * 1_000;
        console.log(
            `${kind}, round ${round + 1}: ${count} transactions, ${mean.toFixed(1)} ms on average, half within ${within(0.5)} ms, 95 % within ${within(0.95)} ms, all within ${within(1)} ms; ${((user + system) / 1_000).toFixed(0)} ms CPU`,
        );
    }
    await bench.close();
}

async function post({ url }: BenchApp, names: readonly string[], report: number): Promise<void> {
    const used = Array.from({ length: FLAGS_PER_REPORT }, (_, i) => names[(report * 37 + i) % names.length]!);
    const toggles = Object.fromEntries(used.map((name) => [name, { yes: 5, no: 3, variants: { blue: 2, red: 3 } }]));
    const now = new Date();
    const response = await fetch(`${url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({
            appName: `app-${report % APPLICATIONS}`,
            instanceId: `i-${report}`,
            bucket: { start: now, stop: now, toggles },
        }),
    });
    if (response.status !== 202) throw new Error(await response.text());
}

/** The durations of transactions that hold the writer. */
async function writesOf({ url }: BenchApp) {
    const text = await (await fetch(`${url}/internal-backstage/prometheus`)).text();
    const value = (name: string) =>
        Number(new RegExp(`^halyard_write_duration_seconds_${name} (.*)$`, 'm').exec(text)![1]);
    const buckets = [...text.matchAll(/^halyard_write_duration_seconds_bucket\{le="([\d.]+|\+Inf)"\} (.*)$/gm)];
    return {
        count: value('count'),
        sum: value('sum'),
        buckets: buckets.map(([, le, total]) => [le === '+Inf' ? Infinity : Number(le), Number(total)] as const),
    };
}
