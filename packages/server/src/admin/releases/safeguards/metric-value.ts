import { type AdminActor, SAFEGUARD_ACTOR } from '../../../core/access/actor.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import type { SeriesReader } from '../../../core/series/series-reader.ts';
import type { Db } from '../../../storage/database.ts';
import type { FlagEnvironmentAddress, ThresholdRule } from '../../flags/safeguards/safeguard.queries.ts';
import { readableSeries } from '../../observations/readable-series/readable-series.ts';
import { aggregate, MODES_OF } from '../../observations/series-queries/aggregate.ts';
import { labelsOf, matchesSelectors } from '../../observations/series-queries/label-selectors.ts';
import { lengthOf } from '../../observations/series-queries/steps.ts';
import type { MetricValue } from './threshold.ts';

export type SafeguardMetric = ThresholdRule['impactMetric'];

export interface MetricDependencies {
    db: Db;
    series: SeriesReader;
    clock: () => Date;
    /** Reads a metric of the connected Prometheus. */
    readExternal: (metric: SafeguardMetric, at: Date) => Promise<MetricValue>;
}

/** Reads the value of a metric over the range before `at`, in the environment of the flag unless the safeguard names others. */
export async function readMetricValue(
    dependencies: MetricDependencies,
    { metric, at, ...address }: FlagEnvironmentAddress & { metric: SafeguardMetric; at: Date },
): Promise<MetricValue> {
    const selectors = { environment: [address.environment], ...metric.labelSelectors };
    try {
        if (metric.source === 'external') {
            return await dependencies.readExternal(metric, at);
        }
        const reader = await readerFor(dependencies.db, address.project);
        return await readInternal(dependencies, reader, { ...metric, labelSelectors: selectors }, at);
    } catch (error) {
        if (error instanceof HalyardError) return { failure: error.message };
        throw error;
    }
}

async function readInternal(
    dependencies: MetricDependencies,
    reader: AdminActor,
    { metricName: name, timeRange, aggregationMode: mode, labelSelectors: selectors }: SafeguardMetric,
    at: Date,
): Promise<MetricValue> {
    const readable = readableSeries(dependencies, reader);
    const info = (await readable.metrics()).find((metric) => metric.name === name);
    if (!info) return { heartbeat: false };
    if (!MODES_OF[info.kind].includes(mode)) {
        const modes = MODES_OF[info.kind].join(', ');
        return { failure: `${name} is a ${info.kind}, which has no ${mode}. Use ${modes}.` };
    }
    const length = lengthOf(timeRange);
    const end = at.getTime() / 1_000;
    const from = new Date(at.getTime() - length * 1_000);
    const environments = selectors['environment'] ?? [];
    const environment = environments.length === 1 && environments[0] !== '*' ? environments[0] : undefined;
    const { series, heartbeat } = await readable.read({ name, from, to: at, environment });
    const selected = series.filter((each) => each.kind === info.kind && matchesSelectors(labelsOf(each), selectors));
    const [value = Number.NaN] = aggregate(selected, mode, { start: end - length, step: length, count: 1, end });
    return Number.isFinite(value) ? { value } : { heartbeat: heartbeat && selected.length === 0 };
}

/** A safeguard reads what every member of its project may read: no metrics of other private projects. */
export async function readerFor(db: Db, project: string): Promise<AdminActor> {
    const rows = await db
        .selectFrom('projects')
        .select('id')
        .where('mode', '=', 'private')
        .where('id', '<>', project)
        .execute();
    return { ...SAFEGUARD_ACTOR, hiddenProjects: rows.map(({ id }) => id) };
}
