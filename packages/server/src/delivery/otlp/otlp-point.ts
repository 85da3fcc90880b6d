import type { HistogramBucket, Labels, MetricSample } from '../../core/series/series.ts';
import type { DecodedPoint } from '../cumulatives/decoded-point.ts';

/** Attributes with a single value each, as text; lists and maps are not decoded. */
export type OtlpAttributes = Record<string, string>;

/** More values of one point than any histogram needs. */
export const MAX_BUCKETS = 250;
/** Further attributes of an object are ignored. */
export const MAX_ATTRIBUTES = 64;

export type OtlpMetricType = 'gauge' | 'sum' | 'histogram' | 'exponentialHistogram' | 'summary';

export interface OtlpMetric {
    name: string;
    description: string;
    type: OtlpMetricType;
    /** 1: delta, 2: cumulative. */
    temporality: number;
    isMonotonic: boolean;
}

export interface OtlpPoint {
    metric: OtlpMetric;
    resource: OtlpAttributes;
    attributes: OtlpAttributes;
    /** Milliseconds since 1970; 0 is unknown. */
    startedAt: number;
    at: number;
    /** The application reports that it has no value. */
    isEmpty: boolean;
    value?: number;
    count?: number;
    sum?: number;
    /** Not cumulative; one more than the bounds, or empty. */
    bucketCounts?: readonly number[];
    bounds?: readonly number[];
}

const DELTA = 1;
const CUMULATIVE = 2;

/** Converts a data point; undefined if it says nothing. */
export function toDecodedPoint(point: OtlpPoint): DecodedPoint | undefined {
    const { metric, isEmpty } = point;
    if (isEmpty) return undefined;
    if (metric.name === '') return { rejected: 'a metric has no name' };
    if (metric.type === 'exponentialHistogram' || metric.type === 'summary') {
        const kind = metric.type === 'summary' ? 'summaries' : 'exponential histograms';
        return { rejected: `${kind} are not supported; send histograms with explicit bounds` };
    }
    if (metric.type !== 'gauge' && metric.temporality !== DELTA && metric.temporality !== CUMULATIVE) {
        return { rejected: `${metric.name} has no aggregation temporality` };
    }
    if (metric.type === 'sum' && !metric.isMonotonic && metric.temporality === DELTA) {
        return { rejected: `${metric.name} is a sum that may decrease; send it with cumulative temporality` };
    }
    const sample = toSample(point);
    if (sample === undefined)
        return { rejected: `${metric.name} has a value that is not a number, or malformed buckets` };
    if (sample.kind === 'gauge' || metric.temporality === DELTA) return { sample };
    return { sample, cumulative: { source: sourceOf(point), startedAt: point.startedAt } };
}

function toSample(point: OtlpPoint): MetricSample | undefined {
    const { metric, at } = point;
    const common = {
        name: metric.name,
        ...(metric.description && { help: metric.description }),
        labels: labelsOf(point),
        ...(at > 0 && { at: new Date(at) }),
    };
    if (metric.type === 'histogram') {
        const buckets = bucketsOf(point);
        const { count = Number.NaN, sum = 0 } = point;
        return buckets && count >= 0 && Number.isFinite(sum)
            ? { ...common, kind: 'histogram', count, sum, buckets }
            : undefined;
    }
    const { value = Number.NaN } = point;
    if (!Number.isFinite(value)) return undefined;
    return { ...common, kind: metric.type === 'sum' && metric.isMonotonic ? 'counter' : 'gauge', value };
}

/** Cumulative buckets, as in Prometheus. */
function bucketsOf({ bucketCounts = [], bounds = [], count = Number.NaN }: OtlpPoint): HistogramBucket[] | undefined {
    if (bucketCounts.length >= MAX_BUCKETS || bounds.length >= MAX_BUCKETS) return undefined;
    if (bucketCounts.length === 0) return [{ le: Number.POSITIVE_INFINITY, count }];
    if (bucketCounts.length !== bounds.length + 1) return undefined;
    let total = 0;
    let last = Number.NEGATIVE_INFINITY;
    const buckets: HistogramBucket[] = [];
    for (const [index, bucketCount] of bucketCounts.entries()) {
        const le = bounds[index] ?? Number.POSITIVE_INFINITY;
        if (!(bucketCount >= 0) || !(le > last)) return undefined;
        total += bucketCount;
        buckets.push({ le, count: total });
        last = le;
    }
    return buckets;
}

/** The name of the service is the label that SDKs send as the name of the application. */
function labelsOf({ resource, attributes }: OtlpPoint): Labels {
    const appName = resource['service.name'];
    return { ...(appName !== undefined && { appName }), ...attributes };
}

/** Identifies the process that counts: several processes of a service report the same labels. */
const sourceOf = ({ resource }: OtlpPoint) => JSON.stringify(Object.entries(resource).sort());
