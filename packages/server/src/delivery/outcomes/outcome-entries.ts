import type { Reporter } from '../reports/bounds.ts';
import type { ReportBuffer, ReportBuffers } from '../reports/report-type.ts';
import { type OutcomeEntry, outcomeKey } from './outcome-entry.ts';

/** Entries in memory, until they are stored or forwarded. More than one run of the storage merges. */
const MAX_WEIGHT = 200_000;
/** Those of one token: a frontend token is public. */
const MAX_OF_TOKEN: Record<Reporter['kind'], number> = { client: MAX_WEIGHT, frontend: MAX_WEIGHT / 4 };
/** The bytes of an entry without a context. */
const BYTES_OF_ENTRY = 500;
const BYTES_OF_SIGNAL = 250;

/** The memory of an entry, in entries of usual size. */
export function outcomeWeight({ context, kept = [], signals = [] }: OutcomeEntry): number {
    if (context === undefined && kept.length + signals.length === 0) return 1;
    let length = context === undefined ? 0 : JSON.stringify(context).length;
    for (const { context: stored = '', units } of kept) length += stored.length + 150 * units.length;
    length += BYTES_OF_SIGNAL * signals.length;
    return 1 + Math.floor(length / BYTES_OF_ENTRY);
}

/** Outcomes in memory: those of one name and minute are added up. */
export class OutcomeEntries implements ReportBuffer<OutcomeEntry> {
    readonly #buffers: ReportBuffers;
    #entries = new Map<string, OutcomeEntry>();
    #weights = new Map<number, number>();
    #weight = 0;

    constructor(buffers: ReportBuffers) {
        this.#buffers = buffers;
    }

    get size(): number {
        return this.#weight;
    }

    add(entry: OutcomeEntry): void {
        this.#merge(entry, (existing) => existing);
    }

    /** Of two entries with one id, the older one counts. */
    putBack(entry: OutcomeEntry): void {
        this.#merge(entry, () => entry);
    }

    take(): OutcomeEntry[] {
        const entries = [...this.#entries.values()];
        this.#entries = new Map();
        this.#weights = new Map();
        this.#weight = 0;
        return entries;
    }

    #merge(entry: OutcomeEntry, older: (existing: OutcomeEntry) => OutcomeEntry): void {
        const key = outcomeKey(entry);
        const existing = this.#entries.get(key);
        const isSingle = entry.id !== undefined || entry.row !== undefined;
        if (existing === undefined) this.#insert(key, entry);
        else this.#entries.set(key, isSingle ? older(existing) : sumOf(existing, entry));
    }

    #insert(key: string, entry: OutcomeEntry): void {
        const { kind, tokenId } = entry.reporter;
        const weight = outcomeWeight(entry);
        const ofToken = (this.#weights.get(tokenId) ?? 0) + weight;
        if (this.#weight + weight > MAX_WEIGHT || ofToken > MAX_OF_TOKEN[kind]) {
            this.#buffers.drop('limit', entry.count);
            return;
        }
        this.#weights.set(tokenId, ofToken);
        this.#weight += weight;
        this.#entries.set(key, entry);
    }
}

const sumOf = (one: OutcomeEntry, other: OutcomeEntry): OutcomeEntry => ({
    ...one,
    count: one.count + other.count,
    valueCount: one.valueCount + other.valueCount,
    sum: one.sum + other.sum,
});
