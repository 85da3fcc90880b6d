import { createHash } from 'node:crypto';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { boundsOf, ENGINE_METRIC, toEngineNumbers } from '../../../core/series/engine-samples.ts';
import type { PackedValue } from '../../../core/series/packed-value.ts';
import type { SeriesKind } from '../../../core/series/series.ts';

/** A value of a series at a time. */
export interface ExportedValue {
    id: number;
    kind: SeriesKind;
    /** For people who look at the engine. */
    metric: string;
    environment: string;
    /** Milliseconds since 1970. */
    at: number;
    value: PackedValue;
}

interface Timeseries {
    labels: [name: string, value: string][];
    samples: { at: number; value: number }[];
}

/** A `prometheus.WriteRequest` of version 1. Values are in the order of time. */
export function toWriteRequest(values: readonly ExportedValue[], instance: string): Uint8Array {
    const all = new Map<string, Timeseries>();
    for (const { id, kind, metric, environment, at, value } of values) {
        const bounds = kind === 'histogram' ? [['bounds', shortHash(boundsOf(kind, value))] as const] : [];
        for (const { part, le, value: number } of toEngineNumbers(kind, value)) {
            const labels: [string, string][] = Object.entries({
                ...{ __name__: ENGINE_METRIC, ...Object.fromEntries(bounds), environment },
                ...{ halyard_instance: instance, ...(le !== undefined && { le }), metric, part, series: String(id) },
            });
            const key = JSON.stringify(labels);
            const timeseries = all.get(key) ?? { labels, samples: [] };
            all.set(key, timeseries);
            timeseries.samples.push({ at, value: number });
        }
    }
    const request = new BinaryWriter();
    for (const timeseries of all.values()) {
        request.tag(1, WireType.LengthDelimited).fork();
        writeTimeseries(request, timeseries);
        request.join();
    }
    return request.finish();
}

/** Labels must be in the order of their names. */
function writeTimeseries(writer: BinaryWriter, { labels, samples }: Timeseries): void {
    for (const [name, value] of labels) {
        writer.tag(1, WireType.LengthDelimited).fork();
        writer.tag(1, WireType.LengthDelimited).string(name);
        writer.tag(2, WireType.LengthDelimited).string(value);
        writer.join();
    }
    for (const { at, value } of samples) {
        writer.tag(2, WireType.LengthDelimited).fork();
        writer.tag(1, WireType.Bit64).double(value);
        writer.tag(2, WireType.Varint).int64(at);
        writer.join();
    }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
