import { toMetricName } from '../../core/series/metric-names.ts';
import { MAX_VALUE, type PackedValue, packSample } from '../../core/series/packed-value.ts';
import type { Labels, MetricSample, SeriesKind } from '../../core/series/series.ts';

/** Edges drop reports after a day; minutes are stored for two days. */
const OLDEST_SECONDS = 47 * 3600;
const MINUTE = 60;
const MAX_LABELS = 20;
const MAX_LABEL_VALUE = 128;
const MAX_HELP = 1_000;
const MAX_BUCKETS = 200;

export interface NormalSample {
    name: string;
    kind: SeriesKind;
    help: string;
    labels: Labels;
    minute: number;
    value: PackedValue | null;
}

/** Why a sample is dropped. */
export type InvalidSample = 'name' | 'value' | 'labels' | 'buckets' | 'time';

/** Checks a sample of any source and brings it into the stored form. Returns why it is dropped, if it is invalid. */
export function normaliseSample(sample: MetricSample, now: Date): NormalSample | InvalidSample {
    const name = toMetricName(sample.name);
    if (name === undefined) return 'name';
    const labels = normaliseLabels(sample.labels);
    if (labels === undefined) return 'labels';
    const nowSeconds = Math.floor(now.getTime() / 1000);
    const at = Math.floor((sample.at ?? now).getTime() / 1000);
    // Also for an invalid date.
    if (!(at > nowSeconds - OLDEST_SECONDS)) return 'time';
    const minute = Math.floor(Math.min(at, nowSeconds) / MINUTE) * MINUTE;
    const { kind } = sample;
    const normal = { name, kind, help: (sample.help ?? '').slice(0, MAX_HELP), labels, minute };
    if (isHeartbeat(sample, labels)) return { ...normal, value: null };
    if (kind !== 'histogram') return isUsable(sample.value) ? { ...normal, value: packSample(sample) } : 'value';
    if (!isUsable(sample.count) || sample.count < 0 || !isUsable(sample.sum)) return 'value';
    return areBuckets(sample.buckets) ? { ...normal, value: packSample(sample) } : 'buckets';
}

/** SDKs send this for metrics that are defined and were not used. */
function isHeartbeat(sample: MetricSample, labels: Labels): boolean {
    if (sample.kind === 'gauge' || Object.keys(labels).some((name) => name !== 'origin')) return false;
    return (sample.kind === 'histogram' ? sample.count : sample.value) === 0;
}

/**
 * The environment is that of the token, whatever a label says. Labels with unusable names are left out, as in Unleash; two names that
 * differ only in special characters become one.
 */
function normaliseLabels(labels: Labels): Labels | undefined {
    const names = Object.keys(labels);
    if (names.length > MAX_LABELS) return undefined;
    const pairs = new Map<string, string>();
    for (const sent of names) {
        const name = toMetricName(sent);
        if (name === undefined || name === 'environment') continue;
        pairs.set(name, labels[sent]!.slice(0, MAX_LABEL_VALUE).toWellFormed().replaceAll('\0', ''));
    }
    return Object.fromEntries([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isUsable = (value: number) => Math.abs(value) <= MAX_VALUE;

function areBuckets(buckets: readonly { le: number; count: number }[]): boolean {
    if (buckets.length > MAX_BUCKETS) return false;
    return buckets.every(({ le, count }, index) => {
        const before = buckets[index - 1];
        const isBound = isUsable(le) || le === Number.POSITIVE_INFINITY;
        return isBound && isUsable(count) && count >= 0 && !(before && (before.le >= le || before.count > count));
    });
}
