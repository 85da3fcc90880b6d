import {
    appendEights,
    fieldsOf,
    messagesIn,
    toBytes,
    toDouble,
    toFixed64,
    toInteger,
    toSignedFixed64,
    toText,
} from '../protobuf/protobuf-fields.ts';
import { MAX_BUCKETS, type OtlpMetric, type OtlpMetricType, type OtlpPoint } from './otlp-point.ts';
import { attributesIn, resourceOf, toMilliseconds } from './protobuf-attributes.ts';

/** The numbers of the fields of `Metric` that contain data points. */
const TYPES: Record<number, OtlpMetricType> = {
    5: 'gauge',
    7: 'sum',
    9: 'histogram',
    10: 'exponentialHistogram',
    11: 'summary',
};

/** Decodes an `ExportMetricsServiceRequest`. */
export function* protobufPoints(bytes: Uint8Array): Generator<OtlpPoint> {
    for (const resourceMetrics of messagesIn(bytes, 1)) {
        const resource = resourceOf(resourceMetrics);
        for (const scopeMetrics of messagesIn(resourceMetrics, 2)) {
            for (const message of messagesIn(scopeMetrics, 2)) {
                const { metric, data } = readMetric(message);
                for (const point of messagesIn(data, 1)) yield { ...readPoint(point, metric), resource };
            }
        }
    }
}

const NOTHING = new Uint8Array();

function readMetric(message: Uint8Array): { metric: OtlpMetric; data: Uint8Array } {
    const metric: OtlpMetric = { name: '', description: '', type: 'gauge', temporality: 0, isMonotonic: false };
    let data: Uint8Array = NOTHING;
    for (const field of fieldsOf(message)) {
        const type = TYPES[field.no];
        if (field.no === 1) metric.name = toText(field);
        else if (field.no === 2) metric.description = toText(field);
        else if (type !== undefined) {
            metric.type = type;
            data = toBytes(field);
        }
    }
    if (metric.type === 'gauge' || metric.type === 'summary') return { metric, data };
    for (const field of fieldsOf(data)) {
        if (field.no === 2) metric.temporality = Number(toInteger(field));
        else if (field.no === 3) metric.isMonotonic = toInteger(field) !== 0n;
    }
    return { metric, data };
}

type Point = Omit<OtlpPoint, 'resource'>;

function readPoint(message: Uint8Array, metric: OtlpMetric): Point {
    if (metric.type === 'histogram') return readHistogram(message, metric);
    const point: Point = { metric, attributes: {}, startedAt: 0, at: 0, isEmpty: false };
    // The fields of the other types are not needed: their points are rejected.
    if (metric.type !== 'gauge' && metric.type !== 'sum') return point;
    for (const field of fieldsOf(message)) {
        if (field.no === 2) point.startedAt = toMilliseconds(toFixed64(field));
        else if (field.no === 3) point.at = toMilliseconds(toFixed64(field));
        else if (field.no === 4) point.value = toDouble(field);
        else if (field.no === 6) point.value = Number(toSignedFixed64(field));
        else if (field.no === 8) point.isEmpty = hasNoValue(toInteger(field));
    }
    point.attributes = attributesIn(message, 7);
    return point;
}

function readHistogram(message: Uint8Array, metric: OtlpMetric): Point {
    const bucketCounts: number[] = [];
    const bounds: number[] = [];
    const point: Point = { metric, attributes: {}, startedAt: 0, at: 0, isEmpty: false, bucketCounts, bounds };
    for (const field of fieldsOf(message)) {
        if (field.no === 2) point.startedAt = toMilliseconds(toFixed64(field));
        else if (field.no === 3) point.at = toMilliseconds(toFixed64(field));
        else if (field.no === 4) point.count = Number(toFixed64(field));
        else if (field.no === 5) point.sum = toDouble(field);
        else if (field.no === 6) appendEights(bucketCounts, field, readCount, MAX_BUCKETS);
        else if (field.no === 7) appendEights(bounds, field, readBound, MAX_BUCKETS);
        else if (field.no === 10) point.isEmpty = hasNoValue(toInteger(field));
    }
    point.attributes = attributesIn(message, 9);
    return point;
}

const readCount = (bytes: Buffer) => Number(bytes.readBigUInt64LE());
const readBound = (bytes: Buffer) => bytes.readDoubleLE();
const hasNoValue = (flags: bigint) => (flags & 1n) === 1n;
