import type { HistogramBucket, HistogramValue, MetricSample, SeriesKind } from './series.ts';

/**
 * The values of one series in one step as numbers, in memory, in journals and in rows. Counter: `[sum]`. Gauge: `[last, min, max, sum,
 * count]`. Histogram: `[count, sum, bound, count up to it, …]`, without the bucket for Infinity, whose count is the first number.
 */
export type PackedValue = readonly number[];

/** Sums of values below this limit stay finite. */
export const MAX_VALUE = 1e30;
const MAX_SUM = 1e300;

const GAUGE_LENGTH = 5;

export function packSample(sample: MetricSample): PackedValue {
    if (sample.kind === 'histogram') return packHistogram(sample);
    const { kind, value } = sample;
    return kind === 'counter' ? [value] : [value, value, value, value, 1];
}

export function isPacked(kind: SeriesKind, value: unknown): value is PackedValue {
    if (!Array.isArray(value) || !value.every((number) => Number.isFinite(number))) return false;
    if (kind === 'counter') return value.length === 1;
    return kind === 'gauge' ? value.length === GAUGE_LENGTH : value.length >= 2 && value.length % 2 === 0;
}

/** Joins the values of the same series and step. */
export function mergePacked(kind: SeriesKind, older: PackedValue, newer: PackedValue): PackedValue {
    if (kind === 'counter') return [plus(older[0]!, newer[0]!)];
    if (kind === 'histogram') return mergeHistograms(older, newer);
    const [, min, max, sum, count] = older as [number, number, number, number, number];
    return [
        newer[0]!,
        Math.min(min, newer[1]!),
        Math.max(max, newer[2]!),
        plus(sum, newer[3]!),
        plus(count, newer[4]!),
    ];
}

/** Histograms with different bounds are joined at the bounds that both have: counts up to a bound can be added. */
function mergeHistograms(older: PackedValue, newer: PackedValue): PackedValue {
    const merged = [plus(older[0]!, newer[0]!), plus(older[1]!, newer[1]!)];
    for (let i = 2, j = 2; i < older.length && j < newer.length; ) {
        if (older[i] === newer[j]) {
            merged.push(older[i]!, plus(older[i + 1]!, newer[j + 1]!));
            i += 2;
            j += 2;
        } else if (older[i]! < newer[j]!) i += 2;
        else j += 2;
    }
    return merged;
}

/** The addition since an earlier report of the same period; undefined for nothing. A gauge has no difference. */
export function differenceOf(kind: SeriesKind, now: PackedValue, before: PackedValue): PackedValue | undefined {
    if (kind === 'gauge') return now;
    const difference = now.map((number, index) => {
        const isBound = kind === 'histogram' && index >= 2 && index % 2 === 0;
        return isBound ? number : number - (before[index] ?? 0);
    });
    const hasSameBounds = now.every((number, index) => index < 2 || index % 2 === 1 || number === before[index]);
    if (kind === 'histogram' && !hasSameBounds) return now;
    return difference[0]! > 0
        ? difference.map((number, index) => (index === 1 ? number : Math.max(number, 0)))
        : undefined;
}

export function toHistogram(packed: PackedValue): HistogramValue {
    const [count = 0, sum = 0] = packed;
    const buckets: HistogramBucket[] = [];
    for (let i = 2; i < packed.length; i += 2) buckets.push({ le: packed[i]!, count: packed[i + 1]! });
    return { count, sum, buckets: [...buckets, { le: Number.POSITIVE_INFINITY, count }] };
}

/** The packed form of a histogram from any source. */
export function packHistogram(value: HistogramValue): PackedValue {
    const finite = value.buckets.filter(({ le }) => le !== Number.POSITIVE_INFINITY).sort((a, b) => a.le - b.le);
    return [value.count, value.sum, ...finite.flatMap(({ le, count }) => [le, count])];
}

const plus = (a: number, b: number) => Math.min(Math.max(a + b, -MAX_SUM), MAX_SUM);
