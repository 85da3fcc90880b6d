import { attributesOf, listIn, nanosecondsToMilliseconds, numberIn, recordIn, textIn } from './json-attributes.ts';
import { MAX_BUCKETS, type OtlpMetric, type OtlpMetricType, type OtlpPoint } from './otlp-point.ts';

const TYPES: readonly OtlpMetricType[] = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'];
const TEMPORALITIES: Record<string, number> = {
    AGGREGATION_TEMPORALITY_DELTA: 1,
    AGGREGATION_TEMPORALITY_CUMULATIVE: 2,
};

/** Reads a parsed `ExportMetricsServiceRequest`. */
export function* jsonPoints(body: unknown): Generator<OtlpPoint> {
    for (const resourceMetrics of listIn(body, 'resourceMetrics')) {
        const resource = attributesOf(recordIn(resourceMetrics, 'resource'));
        for (const scopeMetrics of listIn(resourceMetrics, 'scopeMetrics')) {
            for (const item of listIn(scopeMetrics, 'metrics')) {
                for (const type of TYPES) {
                    const data = recordIn(item, type);
                    const metric = toMetric(item, type, data);
                    for (const point of listIn(data, 'dataPoints')) yield toPoint(point, metric, resource);
                }
            }
        }
    }
}

function toMetric(item: unknown, type: OtlpMetricType, data: Record<string, unknown>): OtlpMetric {
    const temporality = data['aggregationTemporality'];
    return {
        name: textIn(item, 'name'),
        description: textIn(item, 'description'),
        type,
        temporality: typeof temporality === 'string' ? (TEMPORALITIES[temporality] ?? 0) : Number(temporality ?? 0),
        isMonotonic: data['isMonotonic'] === true,
    };
}

function toPoint(point: unknown, metric: OtlpMetric, resource: OtlpPoint['resource']): OtlpPoint {
    const value = numberIn(point, 'asInt') ?? numberIn(point, 'asDouble');
    const count = numberIn(point, 'count');
    const sum = numberIn(point, 'sum');
    return {
        metric,
        resource,
        attributes: attributesOf(point),
        startedAt: nanosecondsToMilliseconds(numberIn(point, 'startTimeUnixNano')),
        at: nanosecondsToMilliseconds(numberIn(point, 'timeUnixNano')),
        isEmpty: ((numberIn(point, 'flags') ?? 0) & 1) === 1,
        ...(value !== undefined && { value }),
        ...(count !== undefined && { count }),
        ...(sum !== undefined && { sum }),
        bucketCounts: numbersIn(point, 'bucketCounts'),
        bounds: numbersIn(point, 'explicitBounds'),
    };
}

const numbersIn = (record: unknown, member: string): number[] =>
    listIn(record, member).slice(0, MAX_BUCKETS).map(Number);
