import { BoundedMap } from '../reports/bounded-map.ts';
import type { ReportBuffer, ReportBuffers } from '../reports/report-type.ts';
import { type CumulativeEntry, cumulativeKey, mergeCumulatives } from './cumulative-entry.ts';

/** Entries in memory, until they are stored or forwarded. */
const MAX_ENTRIES = 100_000;

/** The values of processes that count from a start, one entry for each series and minute. */
export class CumulativeEntries implements ReportBuffer<CumulativeEntry> {
    readonly #buffers: ReportBuffers;
    readonly #entries = new BoundedMap<string, CumulativeEntry>(MAX_ENTRIES);

    constructor(buffers: ReportBuffers) {
        this.#buffers = buffers;
    }

    get size(): number {
        return this.#entries.size;
    }

    add(entry: CumulativeEntry): void {
        const key = cumulativeKey(entry);
        const existing = this.#entries.get(key);
        const merged = existing ? mergeCumulatives(existing, entry) : entry;
        const isKept = this.#entries.set(key, merged, { group: '', limit: MAX_ENTRIES });
        if (!isKept) this.#buffers.drop('limit', 1);
    }

    /** The order of arrival does not matter: values have times. */
    putBack(entry: CumulativeEntry): void {
        this.add(entry);
    }

    take(): CumulativeEntry[] {
        return this.#entries.take();
    }
}
