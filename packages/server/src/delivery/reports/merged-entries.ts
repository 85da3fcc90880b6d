import { BoundedMap } from './bounded-map.ts';
import type { Reporter } from './bounds.ts';
import type { ReportBuffer, ReportBuffers, ReportEntry } from './report-type.ts';

interface MergeOptions<Entry> {
    keyOf: (entry: Entry) => string;
    /** The limit of entries of an application in one environment. */
    limits: Readonly<Record<Reporter['kind'], number>>;
    merge: (older: Entry, newer: Entry) => Entry;
}

/** One entry for each key, limited in total and for each application and environment. */
export class MergedEntries<Entry extends ReportEntry> implements ReportBuffer<Entry> {
    readonly #buffers: ReportBuffers;
    readonly #options: MergeOptions<Entry>;
    readonly #entries: BoundedMap<string, Entry>;

    constructor(buffers: ReportBuffers, options: MergeOptions<Entry>) {
        this.#buffers = buffers;
        this.#options = options;
        this.#entries = new BoundedMap(buffers.maxEntries);
    }

    get size(): number {
        return this.#entries.size;
    }

    add(entry: Entry): void {
        this.#merge(entry, (existing, added) => this.#options.merge(existing, added));
    }

    putBack(entry: Entry): void {
        this.#merge(entry, (existing, added) => this.#options.merge(added, existing));
    }

    take(): Entry[] {
        return this.#entries.take();
    }

    #merge(reported: Entry, merged: (existing: Entry, entry: Entry) => Entry): void {
        const { keyOf, limits } = this.#options;
        const { reporter } = reported;
        const entry = { ...reported, app: this.#buffers.appName(reporter, reported.app) };
        const key = keyOf(entry);
        const existing = this.#entries.get(key);
        const group = appEnvironmentKey(entry);
        this.#entries.set(key, existing ? merged(existing, entry) : entry, {
            group,
            limit: limits[reporter.kind],
        });
    }
}

export const appEnvironmentKey = ({ app, environment }: { app: string; environment: string }) =>
    `${app}\n${environment}`;
