import type { Labels } from '../../core/series/series.ts';
import type { DecodedPoint } from '../cumulatives/decoded-point.ts';
import { fieldsOf, messagesIn, toBytes, toDouble, toInteger, toText } from '../protobuf/protobuf-fields.ts';

/** Further labels of a series are ignored. */
const MAX_LABELS = 64;
/** The suffixes of counters and of the series of histograms. Remote write 1 sends no types with the samples. */
const COUNTER = /_(total|count|sum|bucket)$/;

/** Decodes a `prometheus.WriteRequest` of version 1. Metadata without samples has no points. */
export function* remoteWritePoints(bytes: Uint8Array): Generator<DecodedPoint> {
    for (const timeseries of messagesIn(bytes, 1)) {
        const { name, labels } = labelsIn(timeseries);
        for (const field of fieldsOf(timeseries)) {
            if (field.no === 2) yield* toPoint(toBytes(field), name, labels);
            else if (field.no === 4) yield { rejected: 'native histograms are not supported; send classic histograms' };
        }
    }
}

function labelsIn(timeseries: Uint8Array): { name: string; labels: Labels } {
    const labels: [string, string][] = [];
    let name = '';
    for (const message of messagesIn(timeseries, 1)) {
        if (labels.length === MAX_LABELS) break;
        let label = '';
        let value = '';
        for (const field of fieldsOf(message)) {
            if (field.no === 1) label = toText(field);
            else if (field.no === 2) value = toText(field);
        }
        if (label === '__name__') name = value;
        else labels.push([label, value]);
    }
    return { name, labels: Object.fromEntries(labels) };
}

function* toPoint(message: Uint8Array, name: string, labels: Labels): Generator<DecodedPoint> {
    let value = 0;
    let at = 0;
    for (const field of fieldsOf(message)) {
        if (field.no === 1) value = toDouble(field);
        else if (field.no === 2) at = Number(toInteger(field));
    }
    // NaN marks the end of a series.
    if (Number.isNaN(value)) return;
    if (name === '') yield { rejected: 'a series has no name' };
    else if (!Number.isFinite(value) || Math.abs(at) > MAX_TIME)
        yield { rejected: `${name} has an infinite value or time` };
    else {
        const sample = { name, labels, ...(at > 0 && { at: new Date(at) }) };
        // The labels of a series identify the process: `instance` is one of them.
        if (COUNTER.test(name))
            yield { sample: { ...sample, kind: 'counter', value }, cumulative: { source: '', startedAt: 0 } };
        else yield { sample: { ...sample, kind: 'gauge', value } };
    }
}

/** The last moment that a `Date` can represent. */
const MAX_TIME = 8.64e15;
