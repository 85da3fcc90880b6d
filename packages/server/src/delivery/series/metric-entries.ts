import { mergePacked } from '../../core/series/packed-value.ts';
import { BoundedMap } from '../reports/bounded-map.ts';
import type { Reporter } from '../reports/bounds.ts';
import type { ReportBuffer, ReportBuffers } from '../reports/report-type.ts';
import { type MetricEntry, metricEntryKey } from './metric-entry.ts';

const MAX_ENTRIES = 100_000;
/** Entries of a token in memory, until they are stored or forwarded. More than one run of the storage merges. */
const MAX_OF_TOKEN: Record<Reporter['kind'], number> = { client: MAX_ENTRIES, frontend: MAX_ENTRIES / 5 };

/** The values of metrics, one entry for each series and minute. */
export class MetricEntries implements ReportBuffer<MetricEntry> {
    readonly #buffers: ReportBuffers;
    readonly #entries = new BoundedMap<string, MetricEntry>(MAX_ENTRIES);

    constructor(buffers: ReportBuffers) {
        this.#buffers = buffers;
    }

    get size(): number {
        return this.#entries.size;
    }

    add(entry: MetricEntry): void {
        this.#merge(entry, (existing) => [existing, entry]);
    }

    putBack(entry: MetricEntry): void {
        this.#merge(entry, (existing) => [entry, existing]);
    }

    take(): MetricEntry[] {
        return this.#entries.take();
    }

    #merge(entry: MetricEntry, inOrder: (existing: MetricEntry) => [older: MetricEntry, newer: MetricEntry]): void {
        const key = metricEntryKey(entry);
        const existing = this.#entries.get(key);
        const { kind, tokenId } = entry.reporter;
        const isKept = this.#entries.set(key, existing ? merged(...inOrder(existing)) : entry, {
            group: String(tokenId),
            limit: MAX_OF_TOKEN[kind],
        });
        if (!isKept) this.#buffers.drop('limit', 1);
    }
}

function merged(older: MetricEntry, newer: MetricEntry): MetricEntry {
    if (older.value === null || newer.value === null) return newer;
    // The longer of two reports of a period contains the other one.
    if (newer.period) return newer.value[0]! < older.value[0]! ? older : newer;
    return { ...newer, value: mergePacked(newer.kind, older.value, newer.value) };
}
